import { classNames } from '../../../ui/primitives.tsx'
import styles from './drawn-chart.module.css'
import { isMixed, MARK_KINDS, type MarkGroup } from './list-marks.ts'

/** A letter or a count, in a circle for an insider or a dividend, a square for Congress or a split, or a hexagon for several
 *  kinds together. */
export function MarkSign({
  group,
  x,
  y,
  isChosen,
}: {
  group: MarkGroup
  x: string
  y: number
  isChosen: boolean
}) {
  const { marks } = group
  const { letter, isRound, isFilled } = MARK_KINDS[marks[0].kind]
  const hasKinds = isMixed(group)
  const text = marks.length === 1 ? letter : String(marks.length)
  const half = text.length > 1 ? 11 : 9
  return (
    <svg
      className={classNames(
        styles.free,
        styles.mark,
        !hasKinds && !isFilled && styles.outlined,
        isChosen && styles.chosen,
      )}
      x={x}
      y={y}
    >
      <rect
        className={styles.ring}
        x={-half - 3}
        y="-12"
        width={half * 2 + 6}
        height="24"
        rx={isRound || hasKinds ? 12 : 6}
      />
      {hasKinds ? (
        <path d={`M${-half - 2} 0l5 -9h${half * 2 - 6}l5 9l-5 9h${6 - half * 2}z`} />
      ) : (
        <rect x={-half} y="-9" width={half * 2} height="18" rx={isRound ? 9 : 3} />
      )}
      <text dy="0.35em">{text}</text>
    </svg>
  )
}
