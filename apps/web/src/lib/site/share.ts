/** What became of a text that was to be handed on. */
export type Shared = 'shared' | 'copied' | 'refused'

/**
 * Hands a text on: by the system's own sheet where a finger is used and there is one, else by the clipboard. Closing the sheet is no
 * refusal.
 */
export async function share(text: string): Promise<Shared> {
  if (matchMedia('(pointer: coarse)').matches && navigator.share) {
    try {
      await navigator.share({ text })
      return 'shared'
    } catch (cause) {
      if (cause instanceof DOMException && cause.name === 'AbortError') return 'shared'
    }
  }
  return (await copy(text)) ? 'copied' : 'refused'
}

/** Puts a text on the clipboard; false where that is not allowed. */
export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyBySelection(text)
  }
}

// Over plain http there is no clipboard but this way.
function copyBySelection(text: string): boolean {
  const area = document.createElement('textarea')
  area.value = text
  area.style.cssText = 'position:fixed;opacity:0'
  document.body.append(area)
  area.select()
  const copied = document.execCommand('copy')
  area.remove()
  return copied
}
