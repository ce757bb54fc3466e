import { formatCompactNumber } from '../../../../shared/format-number.ts'
import { formatPrice, type PriceStyle } from '../../../../shared/format-price.ts'
import { classNames } from '../../../ui/primitives.tsx'
import { createChangeLabels, createScaleLabels, createValueScale, listDayTicks } from './chart-scale.ts'
import { nameWhenShort, type DayClock } from './day-prices.ts'
import type { ComparedCloses } from './compare-closes.ts'
import styles from './drawn-chart.module.css'
import type { MarkGroup } from './list-marks.ts'
import { MarkSign } from './mark-sign.tsx'
import { type PricePoint, type PriceSummary, thinLine } from './price-points.ts'

/** What a chart shows. */
export interface ChartData {
  /** Oldest first, at least one. */
  points: readonly PricePoint[]
  summary: PriceSummary
  priceStyle: PriceStyle
  /** Set if the points are moments of one day. */
  clock?: DayClock | undefined
  /** One per point; omitted if none is known. */
  volumes: readonly (number | null)[] | undefined
  /** Another asset to compare with: both are drawn as changes, the points from the first day that both have. */
  compared: { name: string; closes: ComparedCloses } | undefined
}

const WIDTH = 1_000
const HEIGHT = 400
const SLICES = 250
/** The most bars that can be told apart. */
const MOST_BARS = 400
/** Heights below the plot in CSS pixels, repeated in drawn-chart.module.css. */
const VOLUME_PX = 44
const LANE_PX = 34
/** Closer to the last price than this, as a share of the plot's height, a label would be hidden by its tag. */
const UNDER_TAG = 0.07
const CHARACTER_PX = 7.2

/** The chart as SVG, the same on the server and in the browser: area and line, volume, days, and the marks below. Positions
 *  are shares of the box and sizes are pixels, so that it fits every width without a script and no text is stretched.
 *  @param groups  omitted if there is no lane for marks
 *  @param cursor  the index of a close to point at
 *  @param chosen  the group to ring */
export function DrawnChart({
  data,
  groups,
  cursor,
  chosen,
}: {
  data: ChartData
  groups: readonly MarkGroup[] | undefined
  cursor: number | undefined
  chosen: MarkGroup | undefined
}) {
  const { points, volumes, compared, clock } = data
  const days = points.map(({ day }) => day)
  const { line, other, scale, labels } = placeValues(data)
  const drawn = drawLine(line, scale.toY)
  const lastY = scale.toY(line.at(-1) ?? 0)
  const bars = volumes && drawVolumes(volumes)
  const below = (bars ? VOLUME_PX : 0) + (groups ? LANE_PX : 0)
  const xOf = (index: number) => percent((index + 0.5) / points.length)
  return (
    <svg className={styles.plot} aria-hidden="true">
      {scale.ticks.map(({ y, label }) => (
        <g key={y}>
          <line className={styles.grid} x1="0" x2="100%" y1={percent(y)} y2={percent(y)} />
          {Math.abs(y - lastY) > UNDER_TAG && (
            <text x="100%" dx="8" y={percent(y)} dy="0.35em">
              {label}
            </text>
          )}
        </g>
      ))}
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none">
        <defs>
          <linearGradient id="chart-area" x1="0" y1="0" x2="0" y2="1">
            <stop className={styles.areaTop} offset="0" />
            <stop className={styles.areaBottom} offset="1" />
          </linearGradient>
        </defs>
        {points.length > 1 && <polygon points={closeArea(drawn)} fill="url(#chart-area)" />}
        {other && (
          <polyline
            className={styles.other}
            points={drawLine(other, scale.toY)}
            vectorEffect="non-scaling-stroke"
          />
        )}
        <polyline
          className={classNames(styles.line, points.length === 1 && styles.single)}
          points={drawn}
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      {!compared && <Extremes data={data} toY={scale.toY} xOf={xOf} />}
      {other && compared && <OtherName name={compared.name} y={scale.toY(other.at(-1) ?? 0)} lastY={lastY} />}
      <LastTag y={lastY} text={labels.format(line.at(-1) ?? 0)} />
      {/* Everything below the plot is positioned from its lower edge. */}
      <svg className={styles.free} y="100%">
        {bars && <Volumes {...bars} />}
        <line className={styles.axis} x1="0" x2="100%" y1={bars ? VOLUME_PX : 0} y2={bars ? VOLUME_PX : 0} />
        {groups?.map((group) => (
          <MarkSign
            key={group.x}
            group={group}
            x={percent(group.x)}
            y={below - LANE_PX / 2}
            isChosen={group === chosen}
          />
        ))}
        {listDayTicks(days, clock).map(({ index, label, isMinor }) => (
          <text
            key={index}
            className={classNames(styles.day, isMinor && styles.minor)}
            x={xOf(index)}
            y={below + 18}
          >
            {label}
          </text>
        ))}
      </svg>
      {cursor !== undefined && (
        <line className={styles.cursor} x1={xOf(cursor)} x2={xOf(cursor)} y1="0" y2="100%" />
      )}
    </svg>
  )
}

const percent = (share: number) => `${(share * 100).toFixed(2)}%`

