import type { StatsResponse } from '../../../../shared/market-contract.ts'
import type { Answer } from '../../../lib/api-client.ts'
import { VisuallyHidden } from '../../../ui/primitives.tsx'
import { SourceLine } from '../source-line.tsx'
import type { KeyFigure } from './choose-stats.ts'
import styles from './key-figures.module.css'

/** The figures that people look for first, in a row under the price. They arrive after the prices, in places reserved for
 *  them; what the source lacks is shown as not known. */
export function KeyFigures({
  figures,
  answer,
}: {
  figures: readonly KeyFigure[]
  answer: Answer<StatsResponse> | undefined
}) {
  if (figures.length === 0) return null
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
