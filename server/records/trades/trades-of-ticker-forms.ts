import { cleanText } from '../../lib/text.ts'

/** One letter from A to C after a sign is the class of a share; other letters name exchanges, such as .L for London. */
const SHARE_CLASS = /^([A-Z0-9]{1,6})[\s./-]([A-C])$/

/** A ticker as records are compared by it: BRK-B, brk/b and BRK.B are the same.
 *  @param typed  as somebody wrote it */
export function normaliseTicker(typed: string): string {
  return cleanText(typed).toUpperCase().replace(SHARE_CLASS, '$1.$2')
}

/** All the forms in which records may have kept a ticker. */
export function listTickerForms(typed: string): string[] {
  const ticker = normaliseTicker(typed)
  const [, base, shareClass] = SHARE_CLASS.exec(ticker) ?? []
  return base === undefined ? [ticker] : ['.', '-', '/', ' '].map((sign) => `${base}${sign}${shareClass}`)
}
