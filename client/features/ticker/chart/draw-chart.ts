import {
  ColorType,
  createChart,
  LineSeries,
  LineStyle,
  TickMarkType,
  type ChartOptions,
  type DeepPartial,
  type IPriceLine,
  type Logical,
  type Time,
} from 'lightweight-charts'

import { formatDayOfYear } from '../../../../shared/format-date.ts'
import type { PriceStyle } from '../../../../shared/format-price.ts'
import { followPointer } from './follow-pointer.ts'
import { createScaleLabels, PLOT_MARGINS, tickMarkLength } from './chart-scale.ts'
import type { PricePoint, PriceSummary } from './price-points.ts'

export interface ChartSeries {
  points: readonly PricePoint[]
  summary: PriceSummary
  priceStyle: PriceStyle
}

/** A close that is pointed at, and where it is in the chart's box, CSS pixels. */
export interface MarkedPoint extends PricePoint {
  x: number
  y: number
  /** True in the right half, where a tooltip has its room to the left. */
  isRight: boolean
}

export interface DrawnChart {
  show(series: ChartSeries): void
  /** Points at a close, as a pointer would. `index` is its place in the series; undefined points at none. */
  mark(index: number | undefined): void
  remove(): void
}

const FONT_SIZE = 12
const LINE_WIDTH = 2
const POINT_RADIUS = 4

/** Draws the price line with lightweight-charts into a box, at the size of the box, now and when that changes.
 *  @param onMark  told of the close that is pointed at, and of undefined when there is none */
export function createPriceChart(
  box: HTMLElement,
  { onMark }: { onMark: (point: MarkedPoint | undefined) => void },
): DrawnChart {
  const token = (name: string) => getComputedStyle(box).getPropertyValue(name).trim()
  const chart = createChart(box, chartOptions(token))
  const timeScale = chart.timeScale()
  const line = chart.addSeries(LineSeries, {
    lineWidth: LINE_WIDTH,
    crosshairMarkerVisible: false,
    priceLineVisible: false,
    lastValueVisible: false,
    pointMarkersRadius: POINT_RADIUS,
  })
  let points: readonly PricePoint[] = []
  let marked: number | undefined
  let levelLabel: IPriceLine | undefined

  /** Around one price the library would count in its smallest steps: only the price itself is written. */
  const labelLevel = (price: number | undefined) => {
    if (levelLabel) line.removePriceLine(levelLabel)
    levelLabel =
      price === undefined
        ? undefined
        : line.createPriceLine({
            price,
            lineVisible: false,
            axisLabelVisible: true,
            axisLabelColor: token('--ground'),
            axisLabelTextColor: token('--text-quiet'),
          })
    chart.applyOptions({ grid: { horzLines: { visible: price === undefined } } })
  }

  const mark = (index: number | undefined) => {
    marked = index
    const point = index === undefined ? undefined : points[index]
    const x = point && timeScale.logicalToCoordinate(index as Logical)
    const y = point && line.priceToCoordinate(point.price)
    if (!point || typeof x !== 'number' || typeof y !== 'number') {
      chart.clearCrosshairPosition()
      onMark(undefined)
      return
    }
    chart.setCrosshairPosition(point.price, point.day, line)
    onMark({ ...point, x, y, isRight: x > timeScale.width() / 2 })
  }

  const fit = () => {
    const { width, height } = box.getBoundingClientRect()
    const isLine = points.length > 1
    chart.applyOptions({
      width,
      height,
      timeScale: {
        tickMarkMaxCharacterLength: tickMarkLength(width, FONT_SIZE),
        // Between fixed edges the library finds no room for a lone close, and throws.
        fixLeftEdge: isLine,
        fixRightEdge: isLine,
      },
    })
    if (isLine) timeScale.fitContent()
    else timeScale.setVisibleLogicalRange({ from: -1, to: 1 })
  }
  const observer = new ResizeObserver(() => {
    fit()
    if (marked !== undefined) mark(marked)
  })
  observer.observe(box)

  // The library's own pointing needs a long press of a finger; in the box's style its canvases let pointers through.
  const stopFollowing = followPointer(box, (x) => {
    const place = x === undefined ? null : timeScale.coordinateToLogical(x)
    const index = place === null ? undefined : Math.min(points.length - 1, Math.max(0, Math.round(place)))
    if (index !== marked) mark(index)
  })

  return {
    show(series) {
      points = series.points
      mark(undefined)
      const { low, high } = series.summary
      const isLevel = low.price === high.price
      const labels = createScaleLabels(series.summary, series.priceStyle)
      line.applyOptions({
        color: token('--line-colour'),
        // One close makes no line.
        lineVisible: points.length > 1,
        pointMarkersVisible: points.length === 1,
        priceFormat: {
          type: 'custom',
          formatter: labels.format,
          tickmarksFormatter: isLevel
            ? (prices: readonly number[]) => prices.map(() => '')
            : labels.formatTicks,
          minMove: labels.step,
        },
      })
      labelLevel(isLevel ? high.price : undefined)
      line.setData(points.map(({ day, price }) => ({ time: day, value: price })))
      fit()
    },
    mark,
    remove() {
      stopFollowing()
      observer.disconnect()
      chart.remove()
    },
  }
}

function chartOptions(token: (name: string) => string): DeepPartial<ChartOptions> {
  return {
    layout: {
      background: { type: ColorType.Solid, color: 'transparent' },
      textColor: token('--text-quiet'),
      fontFamily: token('--font-body'),
      fontSize: FONT_SIZE,
      // It would inject a <style>, which the content security policy refuses; the credit stands on a page of ours.
      attributionLogo: false,
    },
    localization: { locale: 'en-US' },
    grid: { vertLines: { visible: false }, horzLines: { color: token('--line') } },
    rightPriceScale: {
      borderVisible: false,
      // No label cut in half at the edge.
      entireTextOnly: true,
      minimumWidth: PLOT_MARGINS.rightPx,
      scaleMargins: { top: PLOT_MARGINS.topShare, bottom: PLOT_MARGINS.bottomShare },
    },
    timeScale: {
      borderColor: token('--line'),
      minimumHeight: PLOT_MARGINS.bottomPx,
      timeVisible: false,
      minBarSpacing: 0.001,
      tickMarkFormatter: formatTickMark,
    },
    crosshair: {
      horzLine: { visible: false, labelVisible: false },
      vertLine: {
        color: token('--text-quiet'),
        style: LineStyle.Dotted,
        width: 1,
        labelVisible: false,
      },
    },
    // The whole range is in view: there is nothing to scroll to, and the page keeps its own gestures.
    handleScroll: { mouseWheel: false, pressedMouseMove: false, horzTouchDrag: false, vertTouchDrag: false },
    handleScale: false,
  }
}

/** Days, and the year where one begins. */
function formatTickMark(day: Time, type: TickMarkType): string | null {
  // Times are given as days; the library's type allows for others, and null leaves them to it.
  if (typeof day !== 'string') return null
  return type === TickMarkType.Year ? day.slice(0, 4) : formatDayOfYear(day)
}
