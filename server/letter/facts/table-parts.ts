import type { TableContent, TableRow } from '../../../shared/edition-contract.ts'
import { textOfDays, type TradedDays } from '../statements/make-statement.ts'
import { plain, type Sentence, type Span } from './format-fact.ts'

/** How many records of one row are linked individually. */
const MOST_LINKS = 5

/** @returns nothing for a table without rows */
export function tableOf(
  title: string,
  columns: readonly string[],
  rows: readonly TableRow[],
): TableContent[] {
  return rows.length === 0 ? [] : [{ title, columns: [...columns], rows }]
}

/** 'Nov 14 to Nov 20'; with the year if it is not the report's. */
export function tellDays(days: TradedDays): string {
  const { from, to } = textOfDays(days)
  return from === to ? from : `${from} to ${to}`
}

/** @param all  the address of a list of all records, in case there are too many to show */
export function linkRecords(
  records: readonly Required<Pick<Span, 'text' | 'href'>>[],
  all: string,
): Sentence {
  const links = records
    .slice(0, MOST_LINKS)
    .flatMap((link, index) => (index === 0 ? [link] : [plain(', '), link]))
  return records.length > MOST_LINKS ? [...links, plain(', '), { text: 'all of them', href: all }] : links
}