/** The values drawn, prices or changes, with their scale. */
function placeValues({ points, summary, priceStyle, compared }: ChartData) {
  if (!compared) {
    const span = { low: summary.low.price, high: summary.high.price }
    const labels = createScaleLabels(span, priceStyle)
    const line = points.map(({ price }) => price)
    return { line, other: undefined, labels, scale: createValueScale(span, labels) }
  }
  const { own: line, other } = compared.closes
  const span = { low: Infinity, high: -Infinity }
  for (const values of [line, other])
    for (const value of values) {
      span.low = Math.min(span.low, value)
      span.high = Math.max(span.high, value)
    }
  const labels = createChangeLabels()
  return { line, other, labels, scale: createValueScale(span, labels) }
}

/** Each value is in the middle of its column. */
function drawLine(values: readonly number[], toY: (value: number) => number): string {
  const places = thinLine(values, { slices: SLICES })
  // A line from a value to itself is a dot.
  return [...places, ...(places.length === 1 ? places : [])]
    .map(
      ({ index, value }) =>
        `${(((index + 0.5) / values.length) * WIDTH).toFixed(1)},${(toY(value) * HEIGHT).toFixed(1)}`,
    )
    .join(' ')
}

function closeArea(line: string): string {
  const [start] = line.split(',')
  const end = line.slice(line.lastIndexOf(' ') + 1).split(',')[0]
  return `${start},${HEIGHT} ${line} ${end},${HEIGHT}`
}

/** The labels of the highest and the lowest close, above and below the line, where the scale leaves room. */
function Extremes({
  data: { points, summary, priceStyle, clock },
  toY,
  xOf,
}: {
  data: ChartData
  toY: (value: number) => number
  xOf: (index: number) => string
}) {
  const { low, high } = summary
  const span = { first: summary.first.day, last: summary.last.day }
  if (low.price === high.price) return null
  return [
    { name: 'High', point: high, dy: -9 },
    { name: 'Low', point: low, dy: 18 },
  ].map(({ name, point, dy }) => {
    const index = points.indexOf(point)
    const share = (index + 0.5) / points.length
    return (
      <text
        key={name}
        className={styles.extreme}
        textAnchor={share < 0.2 ? 'start' : share > 0.8 ? 'end' : 'middle'}
        x={share < 0.2 ? '0' : share > 0.8 ? '100%' : xOf(index)}
        y={percent(toY(point.price))}
        dy={dy}
      >
        {name} {formatPrice(point.price, priceStyle)}
        <tspan className={styles.minor}>, {nameWhenShort(point.day, clock, span)}</tspan>
      </text>
    )
  })
}

/** A label at the end of its line, on the side facing away from the other line. */
function OtherName({ name, y, lastY }: { name: string; y: number; lastY: number }) {
  return (
    <text
      className={styles.otherName}
      x="100%"
      dx="-6"
      y={percent(y)}
      dy={y < lastY ? -8 : 18}
      textAnchor="end"
    >
      {name}
    </text>
  )
}

function LastTag({ y, text }: { y: number; text: string }) {
  return (
    <svg className={styles.free} x="100%" y={percent(y)}>
      <rect className={styles.tag} x="3" y="-10" rx="3" width={text.length * CHARACTER_PX + 9} height="20" />
      {/* Fonts differ in width: the tag's width is kept. */}
      <text
        className={styles.tagText}
        x="8"
        dy="0.35em"
        textLength={text.length * CHARACTER_PX}
        lengthAdjust="spacingAndGlyphs"
      >
        {text}
      </text>
    </svg>
  )
}

/** For many days, the mean of those that share a bar.
 *  @returns undefined if nothing was traded */
function drawVolumes(volumes: readonly (number | null)[]) {
  const perBar = Math.ceil(volumes.length / MOST_BARS)
  const means = Array.from({ length: Math.ceil(volumes.length / perBar) }, (_, bar) => {
    const known = volumes.slice(bar * perBar, (bar + 1) * perBar).filter((volume) => volume !== null)
    return known.reduce((sum, volume) => sum + volume, 0) / Math.max(1, known.length)
  })
  const most = Math.max(...means)
  if (most === 0) return undefined
  const column = (WIDTH * perBar) / volumes.length
  const height = VOLUME_PX - 8
  const path = means
    .map((mean, bar) => {
      const [x, y] = [bar * column + column * 0.2, VOLUME_PX - (height * mean) / most]
      return `M${x.toFixed(1)} ${VOLUME_PX}V${y.toFixed(1)}h${(column * 0.6).toFixed(1)}V${VOLUME_PX}z`
    })
    .join('')
  return { path, most }
}

function Volumes({ path, most }: NonNullable<ReturnType<typeof drawVolumes>>) {
  return (
    <>
      <svg height={VOLUME_PX} viewBox={`0 0 ${WIDTH} ${VOLUME_PX}`} preserveAspectRatio="none">
        <path className={styles.volume} d={path} />
      </svg>
      <text x="100%" dx="8" y="18">
        Vol.
      </text>
      <text x="100%" dx="8" y="34">
        {formatCompactNumber(most)}
      </text>
    </>
  )
}
