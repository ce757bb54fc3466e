import { useState } from 'react'

import type { StatsResponse } from '../../../../shared/market-contract.ts'
import type { Answer } from '../../../lib/api-client.ts'
import { classNames, VisuallyHidden } from '../../../ui/primitives.tsx'
import { SourceLine } from '../source-line.tsx'
import { isLost } from '../use-part.ts'
import { NOT_KNOWN, type KeyFigure } from './choose-stats.ts'
import styles from './key-figures.module.css'

/** The figures that people look for first, in a row under the price. They arrive after the prices, in places reserved for
 *  them; what the source lacks is shown as not known, and one line says so if it has none of them. Nothing is shown if they could
 *  not be loaded. */
export function KeyFigures({
  figures,
  answer,
}: {
  figures: readonly KeyFigure[]
  answer: Answer<StatsResponse> | undefined
}) {
  const [wasLate] = useState(answer === undefined)
  if (figures.length === 0) return null
  if (isLost(answer)) return wasLate && <div className={styles.late} />
  if (answer && figures.every(({ stat, lacking }) => stat === undefined && lacking === NOT_KNOWN)) {
    return (
      <section className={classNames(styles.none, wasLate && styles.late)} aria-label="Key figures">
        <p>Statistics: not known here.</p>
      </section>
    )
  }
  return (
    <section className={styles.section} aria-label="Key figures" aria-busy={answer === undefined}>
      <dl className={styles.figures}>
        {figures.map(({ name, stat, lacking, note, mayHaveNote }) => (
          <div className={styles.figure} key={name}>
            <dt>{name}</dt>
            <dd className={styles.value}>
              {stat && <span title={stat.exact}>{stat.text}</span>}
              {!stat && answer && <span className={styles.unknown}>{lacking}</span>}
              {!stat && !answer && (
                <>
                  <span aria-hidden="true">…</span>
                  <VisuallyHidden>not here yet</VisuallyHidden>
                </>
              )}
            </dd>
            {mayHaveNote && <dd className={styles.note}>{note}</dd>}
          </div>
        ))}
      </dl>
      <div className={styles.source}>{answer?.ok && <SourceLine meta={answer.data.meta} />}</div>
    </section>
  )
}
