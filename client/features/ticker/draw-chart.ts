import {
  ColorType,
  createChart,
  LineSeries,
  LineStyle,
  TickMarkType,
  TrackingModeExitMode,
  type ChartOptions,
  type DeepPartial,
  type MouseEventParams,
  type Time,
} from 'lightweight-charts'

import { formatDayOfYear } from '../../../shared/format-date.ts'
import { formatMoney } from '../../../shared/format-money.ts'
import { PLOT_MARGINS } from './plot-margins.ts'
import type { PricePoint, PriceSummary } from './price-points.ts'
import { tickMarkLength } from './tick-mark-length.ts'

export interface ChartSeries {
  points: readonly PricePoint[]
  direction: PriceSummary['direction']
  currency: string | undefined
}

/** A close under the pointer, and where it is in the chart's box, CSS pixels. */
export interface HoveredPoint extends PricePoint {
  x: number
  y: number
  /** True in the right half, where a tooltip has its room to the left. */
  isRight: boolean
}

export interface PriceChart {
  show(series: ChartSeries): void
  remove(): void
}

const FONT_SIZE = 12
const LINE_WIDTH = 2
/** From here on the scale's labels do without cents: they would make it wider than its place. */
const CENTS_END = 10_000

/** Draws the price line with lightweight-charts into a box, at the size of the box, now and when that changes.
 *  @param onHover  told of the close under the pointer, and of undefined when there is none */
export function createPriceChart(
  box: HTMLElement,
  { onHover }: { onHover: (point: HoveredPoint | undefined) => void },
): PriceChart {
  const token = (name: string) => getComputedStyle(box).getPropertyValue(name).trim()
  const chart = createChart(box, chartOptions(token))
  const line = chart.addSeries(LineSeries, {
    lineWidth: LINE_WIDTH,
    crosshairMarkerVisible: false,
    priceLineVisible: false,
    lastValueVisible: false,
    pointMarkersVisible: false,
  })

  const fit = () => {
    const { width, height } = box.getBoundingClientRect()
    chart.applyOptions({
      width,
      height,
      timeScale: { tickMarkMaxCharacterLength: tickMarkLength(width, FONT_SIZE) },
    })
    chart.timeScale().fitContent()
  }
  const observer = new ResizeObserver(fit)
  observer.observe(box)

  const hover = ({ point, time, seriesData }: MouseEventParams) => {
    const value = seriesData.get(line)
    if (!point || typeof time !== 'string' || !value || !('value' in value)) return onHover(undefined)
    const isRight = point.x > chart.timeScale().width() / 2
    onHover({ day: time, price: value.value, x: point.x, y: point.y, isRight })
  }
  chart.subscribeCrosshairMove(hover)
  // A tap moves no crosshair of its own.
  chart.subscribeClick((event) => {
    const value = event.seriesData.get(line)
    if (event.time !== undefined && value && 'value' in value) {
      chart.setCrosshairPosition(value.value, event.time, line)
    }
    hover(event)
  })

  return {
    show({ points, direction, currency }) {
      line.applyOptions({
        color: token(direction === 'rise' ? '--rise' : '--fall'),
        priceFormat: {
          type: 'custom',
          formatter: (price: number) =>
            formatMoney(price, currency, { cents: price >= CENTS_END ? 'rounded' : 'shown' }),
          minMove: smallestStep(points),
        },
      })
      line.setData(points.map(({ day, price }) => ({ time: day, value: price })))
      fit()
    },
    remove() {
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
      fixLeftEdge: true,
      fixRightEdge: true,
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
    trackingMode: { exitMode: TrackingModeExitMode.OnTouchEnd },
  }
}

/** Days, and the year where one begins. */
function formatTickMark(day: Time, type: TickMarkType): string | null {
  // Times are given as days; the library's type allows for others, and null leaves them to it.
  if (typeof day !== 'string') return null
  return type === TickMarkType.Year ? day.slice(0, 4) : formatDayOfYear(day)
}

/** What tells two prices apart on the scale: a cent, or less for what costs less than one. */
function smallestStep(points: readonly PricePoint[]): number {
  const highest = Math.max(...points.map(({ price }) => price))
  return highest >= 1 || highest <= 0 ? 0.01 : 10 ** (Math.floor(Math.log10(highest)) - 3)
}
