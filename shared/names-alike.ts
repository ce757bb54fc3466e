/** The names of one company are written in many ways, but most of them begin the same. */
const COMMON_LETTERS = 4

/** Returns the leading letters that the names of one company have in common. */
export function beginningOf(name: string): string {
  return name
    .toLowerCase()
    .replace(/^the /, '')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .slice(0, COMMON_LETTERS)
}

/** Whether two names are unlikely to be of one company. */
export function areNamedOtherwise(one: string, other: string): boolean {
  const [a, b] = [beginningOf(one), beginningOf(other)]
  return !a.startsWith(b) && !b.startsWith(a)
}
