import { formatDay } from '../../../../shared/format-date.ts'
import { formatCompactNumber, formatPercent } from '../../../../shared/format-number.ts'
import { formatPrice } from '../../../../shared/format-price.ts'
import { classNames } from '../../../ui/primitives.tsx'
import styles from './chart-readout.module.css'
import { nameWhen } from './day-prices.ts'
import type { ChartData } from './drawn-chart.tsx'
import { describeGroup, MARK_KINDS, type Mark, type MarkGroup, type MarkKind } from './list-marks.ts'

/** The number of entries shown at first; a larger group says how many more it holds. */
const MOST_WORDS = 2

/** A close with its day and, if known, the volume traded and the other asset's close. */
export function CloseReading({ data, index }: { data: ChartData; index: number }) {
  const point = data.points[index]
  if (!point) return null
  return (
    <>
      <strong>{formatPrice(point.price, data.priceStyle)}</strong>{' '}
      <span>{nameWhen(point.day, data.clock)}</span>
      {describeMore(data, index).map((words) => (
        <span key={words}>{words}</span>
      ))}
    </>
  )
}

function describeMore({ volumes, compared }: ChartData, index: number): string[] {
  const volume = volumes?.[index]
  const [own, other] = [compared?.closes.own[index], compared?.closes.other[index]]
  return [
    ...(own === undefined || other === undefined
      ? []
      : [
          `${formatPercent(own, { sign: 'always' })}; ${compared?.name} ${formatPercent(other, { sign: 'always' })}`,
        ]),
    ...(typeof volume === 'number' ? [`${formatCompactNumber(volume)} traded`] : []),
  ]
}

/** What a screen reader says about a close. */
export function describeReadout(data: ChartData, marks: readonly Mark[], index: number): string {
  const point = data.points[index]
  if (!point) return ''
  const parts = [
    formatPrice(point.price, data.priceStyle),
    ...describeMore(data, index),
    ...marks.filter((mark) => mark.index === index).map(({ words }) => words),
  ]
  return `${nameWhen(point.day, data.clock)}: ${parts.join('; ')}`
}

/** A mark, with its day and words.
 *  @param isWhole  whether all of a large group are listed
 *  @param onWhole  called to list all of them */
export function GroupReading({
  group,
  isWhole,
  onWhole,
}: {
  group: MarkGroup
  isWhole: boolean
  onWhole: () => void
}) {
  const { title, days } = describeGroup(group)
  const listed = isWhole ? group.marks : group.marks.slice(0, MOST_WORDS)
  const more = group.marks.length - listed.length
  return (
    <>
      <strong>{title}</strong> <span>{days}</span>
      {listed.map(({ kind, day, words, url }, place) => (
        // oxlint-disable-next-line react/no-array-index-key -- the same trade may be reported twice
        <span key={`${place} ${kind} ${day} ${words}`}>
          {isWhole && days !== formatDay(day) && `${formatDay(day)}: `}
          {words}
          {url !== undefined && (
            <>
              {'. '}
              <a href={url}>Record</a>
            </>
          )}
        </span>
      ))}
      {more > 0 && (
        <button type="button" className={styles.more} onClick={onWhole}>
          and {more} more
        </button>
      )}
    </>
  )
}

/** The kinds of marks and how many there are of each. A click hides or shows a kind.
 *  @param onChange  undefined before scripts have loaded, when nothing can be clicked */
export function MarkKey({
  kinds,
  marks,
  hidden,
  hasMixed,
  onChange,
}: {
  kinds: readonly MarkKind[]
  marks: readonly Mark[]
  hidden: readonly MarkKind[]
  /** Whether several kinds share a mark. */
  hasMixed: boolean
  onChange: ((hidden: readonly MarkKind[]) => void) | undefined
}) {
  return (
    <ul className={styles.key} aria-label="What is marked beneath the chart">
      {kinds.map((kind) => {
        const isHidden = hidden.includes(kind)
        const { letter, name, isRound, isFilled } = MARK_KINDS[kind]
        const content = (
          <>
            <span
              className={classNames(styles.sign, isRound && styles.round, isFilled && styles.filled)}
              aria-hidden="true"
            >
              {letter}
            </span>
            {name} <span className={styles.count}>{marks.filter((mark) => mark.kind === kind).length}</span>
          </>
        )
        return (
          <li key={kind}>
            {onChange ? (
              <button
                type="button"
                className={styles.kind}
                aria-pressed={!isHidden}
                onClick={() =>
                  onChange(isHidden ? hidden.filter((other) => other !== kind) : [...hidden, kind])
                }
              >
                {content}
              </button>
            ) : (
              <span className={styles.kind}>{content}</span>
            )}
          </li>
        )
      })}
      {hasMixed && (
        <li className={styles.kind}>
          <span className={classNames(styles.sign, styles.filled, styles.mixed)} aria-hidden="true">
            2
          </span>
          Mixed
        </li>
      )}
    </ul>
  )
}
