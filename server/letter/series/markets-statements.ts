import { capitalize } from '../statements/make-statement.ts'
import { type Fact, roundFigure } from '../facts/fact.ts'
import {
  type Close,
  listBelievedCloses,
  listWeekEnds,
  type MarketAssetId,
  type MarketHistory,
  sourceOfCloses,
} from './analyse-markets.ts'
import { SHARE_PRECISION } from './monthly-figures.ts'
import { salience } from './salience.ts'
import type { FigureWords } from './section-builder.ts'
import {
  amount,
  bySign,
  dayName,
  directionOf,
  monthName,
  type StatementBook,
  type StatementWords,
} from './statement-book.ts'
import {
  type AssetWords,
  type MakeFrom,
  tellSavings,
  tellTurn,
  type UsualWeek,
  wordOutlier,
} from './market-year.ts'
import { tellExtreme, tellStreak } from './tell-course.ts'
import { tellBill, tellTenYear } from './treasury-statements.ts'

const ASSETS: readonly AssetWords[] = [
  {
    asset: 'sp500',
    name: 'The S&P 500',
    terms: ' (big US companies’ stocks)',
    subject: 'the S&P 500',
    head: 'The S&P 500',
    own: salience.shares,
  },
  { asset: 'bitcoin', name: 'Bitcoin', terms: '', subject: 'Bitcoin', head: 'Bitcoin', own: salience.coin },
]

const USUAL_WEEKS = 52
const LEAST_USUAL_WEEKS = 26
/** A move that exceeds the usual move by this factor counts as more than usual. */
const MUCH = 1.15

export function stateMarkets(book: StatementBook, histories: readonly MarketHistory[]): void {
  for (const words of ASSETS) {
    const history = histories.find(({ asset }) => asset === words.asset)
    if (history) book.attempt({ id: words.asset, kind: 'change' }, () => tellAsset(book, words, history))
  }
  book.attempt({ id: 'treasury-10y', kind: 'change' }, () => tellTenYear(book))
  book.attempt({ id: 'bill', kind: 'worth' }, () => tellBill(book))
}

function tellAsset(book: StatementBook, words: AssetWords, history: MarketHistory): void {
  const { asset, name, terms, own, subject, head } = words
  const change = book.find(`${asset}/change`)
  const year = book.find(`${asset}/year-to-date/change`)
  if (!change) return
  const rose = bySign(change, {
    up: 'rose {change}',
    down: 'fell {change}',
    same: 'ended the week where it began',
  })
  const was = bySign(change, { up: 'up {change}', down: 'down {change}', same: 'unchanged' })
  const isUp = year && bySign(year, { up: 'up {year}', down: 'down {year}', same: 'unchanged' })
  const ends = listWeekEnds(history, book.section.week)
  const makeFrom = (figure: FigureWords, dates: readonly string[], facts: readonly Fact[] = []) =>
    book.makeFrom(figure, sourceOfCloses(history, change.asOf, dates, facts))
  const usual = wordUsualWeek(book, asset, { change, ends, makeFrom })
  const size = own(Number(change.value))
  const end = dayName(change.period.to)
  const outlier = year && wordOutlier(asset, { change, year, history, makeFrom })
  const since = outlier ? outlier.sentence : isUp === undefined ? '' : `\nSince the year began it is ${isUp}.`
  book.add({
    id: asset,
    kind: 'change',
    topic: `markets/${asset}`,
    main: change,
    direction: directionOf(change),
    salience: size,
    slots: {
      change: amount(change),
      end,
      ...(year ? { year: amount(year) } : {}),
      ...usual.slots,
      ...outlier?.slots,
    },
    tellings: [
      `${name}${terms} ${rose} in the week to {end}.${usual.sentence}${since}`,
      `${name}${terms} was ${was} in the week to {end}.${usual.sentence}${outlier ? since : isUp === undefined ? '' : `\nFor the year it is ${isUp}.`}`,
      `Over the week to {end}, ${subject}${terms} ${rose}.${usual.sentence}${outlier ? since : isUp === undefined ? '' : `\nThe year so far: ${isUp}.`}`,
    ],
    ...(change.value === 0
      ? {}
      : {
          // If the asset multiplied its value in a year, the year is already compared with the week.
          ...(year && year.value !== 0 && !outlier ? besideYear(subject, change, year) : {}),
          asks: [`Will ${subject} ${bySign(change, { up: 'rise', down: 'fall', same: '' })} again?`] as const,
        }),
    heads: change.value === 0 ? [] : [`${head} ${rose} in a week`, `${head}: ${was} in a week`],
    lines: [`${name} ${rose}.`, `${name} was ${was} for the week.`],
    glances: [`${name} ${bySign(change, { up: 'rose', down: 'fell', same: 'did not move' })} over the week.`],
    follows: [`${asset}-turn`, `${asset}-extreme`, `${asset}-move-extreme`, `${asset}-streak`],
  })
  book.attempt({ id: `${asset}-turn`, kind: 'contrast' }, () =>
    tellTurn(book, words, { change, year, history, makeFrom }),
  )
  if (asset === 'sp500' && year) {
    book.attempt({ id: 'savings', kind: 'worth' }, () => tellSavings(book, { year, history, makeFrom }))
  }
  const figure = { id: asset, topic: `markets/${asset}`, main: change, salience: size - 2 }
  const course = {
    figure,
    subject,
    make: (figure: FigureWords, dates: readonly string[]) => makeFrom(figure, dates),
  }
  tellStreak(book, { ...course, values: ends, pace: 'week' })
  tellExtreme(book, {
    ...course,
    values: listBelievedCloses(history, book.section.week).filter(({ date }) => date <= change.period.to),
    pace: asset === 'sp500' ? 'day' : 'every-day',
    say: (side) => ({
      tellings: [
        `${name} has not closed this ${side} since {since}.`,
        `Not since {since} has ${subject} closed this ${side}.`,
        `The last close of ${subject} was the ${side}est since {since}.`,
      ],
      lines: [`${name} closed at its ${side}est since {since}.`],
    }),
    record: (side) => ({ what: `the last close of ${subject}`, most: `${side}est` }),
  })
  tellExtreme(book, {
    ...course,
    figure: { ...figure, id: `${asset}-move` },
    values: ends.slice(1).map(({ date, value }, index) => ({
      date,
      value: roundFigure(value / (ends[index]?.value ?? value) - 1, SHARE_PRECISION),
    })),
    pace: 'week',
    sides: Number(change.value) > 0 ? ['high'] : ['low'],
    say: (side) => {
      const move = side === 'high' ? 'rise' : 'fall'
      return {
        tellings: [
          `The week’s ${move} of ${subject} was the largest since {since}.`,
          `Not since {since} has a week brought such a ${move} of ${subject}.`,
          `The last week before this with as large a ${move} of ${subject} was in {since}.`,
        ],
        lines: [`${name} had its largest weekly ${move} since {since}.`],
      }
    },
  })
}

