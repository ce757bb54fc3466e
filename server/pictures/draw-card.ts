import { endsInClose, formatPrice, type PriceStyle, priceStyleOf } from '../../shared/format-price.ts'
import { formatDay, formatLongDay } from '../../shared/format-date.ts'
import { formatPercent } from '../../shared/format-number.ts'
import type { AssetType, StockResponse } from '../../shared/market-contract.ts'
import { fitHeading, fitLine, fitLines, toDrawable, widthOf } from './card-text.ts'
import { COLOURS, drawText, round, textElement } from './svg-parts.ts'

const WIDTH = 1200
const HEIGHT = 630
const LEFT = 64
const RIGHT = WIDTH - LEFT
const SITE_NAME_WIDTH = 520

const TYPES: Readonly<Record<AssetType, string>> = {
  equity: 'Stock',
  etf: 'ETF',
  fund: 'Fund',
  index: 'Index',
  currency: 'Currency pair',
  future: 'Future',
  coin: 'Coin',
}

/** The site whose cards they are. */
export interface CardSite {
  readonly name: string
  /** The site's origin: scheme and host. */
  readonly url: string
}

/** Draws the card of an asset: name, price, line of closes, date and source.
 *  @returns SVG, 1200 x 630 */
export function drawAssetCard(stock: StockResponse, site: CardSite): string {
  const { ticker, meta, info } = stock
  const heading = fitHeading(toDrawable(info['Company Name']), ticker, { width: RIGHT - LEFT })
  const baselines = heading.lines.length === 1 ? [218] : [186, 186 + heading.size * 1.12]
  return svg([
    meta.sample ? drawSampleMarks() : '',
    drawSiteName(site),
    drawText(describeType(stock), {
      x: RIGHT,
      y: 116,
      size: 28,
      anchor: 'end',
      width: 500,
      fill: COLOURS.quiet,
    }),
    ...heading.lines.map((line, index) =>
      textElement(line, { x: LEFT, y: baselines[index] ?? 0, size: heading.size, isStrong: true }),
    ),
    drawPrices(stock),
    drawText(describeAge(stock), { x: LEFT, y: 592, size: 26, width: 680, fill: COLOURS.quiet }),
    drawText(new URL(site.url).host, {
      x: RIGHT,
      y: 592,
      size: 26,
      anchor: 'end',
      width: 360,
      fill: COLOURS.quiet,
    }),
  ])
}

/** Draws the card of an edition: headline and day; only the day if the font cannot draw the headline.
 *  @returns SVG, 1200 x 630 */
export function drawEditionCard(
  { subject, date }: { readonly subject: string; readonly date: string },
  site: CardSite,
): string {
  const day = formatLongDay(date)
  const headline = fitLines(toDrawable(subject) ?? day, {
    width: RIGHT - LEFT,
    sizes: [92, 84, 76, 68, 60],
    most: 3,
  })
  return svg([
    drawSiteName(site),
    ...headline.lines.map((line, index) =>
      textElement(line, {
        x: LEFT,
        y: 250 + index * headline.size * 1.14,
        size: headline.size,
        isStrong: true,
      }),
    ),
    `<path d="M${LEFT} 528H${RIGHT}" stroke="${COLOURS.line}" stroke-width="2"/>`,
    drawText(day, { x: LEFT, y: 584, size: 30, width: 680, fill: COLOURS.quiet }),
    drawText(new URL(site.url).host, {
      x: RIGHT,
      y: 584,
      size: 30,
      anchor: 'end',
      width: 360,
      fill: COLOURS.quiet,
    }),
  ])
}

/** Draws the card of every other page.
 *  @returns SVG, 1200 x 630 */
