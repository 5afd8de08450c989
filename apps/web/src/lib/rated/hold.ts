/** How long a tab that is being left may take to let go, in ms. */
const PATIENCE_MS = 400

/**
 * Holds a stage for this tab among the tabs of this browser, until the returned function is called. Undefined where another tab
 * has it; `steal` takes it from there. Other browsers and devices are the server's business.
 */
export async function holdStage(stage: string, steal = false): Promise<(() => void) | undefined> {
  // Over plain http there are no locks; then a tab knows only of itself.
  if (!navigator.locks) return holdByMemory(stage, steal)
  return new Promise((resolve) => {
    const options: LockOptions = steal ? { steal } : { signal: AbortSignal.timeout(PATIENCE_MS) }
    navigator.locks
      .request(`stage ${stage}`, options, () => new Promise<void>((release) => resolve(release)))
      .catch(() => resolve(undefined))
  })
}

function holdByMemory(stage: string, steal: boolean): (() => void) | undefined {
  const key = `speedcell:held:${stage}`
  try {
    if (!steal && sessionStorage.getItem(key) === null) return undefined
    sessionStorage.setItem(key, '')
  } catch {
    // Then one is asked on every reload.
  }
  return () => {}
}
