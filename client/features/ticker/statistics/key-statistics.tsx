import { Fragment } from 'react'

import type { StatsResponse } from '../../../../shared/market-contract.ts'
import type { Answer } from '../../../lib/api-client.ts'
import { classNames, looks, VisuallyHidden } from '../../../ui/primitives.tsx'
import { More, Pending, Section } from '../sections/section.tsx'
import { isLost } from '../use-part.ts'
import { SourceLine } from '../source-line.tsx'
import type { ShownStat, ShownStatGroup, ShownValue } from './arrange-stats.ts'
import { chooseDozen, type KeyFigure } from './choose-stats.ts'
import styles from './key-statistics.module.css'

/** Key Statistics: the most telling dozen, and the rest one click away, each with its meaning and full figure on demand. If
 *  there are none, one discreet line says so. Disappears if they could not be loaded.
 *  @param groups  of the answer, in their order
 *  @param onTop  the statistics already shown at the top of the screen
 *  @param isCompany  other assets have fewer statistics, so less room is reserved for them */
export function KeyStatistics({
  answer,
  groups,
  onTop,
  isCompany,
}: {
  answer: Answer<StatsResponse> | undefined
  groups: readonly ShownStatGroup[]
  onTop: readonly KeyFigure[]
  isCompany: boolean
}) {
  if (isLost(answer)) return null
  return (
    <Section
      id="statistics"
      title="Key Statistics"
      isBusy={answer === undefined}
      rail={answer?.ok && groups.length > 0 && <SourceLine meta={answer.data.meta} />}
    >
      {!answer && (
        <Pending
          what="The statistics and related stocks"
          className={classNames(styles.pending, isCompany && styles.long)}
        />
      )}
      {answer?.ok === false && <p className={looks.quiet}>No statistics: {answer.detail}</p>}
      {answer?.ok && groups.length === 0 && <p className={looks.quiet}>The source has none.</p>}
      {groups.length > 0 && <Statistics groups={groups} onTop={onTop} />}
    </Section>
  )
}

function Statistics({ groups, onTop }: { groups: readonly ShownStatGroup[]; onTop: readonly KeyFigure[] }) {
  const { dozen, others } = chooseDozen(groups, onTop)
  const count = others.reduce((sum, { stats }) => sum + stats.length, 0)
  return (
    <>
      <StatList stats={dozen} />
      {count > 0 && (
        <More label={`Show ${count} more`}>
          <div className={styles.groups}>
            {others.map(({ title, stats }) => (
              <section key={title}>
                <h3 className={styles.title}>{title}</h3>
                <StatList stats={stats} />
              </section>
            ))}
          </div>
        </More>
      )}
    </>
  )
}

function StatList({ stats }: { stats: readonly ShownStat[] }) {
  return (
    <dl className={styles.list}>
      {stats.map((stat) => (
        <div className={styles.stat} key={stat.key}>
          <dt>
            <Name stat={stat} />
          </dt>
          <dd className={styles.value}>
            <Value value={stat} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Unfolds to its meaning, and to the full figure if it was shortened, even without scripts. */
function Name({ stat: { name, meaning, exact } }: { stat: ShownStat }) {
  if (meaning === undefined && exact === undefined) return name
  return (
    <details>
      <summary className={classNames(looks.explained, looks.unmarked)}>{name}</summary>
      {meaning !== undefined && <p className={styles.meaning}>{meaning}</p>}
      {/* Screen readers have already read it in place of the shortened one. */}
      {exact !== undefined && (
        <p className={styles.meaning} aria-hidden="true">
          Exactly {exact}
        </p>
      )}
    </details>
  )
}

/** A shortened figure is only for the screen; screen readers get the full one. */
function Value({ value: { text, exact, href } }: { value: ShownValue }) {
  if (href !== undefined) {
    return (
      <a href={href} rel="noopener noreferrer nofollow">
        {text.split(/(?=\.)/).map((part) => (
          <Fragment key={part}>
            <wbr />
            {part}
          </Fragment>
        ))}
      </a>
    )
  }
  if (exact === undefined) return text
  return (
    <>
      <span title={exact} aria-hidden="true">
        {text}
      </span>
      <VisuallyHidden>{exact}</VisuallyHidden>
    </>
  )
}