export function drawSiteCard(site: CardSite): string {
  const name = fitLine(toDrawable(site.name) ?? new URL(site.url).host, {
    width: RIGHT - LEFT - 168,
    sizes: [104, 88, 72, 60, 48],
  })
  return svg([
    drawMark({ x: LEFT, y: 150, size: 132 }),
    ...name.lines.map((line) =>
      textElement(line, { x: LEFT + 168, y: 250, size: name.size, isStrong: true }),
    ),
    textElement('Money news for people who work for it', { x: LEFT, y: 392, size: 52 }),
    textElement('One free email every Monday. Look up any stock or coin.', {
      x: LEFT,
      y: 456,
      size: 34,
      fill: COLOURS.quiet,
    }),
    `<path d="M${LEFT} 528H${RIGHT}" stroke="${COLOURS.line}" stroke-width="2"/>`,
    drawText(new URL(site.url).host, { x: LEFT, y: 584, size: 30, width: RIGHT - LEFT, fill: COLOURS.quiet }),
  ])
}

function drawPrices(stock: StockResponse): string {
  const { dates, prices } = stock
  const firstDay = dates[0]
  const first = prices[0]
  const last = prices.at(-1)
  if (firstDay === undefined || first === undefined || last === undefined) return ''
  const colour = prices.length === 1 ? COLOURS.text : last > first ? COLOURS.rise : COLOURS.fall
  const price = fitFigure(describePrice(last, priceStyleOf(stock)), { width: 660, sizes: [76, 64, 52, 44] })
  const changeX = LEFT + (price === undefined ? 0 : widthOf(price.text, price.size) + 28)
  return [
    price ? textElement(price.text, { x: LEFT, y: 330, size: price.size, isStrong: true }) : '',
    dates.length > 1 && first > 0 ? drawChange({ x: changeX, first, last, firstDay, colour }) : '',
    drawPriceLine(prices, {
      box: { left: LEFT, right: RIGHT, top: 372, bottom: 532 },
      colour,
      axisColour: COLOURS.line,
    }),
  ].join('')
}

function drawChange(change: {
  x: number
  first: number
  last: number
  firstDay: string
  colour: string
}): string {
  const { x, first, last, firstDay, colour } = change
  const textX = last === first ? x : x + 38
  const percent = fitFigure(formatPercent((last - first) / first, { sign: 'always' }), {
    width: RIGHT - textX,
    sizes: [36, 28, 22],
  })
  if (percent === undefined) return ''
  const arrow = last > first ? 'M0 20 13 0l13 20z' : 'M0 0h26L13 20z'
  return [
    last === first ? '' : `<path d="${arrow}" fill="${colour}" transform="translate(${round(x)} 276)"/>`,
    textElement(percent.text, {
      x: textX,
      y: 298,
      size: percent.size,
      fill: last === first ? COLOURS.text : colour,
      isStrong: true,
    }),
    textElement(`since ${formatDay(firstDay)}`, { x, y: 332, size: 26, fill: COLOURS.quiet }),
  ].join('')
}

/** @returns undefined if no size fits: a shortened number would be a different number */
function fitFigure(
  text: string,
  place: { width: number; sizes: readonly number[] },
): { text: string; size: number } | undefined {
  const { lines, size } = fitLine(text, place)
  return lines[0] === text ? { text, size } : undefined
}

/** Formats a price with the currency's sign if the font has it, else with its code. */
function describePrice(price: number, style: PriceStyle): string {
  const plain = formatPrice(price, { ...style, unit: undefined })
  return toDrawable(formatPrice(price, style)) ?? toDrawable(`${plain} ${style.unit}`) ?? plain
}

/** @returns e.g. 'Stock · NasdaqGS'; '' if neither is known */
function describeType({ meta, info }: StockResponse): string {
  const type = meta.type ? TYPES[meta.type] : meta.kind === 'crypto' ? TYPES.coin : undefined
  const exchange = toDrawable(info['Primary exchange'] ?? '')
  return [type, exchange].filter((part) => part !== undefined).join(' · ')
}

