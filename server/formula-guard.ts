/** What a spreadsheet takes for the beginning of a formula, in half and full width. An address may well begin so:
 *  =1+1@mail.example; every CSV of ours is written with it (papaparse's escapeFormulae, which leaves numbers alone). The apostrophe is among them so that reading gives back exactly what was written. */
export const FORMULA_START = /^[\t\r\n=+\-@'＝＋－＠]/

/** Takes back the apostrophe that the export of addresses puts before such a beginning. */
export function stripFormulaGuard(cell: string): string {
  const text = cell.trim()
  return text.startsWith("'") && FORMULA_START.test(text.slice(1)) ? text.slice(1) : text
}
