import { useId, useState } from 'react'

import type { PriceStyle } from '../../../../shared/format-price.ts'
import type { StatsResponse } from '../../../../shared/market-contract.ts'
import { classNames } from '../../../ui/primitives.tsx'
import { arrangeStats, type ShownStat, type ShownStatGroup, type ShownValue } from './arrange-stats.ts'
import styles from './key-statistics.module.css'
import { SourceLine } from '../source-line.tsx'
import type { Answer } from '../../../lib/api-client.ts'

/** Key Statistics in labelled groups, each with what it means. Goes away where they could not be had: that is logged, not
 *  shown.
 *  @param isCompany  everything else has fewer statistics: less room is held for them
 *  @param priceStyle  of the asset, whose statistics tell no digits, and of an index a currency */
export function KeyStatistics({
  answer,
  isCompany,
  priceStyle,
}: {
  answer: Answer<StatsResponse> | undefined
  isCompany: boolean
  priceStyle?: PriceStyle
}) {
  if (!answer) return <LoadingStatistics isCompany={isCompany} />
  if (!answer.ok) return null
  const { stats, meta } = answer.data
  const groups = arrangeStats(stats, meta, priceStyle)
  if (groups.length === 0) return null
  return (
    <section className={styles.section}>
      <LoadedStatistics groups={groups} />
      <SourceLine meta={meta} />
    </section>
  )
}

/** Holds about the height of what is on its way. */
function LoadingStatistics({ isCompany }: { isCompany: boolean }) {
  return (
    <section className={styles.section} aria-busy="true">
      <div className={styles.head}>
        <h2>Key Statistics</h2>
      </div>
      <div className={classNames(styles.loading, isCompany ? styles.long : styles.short)}>
        <p className={styles.wait}>Loading...</p>
        <p className={styles.unscripted}>
          The statistics and related stocks come with JavaScript, which is off here.
        </p>
        <div className={styles.blanks} aria-hidden="true">
          <span />
          <span />
          <span />
        </div>
      </div>
    </section>
  )
}

/** On a narrow screen the meanings would double the way down the page: there they come when asked for. */
function LoadedStatistics({ groups }: { groups: readonly ShownStatGroup[] }) {
  const [isExplained, setIsExplained] = useState(false)
  const groupsId = useId()
  const hasMeanings = groups.some(({ stats }) => stats.some(({ meaning }) => meaning !== undefined))
  return (
    <>
      <div className={styles.head}>
        <h2>Key Statistics</h2>
        {hasMeanings && (
          <button
            type="button"
            className={styles.toggle}
            aria-expanded={isExplained}
            aria-controls={groupsId}
            onClick={() => setIsExplained(!isExplained)}
          >
            {isExplained ? 'Hide what these mean' : 'What do these mean?'}
          </button>
        )}
      </div>
      <div className={classNames(styles.groups, isExplained && styles.explained)} id={groupsId}>
        {groups.map(({ title, stats }) => (
          <section className={styles.group} key={title}>
            <h3 className={styles.title}>{title}</h3>
            <dl>
              {stats.map((stat) => (
                <Stat stat={stat} key={stat.key} />
              ))}
            </dl>
          </section>
        ))}
      </div>
    </>
  )
}

function Stat({ stat }: { stat: ShownStat }) {
  const { name, meaning } = stat
  return (
    <div className={styles.stat}>
      <dt>{name}</dt>
      <dd className={styles.value}>
        <Value value={stat} />
      </dd>
      {meaning !== undefined && <dd className={styles.meaning}>{meaning}</dd>}
    </div>
  )
}

/** A shortened figure stands for the eyes alone: listeners, and fingers that have no title to hover over, get the whole. */
function Value({ value: { text, exact, href } }: { value: ShownValue }) {
  if (href !== undefined) {
    return (
      <a href={href} rel="noopener noreferrer nofollow">
        {text}
      </a>
    )
  }
  if (exact === undefined) return text
  return (
    <>
      <span title={exact} aria-hidden="true">
        {text}
      </span>
      <span className={styles.exact}>{exact}</span>
    </>
  )
}
