/** Whether a text has so many characters, ends in, counted as the API counts them: by code points, of which a letter or sign may be two units. */
export function hasLength(text: string, { min, max = Number.POSITIVE_INFINITY }: { min: number; max?: number }): boolean {
  const { length } = [...text]
  return length >= min && length <= max
}