/** The week next to the year so far, of which it is a part. */
function besideYear(subject: string, change: Fact, year: Fact): Pick<StatementWords, 'kickers' | 'teases'> {
  const [week, far] = [bySign(change, WAYS), bySign(year, WAYS)]
  if (week === far) return { kickers: [`${capitalize(week)} for the week, and ${week} for the year.`] }
  const good = week === 'up' ? 'good' : 'bad'
  return {
    kickers: [`${capitalize(week)} for the week, but still ${far} for the year.`],
    teases: [`a ${good} week for ${subject}, still ${far} for the year`],
  }
}

const WAYS = { up: 'up', down: 'down', same: '' } as const

/** Compares the week with the mean size, up or down, of a year's weekly moves. */
function wordUsualWeek(
  book: StatementBook,
  asset: MarketAssetId,
  { change, ends, makeFrom }: { change: Fact; ends: readonly Close[]; makeFrom: MakeFrom },
): UsualWeek {
  const weeks = ends.slice(0, -1).slice(-USUAL_WEEKS - 1)
  const moves = weeks.slice(1).map(({ value }, index) => Math.abs(value / (weeks[index]?.value ?? value) - 1))
  const [first] = weeks
  const last = weeks.at(-1)
  if (!first || !last || moves.length < LEAST_USUAL_WEEKS) return { sentence: '', slots: {} }
  const usual = makeFrom(
    {
      id: `${asset}/usual-move`,
      subject: change.subject,
      period: { from: first.date, to: last.date },
      value: moves.reduce((sum, move) => sum + move, 0) / moves.length,
      unit: 'fraction',
      precision: SHARE_PRECISION,
      formula: `mean size, up or down, of the ${moves.length} weekly changes before`,
    },
    weeks.map(({ date }) => date),
  )
  if (usual.value === 0) return { sentence: '', slots: {} }
  const times = Math.abs(Number(change.value)) / Number(usual.value)
  // A gap in the closes leaves fewer weeks than a year has.
  const isYear = moves.length === USUAL_WEEKS
  const over = isYear ? 'of the past year' : 'since {usualFrom}'
  const sentence =
    times > MUCH
      ? `Is that a lot?\nAn average week ${over} moved it {usual}, up or down.`
      : times < 1 / MUCH
        ? `An average week ${over} moved it more: {usual}, up or down.`
        : 'That is about its average week: {usual}, up or down.'
  return {
    sentence: `\n${sentence}`,
    slots: {
      usual: { figure: usual },
      ...(sentence.includes('{usualFrom}') ? { usualFrom: monthName(first.date, book) } : {}),
    },
  }
}