function describeAge(stock: StockResponse): string {
  const { dates, meta } = stock
  const day = dates.at(-1)
  const age = day === undefined ? '' : `${endsInClose(stock) ? 'Close' : 'Price'} of ${formatDay(day)} · `
  return `${age}Source: ${toDrawable(meta.source.name) ?? new URL(meta.source.url).host}`
}

function drawSampleMarks(): string {
  return [
    `<rect width="${WIDTH}" height="54" fill="${COLOURS.action}"/>`,
    textElement('Sample data: not real prices', {
      x: WIDTH / 2,
      y: 38,
      size: 30,
      anchor: 'middle',
      fill: COLOURS.onAction,
      isStrong: true,
    }),
    `<g transform="rotate(-14 600 420)" opacity="0.22">`,
    textElement('SAMPLE', {
      x: WIDTH / 2,
      y: 490,
      size: 200,
      anchor: 'middle',
      fill: COLOURS.quiet,
      isStrong: true,
    }),
    '</g>',
  ].join('')
}

function drawSiteName(site: CardSite): string {
  const name = toDrawable(site.name) ?? new URL(site.url).host
  return [
    drawMark({ x: LEFT, y: 80, size: 52 }),
    drawText(name, { x: LEFT + 70, y: 118, size: 34, width: SITE_NAME_WIDTH, isStrong: true }),
  ].join('')
}

/** Draws the same mark as client/assets/icon.svg. */
function drawMark({ x, y, size }: { x: number; y: number; size: number }): string {
  return (
    `<g transform="translate(${x} ${y}) scale(${size / 32})"><rect width="32" height="32" rx="6" fill="${COLOURS.action}"/>` +
    `<g fill="none" stroke="${COLOURS.onAction}"><path stroke-width="2.5" d="M6.25 25.25v-9.5l3.5-5.5h12.5l3.5 5.5v9.5zM6.25 15.75h19.5M12 10.25v-4h8v4"/>` +
    `<path stroke-width="3.5" d="M16 13.5v5.5"/></g></g>`
  )
}

function svg(parts: readonly string[]): string {
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" font-family="Archivo">` +
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="${COLOURS.ground}"/>${parts.join('')}</svg>`
  )
}

/** In pixels. */
interface Box {
  left: number
  right: number
  top: number
  bottom: number
}

/** Draws the closes as a line over a shaded area, with its end marked; a single close is a dot.
 *  @param prices  oldest first, at least one
 *  @returns SVG elements */
function drawPriceLine(
  prices: readonly number[],
  { box, colour, axisColour }: { box: Box; colour: string; axisColour: string },
): string {
  const low = prices.reduce((least, price) => Math.min(least, price))
  const high = prices.reduce((most, price) => Math.max(most, price))
  const x = (index: number) =>
    prices.length === 1
      ? (box.left + box.right) / 2
      : box.left + (index / (prices.length - 1)) * (box.right - box.left)
  const y = (price: number) =>
    high === low
      ? (box.top + box.bottom) / 2
      : box.bottom - ((price - low) / (high - low)) * (box.bottom - box.top)
  const points = prices.map((price, index) => `${round(x(index))} ${round(y(price))}`)
  const line = `M${points.join('L')}`
  // Leave room under the lowest close, so that it does not look like zero.
  const floor = box.bottom + 16
  return [
    `<path d="M${box.left} ${floor}H${box.right}" stroke="${axisColour}" stroke-width="2"/>`,
    prices.length > 1
      ? `<path d="${line}L${box.right} ${floor}L${box.left} ${floor}z" fill="${colour}" fill-opacity="0.12"/>` +
        `<path d="${line}" fill="none" stroke="${colour}" stroke-width="4" stroke-linejoin="round" stroke-linecap="round"/>`
      : '',
    `<circle cx="${points.at(-1)?.replace(' ', '" cy="')}" r="8" fill="${colour}"/>`,
  ].join('')
}
