/** Under this and a stage's id its log is kept on the device. */
export const KEPT_PREFIX = 'speedcell:stage:'

/** Whether any log is kept here. */
export function hasKeptLogs(): boolean {
  try {
    return Object.keys(localStorage).some((key) => key.startsWith(KEPT_PREFIX))
  } catch {
    return false
  }
}
