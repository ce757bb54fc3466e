import type { StatsResponse } from '../../../shared/market-contract.ts'
import { arrangeStats } from './arrange-stats.ts'
import styles from './key-statistics.module.css'
import { SourceLine } from './source-line.tsx'
import type { Background } from './use-background-data.ts'

/** Key Statistics in labelled groups. Goes away where they could not be had: that is logged, not shown. */
export function KeyStatistics({ block }: { block: Background<StatsResponse> }) {
  if (block.status === 'failed') return null
  if (block.status === 'loading') {
    return (
      <section className={styles['section']} aria-busy="true">
        <h2>Key Statistics</h2>
        <p className={styles['loading']}>Loading...</p>
      </section>
    )
  }
  const { stats, meta } = block.data
  const groups = arrangeStats(stats, meta.currency)
  if (groups.length === 0) return null
  return (
    <section className={styles['section']}>
      <h2>Key Statistics</h2>
      <div className={styles['groups']}>
        {groups.map(({ title, stats }) => (
          <section className={styles['group']} key={title}>
            <h3 className={styles['title']}>{title}</h3>
            <dl>
              {stats.map(({ key, name, value }) => (
                <div className={styles['stat']} key={key}>
                  <dt>{name}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <SourceLine meta={meta} />
    </section>
  )
}
