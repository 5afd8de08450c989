/** Puts the cursor into the first field of a form that shows a problem, once it is shown. */
export function focusProblem(form: EventTarget | null): void {
  requestAnimationFrame(() => (form as HTMLElement | null)?.querySelector<HTMLElement>('[aria-invalid]')?.focus())
}
