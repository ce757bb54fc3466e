import { createElement } from 'react'

import type { Sentence, TableContent } from '../../../shared/edition-contract.ts'
import styles from './edition-table.module.css'
import { Words } from './words.tsx'

/** A table of the letter. Where it is wider than the screen it scrolls by itself; the links in it take the keyboard there. */
export function EditionTable({ table }: { table: TableContent }) {
  const { title, columns, rows } = table
  return (
    <div className={styles.frame}>
      <table className={styles.table}>
        <caption>{title}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        {/* As arguments, not as lists: a letter's rows never change, so they need no keys. */}
        {createElement('tbody', null, ...rows.map(createRow))}
      </table>
    </div>
  )
}

function createRow([head = [], ...cells]: readonly Sentence[]) {
  const heading = createElement('th', { scope: 'row' }, createElement(Words, { sentence: head }))
  return createElement(
    'tr',
    null,
    heading,
    ...cells.map((cell) => createElement('td', null, createElement(Words, { sentence: cell }))),
  )
}
