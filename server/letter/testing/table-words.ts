import type { SectionContent, TableRow } from '../../../shared/edition-contract.ts'
import { textOf } from '../statements/tell.ts'

/** A row as readers see it: its heading, the lines below it, and its cells. */
const readRow = ({ head, about, cells }: TableRow): string[] =>
  [head, ...about, ...cells].map((sentence) => textOf([sentence]))

/** @returns the rows of the table with that title; none if there is no such table */
export function listRows({ tables }: Pick<SectionContent, 'tables'>, title: string): string[][] {
  return tables.find((table) => table.title === title)?.rows.map(readRow) ?? []
}
