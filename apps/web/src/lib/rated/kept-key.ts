/** Under this and a stage's id its log is kept on the device. */
export const KEPT_PREFIX = 'speedcell:stage:'

/** Under this and a free game's id its log is kept until it has been counted. */
export const ENDED_PREFIX = 'speedcell:ended:'

/** Whether anything is kept here under a prefix. */
export function hasKept(prefix: typeof KEPT_PREFIX | typeof ENDED_PREFIX): boolean {
  try {
    return Object.keys(localStorage).some((key) => key.startsWith(prefix))
  } catch {
    return false
  }
}
