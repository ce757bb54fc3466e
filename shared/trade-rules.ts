/** Business days after a trade within which insiders must report it (17 CFR 240.16a-3(g)). */
export const INSIDER_REPORT_DAYS = 2
/** Calendar days after a trade within which members of Congress must report it (5 U.S.C. 13105(l)). */
export const CONGRESS_REPORT_DAYS = 45

/** Days beyond which a report to Congress is more likely about an old trade, or has the wrong year, than late. */
export const SLIP_AFTER_DAYS = 365

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
