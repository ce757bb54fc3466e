import type { Fact } from '../facts/fact.ts'
import { addMonths, addDays } from '../../lib/dates.ts'
import { type KnownSeries, type SeriesLookup, sourced, type SourcedValue } from './known-series.ts'
import type { FigureWords, SectionBuilder } from './section-builder.ts'
import type { StatementBook } from './statement-book.ts'
import type { SeriesDefinition } from '../../records/series/series-observation.ts'

interface LevelWords {
  /** Without the section: 'unemployment/rate'. */
  readonly id: string
  readonly subject: string
  readonly unit: Fact['unit']
  readonly precision: number
  /** Multiplies the series' values to get the fact's unit: 1000 for thousands of jobs. */
  readonly scale?: number
}

/** What a section tells of a monthly series. */
export interface MonthlyFigures {
  /** Its id in the catalogue. */
  readonly series: string
  readonly subject: string
  /** The newest value, if it is told. */
  readonly level?: Omit<LevelWords, 'subject'>
  readonly changes: readonly Omit<ChangeWords, 'subject'>[]
}

/** Adds the newest value of a series and its changes, the first of them as the main figure.
 *  @returns the series; undefined if it is not known, and nothing was added */
export function addMonthly(
  builder: SectionBuilder,
  lookup: SeriesLookup,
  { series, subject, level, changes }: MonthlyFigures,
): KnownSeries | undefined {
  const known = lookup.find(series)
  if (!known) return undefined
  const newest = level && makeLevel(builder, known, { ...level, subject })
  const [main, ...others] = [
    newest,
    ...changes.map((change) => makeChange(builder, known, { ...change, subject }, newest)),
  ].filter((fact) => fact !== undefined)
  if (main) builder.keep(main, ...others)
  return known
}

/** The newest value of a series, as its source gives it. */
function makeLevel(builder: SectionBuilder, known: KnownSeries, { scale = 1, ...words }: LevelWords): Fact {
  const { series, newest } = known
  return builder.fact(
    {
      ...words,
      period: periodOf(series.frequency, newest.date),
      value: newest.value * scale,
      formula: [`${series.name}, as published`, ...listTerms(known, scale)].join(', '),
    },
    [{ series, observation: newest }],
  )
}

/** One value of a series, as its source gives it. */
export function makePublished(
  make: SectionBuilder['fact'],
  value: SourcedValue,
  words: Pick<FigureWords, 'id' | 'subject' | 'unit' | 'precision'> & Partial<Pick<FigureWords, 'period'>>,
): Fact {
  const { series, observation } = value
  return make(
    {
      period: periodOf(series.frequency, observation.date),
      ...words,
      value: observation.value,
      formula: `${series.name}, as published`,
    },
    [value],
  )
}

/** The value that many months before the newest, as its source gives it.
 *  @returns undefined if it is not known */
export function makeEarlier(
  { make }: Pick<StatementBook, 'make'>,
  { series, newest, findAt }: KnownSeries,
  { subject, unit, precision }: Fact,
  { id, months }: { id: string; months: number },
): Fact | undefined {
  const observation = findAt(addMonths(newest.date, -months))
  return observation && makePublished(make, { series, observation }, { id, subject, unit, precision })
}

interface ChangeWords {
  /** Without the section: 'cpi' gives 'cpi/change'. */
  readonly group: string
  /** The change's own kind if 'change' would promise too much; ends in '-change'. */
  readonly kind?: string
  readonly subject: string
  /** Compared with the same month a year before, or with the month before. */
  readonly over: 'year' | 'month'
  /** Whether the change is a share of the earlier value, or a difference in a unit. */
  readonly as: 'share' | { readonly unit: Fact['unit']; readonly precision: number; readonly scale?: number }
  /** Added to the formula. */
  readonly note?: string
}

/** A thousandth: the tenth of a percent in which agencies publish changes. */
export const SHARE_PRECISION = 3

/** How the newest value of a monthly series differs from that of an earlier month. If that month is missing, the change
 *  is held back: no other month is used instead.
 *  @param level  the fact of the newest value, if there is one */
export function makeChange(
  builder: SectionBuilder,
  known: KnownSeries,
  words: ChangeWords,
  level?: Fact,
): Fact | undefined {
  const { series, newest } = known
  const { subject, over, as } = words
  const baseDate = addMonths(newest.date, over === 'year' ? -12 : -1)
  const base = known.findAt(baseDate)
  if (!base) {
    builder.holdBack(`${subject}: change over the ${over}`, 'missing')
    return undefined
  }
  const before = over === 'year' ? 'the same month a year before' : 'the month before'
  const scale = as === 'share' ? 1 : (as.scale ?? 1)
  const figure: Pick<FigureWords, 'value' | 'unit' | 'precision' | 'formula'> =
    as === 'share'
      ? {
          value: newest.value / base.value - 1,
          unit: 'fraction',
          precision: SHARE_PRECISION,
          formula: `${series.name}: the month's value / that of ${before} - 1`,
        }
      : {
          value: (newest.value - base.value) * scale,
          unit: as.unit,
          precision: as.precision,
          formula: `${series.name}: the month's value - that of ${before}`,
        }
  const { to } = periodOf(series.frequency, newest.date)
  const terms = [...listTerms(known, scale), ...(words.note === undefined ? [] : [words.note])]
  return builder.fact(
    {
      ...figure,
      id: `${words.group}/${words.kind ?? 'change'}`,
      subject,
      // A change over a month covers only that month.
      period: { from: over === 'year' ? baseDate : newest.date, to },
      formula: [figure.formula, ...terms].join(', '),
    },
    sourced(series, newest, base),
    level ? [level] : [],
  )
}

function listTerms({ series }: KnownSeries, scale: number): string[] {
  const adjustment = {
    adjusted: 'seasonally adjusted',
    unadjusted: 'not seasonally adjusted',
    'adjusted-annual-rate': 'seasonally adjusted annual rate',
  }[series.seasonalAdjustment]
  return [adjustment, ...(scale === 1 ? [] : [`times ${scale}`])]
}

/** The days that a value covers, both included; for a day or week, the day that the source names. */
export function periodOf(
  frequency: SeriesDefinition['frequency'],
  date: string,
): { readonly from: string; readonly to: string } {
  if (frequency === 'daily' || frequency === 'weekly') return { from: date, to: date }
  return { from: date, to: addDays(addMonths(date, frequency === 'monthly' ? 1 : 3), -1) }
}
