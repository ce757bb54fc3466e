import type { TableContent, TableRow } from '../../../shared/edition-contract.ts'
import { formatDay, formatDayOfYear } from '../../../shared/format-date.ts'
import type { Fact } from './fact.ts'
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
export function tellDays({
  firstTradedOn,
  lastTradedOn,
}: {
  readonly firstTradedOn: Fact
  readonly lastTradedOn: Fact
}): string {
  const year = firstTradedOn.asOf.slice(0, 4)
  const [from, to] = [String(firstTradedOn.value), String(lastTradedOn.value)]
  const tell = (day: string) => (day.startsWith(year) ? formatDayOfYear(day) : formatDay(day))
  return from === to ? tell(from) : `${tell(from)} to ${tell(to)}`
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
