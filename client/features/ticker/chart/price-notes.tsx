import { formatDay } from '../../../../shared/format-date.ts'
import type { PriceStyle } from '../../../../shared/format-price.ts'
import type { StockResponse } from '../../../../shared/market-contract.ts'
import { nameMoment, type DayPrices } from './day-prices.ts'
import styles from './price-history.module.css'
import type { PriceSummary } from './price-points.ts'
import { describeDisagreement, describeLeftOut, describeSuspectDays } from './price-words.ts'

/** Notes on the prices of a day. */
export function DayNotes({ day: { clock, meta }, isCompared }: { day: DayPrices; isCompared: boolean }) {
  const notes = [
    clock.before === undefined
      ? `Prices as traded. Times are ${clock.zone.name}.`
      : `Prices as traded. Times are ${clock.zone.name}, the exchange’s own; the line begins with the close before.`,
    meta.suspectTimes.length > 0 &&
      describeSuspectDays(meta.suspectTimes, (moment) => nameMoment(moment, clock)),
    meta.leftOutTimes && describeLeftOut(meta.leftOutTimes, (moment) => nameMoment(moment, clock)),
    isCompared && 'Prices within a day are not compared: choose 5D or longer for that.',
  ]
  return <Paragraphs notes={notes} />
}

function Paragraphs({ notes }: { notes: readonly (string | false | undefined)[] }) {
  return notes.filter(Boolean).map((note) => (
    <p key={String(note)} className={styles.note}>
      {note}
    </p>
  ))
}

/** Notes on the closes. */
export function Notes({
  stock: { meta, dates },
  other,
  summary,
  priceStyle,
  isAdjusted,
  markedSince,
}: {
  stock: StockResponse
  other: StockResponse | undefined
  summary: PriceSummary | undefined
  priceStyle: PriceStyle
  isAdjusted: boolean
  markedSince: string | undefined
}) {
  if (!summary) return null
  const isShortened = other !== undefined && summary.first.day > (dates[0] ?? '')
  const currencies = [meta.currency, other?.meta.currency]
  const notes = [
    isAdjusted && 'Closes are adjusted for splits and dividends.',
    meta.range === 'MAX' &&
      !meta.volumes &&
      meta.type !== 'currency' &&
      'MAX shows no volume: choose 5Y or shorter for it.',
    markedSince,
    meta.cutAt !== undefined &&
      `Closes before ${formatDay(meta.cutAt)} are left out: next to later ones, the source’s are far off, not above zero, or perhaps not adjusted for a split yet.`,
    !meta.coversRange &&
      meta.cutAt === undefined &&
      `The ${meta.stale ? 'chart' : 'history from this source'} starts on ${formatDay(summary.first.day)}${meta.stale ? ': more could not be had just now' : ''}.`,
    isShortened &&
      `Compared from ${formatDay(summary.first.day)} on, the first day of which both closes are known.`,
    other?.meta.type === 'index' &&
      isAdjusted &&
      'An index leaves dividends out: beside it, a share that pays some looks better than it would without them.',
    other?.meta.currency !== undefined &&
      currencies[0] !== currencies[1] &&
      'Each changes in its own currency.',
    meta.suspectDays.length > 0 && describeSuspectDays(meta.suspectDays),
    meta.leftOutDays && describeLeftOut(meta.leftOutDays),
    meta.disagreement && describeDisagreement(meta.source, meta.disagreement, priceStyle),
  ]
  return <Paragraphs notes={notes} />
}
