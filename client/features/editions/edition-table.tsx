import { createElement } from 'react'

import type { TableContent, TableRow } from '../../../shared/edition-contract.ts'
import { linkTickers, textOf } from '../../../shared/link-words.ts'
import { asRole, classNames, looks, VisuallyHidden } from '../../ui/primitives.tsx'
import styles from './edition-table.module.css'
import { Words } from './words.tsx'

/** How many rows are shown at once; the others are a click away. */
const OPEN_ROWS = 8
/** On a phone, where each row is a card. */
const OPEN_CARDS = 3

/** A table of a section. On a phone each row is a card with a name for each cell, and fewer rows are shown at once: CSS alone
 *  hides the others that a wider screen shows, until the list is opened.
 *  @param hasTickers  for trades: a ticker after a name links to its page */
export function EditionTable({
  table,
  of,
  hasTickers = false,
}: {
  table: TableContent
  of: string
  hasTickers?: boolean
}) {
  const { title } = table
  const rows = hasTickers ? table.rows.map(linkRow) : table.rows
  const rest = rows.slice(OPEN_ROWS)
  return (
    <div className={styles.frame}>
      <Rows table={{ ...table, rows: rows.slice(0, OPEN_ROWS) }} caption={title} />
      {rows.length > OPEN_CARDS + 1 && (
        <details className={classNames(styles.more, rest.length === 0 && styles.onPhones)}>
          <summary className={looks.unfolds}>
            <span className={styles.onPhones}>{rows.length - OPEN_CARDS} more</span>
            {rest.length > 0 && <span className={styles.onWide}>{rest.length} more</span>}
            <VisuallyHidden>{`: ${of}, ${title}`}</VisuallyHidden>
          </summary>
          {rest.length > 0 && (
            <Rows table={{ ...table, rows: rest }} caption={`${title}: the others`} isCaptionHidden />
          )}
        </details>
      )}
    </div>
  )
}

const linkRow = ({ head, about, cells }: TableRow): TableRow => ({
  head: linkTickers(head),
  about: about.map(linkTickers),
  cells,
})

function Rows({
  table: { columns, rows },
  caption,
  isCaptionHidden = false,
}: {
  table: TableContent
  caption: string
  isCaptionHidden?: boolean
}) {
  return (
    <table className={styles.table} {...asRole('table')}>
      <caption>{isCaptionHidden ? <VisuallyHidden>{caption}</VisuallyHidden> : caption}</caption>
      <thead {...asRole('rowgroup')}>
        <tr {...asRole('row')}>
          {columns.map((column) => (
            <th key={column} scope="col" {...asRole('columnheader')}>
              {column}
            </th>
          ))}
        </tr>
      </thead>
      {/* As arguments, not as lists: a letter's rows never change, so they need no keys. */}
      {createElement('tbody', asRole('rowgroup'), ...rows.map((row) => createRow(row, columns)))}
    </table>
  )
}

function createRow({ head, about, cells }: TableRow, [, ...columns]: readonly string[]) {
  const lines = about.map((sentence) =>
    createElement('span', { className: styles.about }, createElement(Words, { sentence })),
  )
  return createElement(
    'tr',
    asRole('row'),
    createElement(
      'th',
      { scope: 'row', ...asRole('rowheader') },
      createElement(Words, { sentence: head }),
      ...lines,
    ),
    ...cells.map((sentence, index) =>
      createElement(
        'td',
        {
          className: classNames(textOf(sentence) === '–' && styles.empty),
          'data-label': columns[index],
          ...asRole('cell'),
        },
        createElement('span', null, createElement(Words, { sentence })),
      ),
    ),
  )
}
