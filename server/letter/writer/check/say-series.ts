import { combine, type Grammar, type Shape, signOf } from './grammar.ts'
import { sayChange, sayLevels, wordMove } from './say-moves.ts'

// How housing, the economy and the markets may be told, statement by statement.

const MORTGAGE =
  '[average] [typical] [new] (30-year [fixed | fixed-rate] mortgage [rate] | 30-year mortgage rates | rate [on | for] [new] 30-year [fixed | fixed-rate] (mortgage | mortgages | loan | home loan) | 30-year [fixed] [mortgage] rate | mortgage rate | mortgage rates | 30-year mortgages | rate | 30-year fixed'
const LOAN =
  '([new] $300,000 [30-year] [home] (loan | mortgage) [over 30 years] | [payment on] [new] $300,000 [30-year] [home] (loan | mortgage) [over 30 years] | borrowing $300,000 over 30 years | payment on $300,000 borrowed over 30 years)'

type Teller = (shape: Shape) => Grammar

/** By the statement's id. */
export const SERIES: Readonly<Record<string, Teller>> = {
  'housing/mortgage': (shape) =>
    sayLevels(shape, {
      name: `${MORTGAGE})`,
      now: 'rate',
      when: 'on {day} | as of {day} | in week to {day}',
      before: [
        ...(shape.hasSlot('lastWeek') ? [{ role: 'lastWeek', when: 'week-ago', whose: 'week-ago-s' }] : []),
        ...(shape.hasSlot('lastYear') ? [{ role: 'lastYear', when: 'year-ago', whose: 'year-ago-s' }] : []),
      ],
      needs: ['mortgage|mortgages|30-year'],
    }),
  'housing/payment-year': (shape) => {
    const { more } = wordMove(signOf(shape, 'difference'))
    const sums = more.includes('less') ? '(less | cheaper | lower)' : '(more | higher | dearer)'
    return {
      rules: {
        LOAN,
        THAN: '(than [it (did | is | would have)] (at | with) year-ago-s rate | than [it (did | is | would have | cost | costs)] [at] year-ago | than at year-ago-s | than it would have at year-ago-s rate | compared year-ago | than with rate of year-ago | than at rate of year-ago)',
        RATE: '(at (it week ’s | this-week ’s | current | today’s | week ’s) [mortgage] rate | at it week’s rate)',
        CORE: `(LOAN (costs | is | runs | comes to) {difference} [per-month] ${sums} [per-month] | monthly payment on LOAN is {difference} [per-month] ${sums} | LOAN (costs | is) {difference} ${sums} per-month | ${sums} payment LOAN {difference})`,
        SENTENCE: '([RATE] CORE [RATE] THAN [RATE] | THAN CORE)',
      },
      needs: ['per-month|monthly', 'year-ago|year-ago-s', 'new|borrowing'],
    }
  },
  'housing/payment-week': (shape) => {
    const isMore = signOf(shape, 'difference') > 0
    const sums = isMore ? '(more | higher)' : '(less | cheaper | lower)'
    return {
      rules: {
        LOAN,
        WITH: `(with this-week ’s ${isMore ? 'rise' : '(fall | drop)'} [of mortgage rate | in mortgage rate | in rates] | with it ${isMore ? 'rise' : '(fall | drop)'} | with week ’s ${isMore ? 'rise' : '(fall | drop)'} (of | in) mortgage rate[s])`,
        THAN: '(than [at | with] (week-ago-s [[mortgage] rate] | week-ago | rate of week-ago) | from week-ago-s [rate])',
        RATE: '([at] mortgage rate of this-week | at (this-week ’s | it week ’s) [mortgage] rate | this-week ’s mortgage rate | it week ’s mortgage rate | it week ’s rate | at it week ’s [mortgage] rate)',
        CORE: `(LOAN (costs | is | comes to) [about | roughly | some] {difference} [per-month] ${sums} [per-month] | RATE (means | adds) [about | roughly | some] {difference} per-month ${sums} on LOAN | this-week ’s ${isMore ? 'rise' : '(fall | drop)'} (in | of) mortgage rate ${isMore ? 'adds' : '(takes | cuts)'} [about | roughly | some] {difference} per-month ${isMore ? 'to' : '(off | from)'} LOAN | (on | for) LOAN (RATE | this-week ’s ${isMore ? 'rise' : '(fall | drop)'} of mortgage rate | it) (means | adds | comes to) [about | roughly | some] {difference} per-month ${sums})`,
        SENTENCE: '([WITH | RATE] CORE [THAN] [RATE] | THAN CORE)',
      },
      needs: ['per-month', 'new|borrowing', 'week-ago|week-ago-s|week|this-week'],
    }
  },
  'housing/prices': (shape) =>
    sayChange(shape, {
      name: '[us | national | american] (house | home) prices',
      role: 'change',
      span: 'to-year-of {month} | in-year',
      ago: 'year-ago',
      when: 'in {month}',
      source: sourceOf(shape),
      needs: ['in-year|to-year-of|year-ago'],
    }),
  'housing/rent': (shape) => {
    const words = wordMove(signOf(shape, 'change'), 0.5)
    return {
      rules: {
        SOURCE:
          '(zillow | ACC zillow | zillow ’s (count | count of offers | figures | data) | ACC zillow ’s (figures | count | count of offers | data))',
        RENT: '([typical] (rent [asked] | asking rent | rent asked | home))',
        CHANGED: `([it is] ${words.up} [by] {change} (in-year | from year-ago) | ${words.moved} [by] {change} in-year | {change} ${words.more} than [year-ago | it is year-ago])`,
        WHEN: '(in {month})',
        CORE: '(typical RENT [asked] [WHEN] (is | came-to | is offered for rent at | ran | is offered at) {rent} [per-month] | typical home is offered (for rent at | at) {rent} per-month | typical rent {rent} | rents asked [WHEN] CHANGED | typical rent [asked] is {rent} per-month | homes is offered for rent at {rent} per-month [typically] | typical [asking] rent CHANGED to {rent} per-month)',
        SENTENCE:
          '([WHEN | SOURCE]* CORE (WHEN | SOURCE | [and] CHANGED)* | typical rent is {rent} per-month)',
        MORE: '([it is] CHANGED | typical rent is {rent} per-month)',
      },
      needs: ['zillow', 'typical|typically', 'in-year|year-ago', 'per-month'],
    }
  },
  'housing/supply': (shape) => ({
    rules: {
      HOMES: '([supply of] new homes [for sale])',
      PACE: '(at [it month ’s | month’s |] pace of sales | at pace of sales in {month} | at {month} ’s pace of sales | at {month} ’s sales pace | in {month})',
      BEFORE: shape.hasSlot('before')
        ? '([and] year-ago it is {before} | [and | up | down] from {before} year-ago | it is {before} year-ago)'
        : 'NOTHING',
      CORE: '(new homes for sale would last {supply} | supply of new homes (is | stood at) {supply} [of sales] | new homes for sale (came-to | is) {supply} of sales | there is {supply} of new homes for sale | builders had {supply} of new homes for sale | new homes for sale in {month} came-to {supply} of sales)',
      SENTENCE: '([PACE] CORE [PACE] [[and] BEFORE])',
      MORE: 'BEFORE',
    },
    needs: ['new'],
  }),
  'housing/building': (shape) => {
    const isStarts = shape.statement.id.endsWith('starts')
    const name = isStarts
      ? 'housing starts | home building | starts | home starts | new-home building'
      : 'building permits | permits | permits for [new] homes'
    return sayChange(shape, {
      name,
      role: 'change',
      span: 'in-month | from {before}',
      ago: '({before} | month-ago)',
      when: 'in {month}',
      needs: ['in-month|from|month-ago'],
      beside: [{ role: 'year', span: '(in-year)' }],
      level: '[is | came-to] [at] PACE [in {month}] [and]',
      forms: ({ up, moved }) =>
        `(${isStarts ? 'in {month} builders began homes at PACE' : 'in {month} permits for new homes came at PACE'} | NAME [is] [at] PACE in {month} [it is] ${up} {change} | NAME in {month} is ${up} {change} from {before} | ${isStarts ? 'builders began homes' : 'permits came'} at PACE in {month} [${up} {change}] | NAME ${moved} [by] {change} [in {month}] [from {before}] [to PACE])`,
    })
  },
  'economy/unemployment': (shape) => unemployment(shape),
  'economy/payrolls': (shape) => payrolls(shape),
  'economy/jobs-and-unemployment': (shape) =>
    combine(
      payrolls(shape),
      unemployment(shape, (role) => `second${role.slice(0, 1).toUpperCase()}${role.slice(1)}`),
    ),
  'economy/payrolls-usual': (shape) => {
    const gain = shape.text.includes('loss of {usual}') ? '(loss | decline)' : '(gain | increase)'
    return {
      rules: {
        BEFORE:
          '((over | in | during) 12 months before {month} | in-year before {month} | in 12 months before {month})',
        CORE: `(average month (brought | saw) (${gain.includes('gain') ? 'up' : 'down'} | ${gain} of) {usual} jobs | average [over 12 months before {month}] (is | came-to) ${gain} of {usual} jobs per-month | 12 months before {month} (brought | saw) average ${gain} of {usual} jobs per-month | ${gain.includes('gain') ? '(employers | economy | country) (added | rose) average of {usual} jobs per-month | {usual} jobs per-month is added on average' : '(employers | economy | country) fell average of {usual} jobs per-month'} | average [monthly | per-month] ${gain} [over 12 months before {month}] is {usual} jobs [per-month])`,
        SENTENCE: '([BEFORE] CORE [BEFORE])',
      },
      needs: ['average', 'per-month', '12'],
    }
  },
  'economy/claims': (shape) =>
    sayLevels(shape, {
      name: '[new | first | first-time | initial]* (jobless claims | claims for (jobless | unemployment) benefits | unemployment claims | filings for (jobless | unemployment) benefits) [[or] first filings for benefits] | four-week average of [new | first-time]* jobless claims | number of first filings for jobless benefits | first filings for jobless benefits',
      now: 'mean',
      unit: 'per-week | new jobless claims per-week',
      when: 'over [past | last] four weeks | in (past | last) four weeks | ACC (its | their) four-week average | on four-week average',
      before: shape.hasSlot('before') ? [{ role: 'before', when: 'week-ago' }] : [],
      needs: ['four-week|four|weeks', 'per-week', 'new|first|initial|first-time'],
      extra:
        'average of {mean} (people per-week | people) filed [first claim | first claims | new claims] for (jobless | unemployment) benefits [per-week] | {mean} people per-week filed (first claim | new claims) for (jobless | unemployment) benefits | {mean} [new] jobless claims per-week | (people | workers) filed average of {mean} new (jobless claims | claims for jobless benefits) per-week',
    }),
  'economy/openings': (shape) =>
    sayChange(shape, {
      name: 'job openings | open jobs | number of (open jobs | job openings) | openings',
      role: 'change',
      span: 'in-month',
      ago: 'month-ago',
      when: 'in {month} | at end of {month}',
      needs: ['in-month|month-ago'],
      level: '[is | came-to] {level} [in {month}] [and]',
      forms: ({ moved, up }) =>
        `[at end of {month} | in {month}] (employers had | there is) {level} (open jobs | job openings) [in {month}] [at end of {month}] [[it is] ${up} {change} | COMPARED] | job openings [jobs it employers want to fill] [is] {level} in {month} [${up} {change}] | (open jobs | job openings) ${moved} [by] {change} [in-month] to {level} [in {month}] | open jobs ${moved} {change} in {month}`,
    }),
  'economy/prices': (shape) =>
    yearly(shape, '[consumer] prices | what people buy | prices it people pay', [
      'in-year|to-year-of|year-ago',
    ]),
  'economy/groceries': (shape) =>
    yearly(
      shape,
      'groceries | grocery prices | prices of groceries | food prices at home | [food to eat at home] prices | food to eat at home | price of groceries',
      ['in-year|to-year-of|year-ago'],
    ),
  'economy/gas': (shape) =>
    sayLevels(shape, {
      name: '[average | pump | national average]* (price of [gallon of] regular [gas | gasoline] | regular [gas | gasoline] [price] | gas [price | prices] | gallon of regular [gas | gasoline] | pump price of regular gas | pump price)',
      now: 'price',
      when: 'on {day} | as of {day}',
      before: [
        { role: 'lastWeek', when: 'week-ago', whose: 'week-ago-s' },
        ...(shape.hasSlot('lastYear') ? [{ role: 'lastYear', when: 'year-ago', whose: 'year-ago-s' }] : []),
      ],
      needs: ['gas|gasoline'],
      unit: 'on average',
    }),
  'economy/real-pay': (shape) => {
    const sign = signOf(shape, 'real')
    const more = sign > 0 ? 'more' : 'less'
    return {
      rules: {
        WHO: '([of | for] workers who are not managers)',
        PAY: '(per-hour ’s pay | average hourly pay | hour ’s pay | hour of (pay | work) | average hour ’s pay | per-hour of pay)',
        THAN: '(than year-ago | than it did year-ago | than [it] (is | did) year-ago)',
        CORE: `(PAY [WHO] [in {month}] (bought | buys | buy | is worth) {real} ${more} [in {month}] THAN | after prices PAY in {month} is worth {real} ${more} THAN | after inflation PAY [WHO] [in {month}] (bought | is worth | is) {real} ${more} THAN)`,
        SENTENCE: '([in {month}] CORE (on average | WHO | in {month})*)',
      },
      needs: ['managers', 'average'],
    }
  },
  'markets/sp500': (shape) =>
    asset(shape, 's&p-500 [[index of] big us companies ’ (stock | stocks) | which tracks big us companies]'),
  'markets/bitcoin': (shape) => asset(shape, 'bitcoin [price]'),
  'markets/sp500-turn': (shape) =>
    turn(shape, 's&p-500 [[index of] big us companies ’ (stock | stocks) | which tracks big us companies]'),
  'markets/bitcoin-turn': (shape) => turn(shape, 'bitcoin'),
  'markets/treasury-10y': (shape) =>
    sayLevels(shape, {
      name: '10-year [treasury] yield [what government pays to borrow] | yield on 10-year treasury [note | notes | bonds] | 10-year treasury [yield] | government ’s 10-year [borrowing] rate | 10-year treasury yield interest on long government loans',
      now: 'rate',
      when: 'on {day} | as of {day} | in week to {day}',
      before: shape.hasSlot('before')
        ? [
            {
              role: 'before',
              when: shape.text.includes('on {base}') ? 'on {base}' : 'week-ago',
              whose: 'week-ago-s',
            },
          ]
        : [],
      needs: ['10-year'],
      extra:
        'to borrow for long government pays {rate} [10-year treasury yield of {day} | 10-year treasury yield] | government pays {rate} to borrow (for long | long | for 10 years) [10-year treasury yield of {day} | 10-year treasury yield]',
    }),
}

function sourceOf({ text }: Shape): string {
  const found = ['case-shiller', 'fhfa', 'zillow'].find((one) => text.includes(one))
  const first = found ?? ''
  return first === 'fhfa'
    ? '[ACC] [national] index of [housing agency] fhfa | ACC (fhfa | housing agency fhfa) [index] | fhfa [national] index | housing agency fhfa says'
    : first === 'zillow'
      ? 'national estimate ACC zillow | ACC zillow [’s estimate] | zillow ’s estimate | zillow estimate'
      : 'case-shiller [national index] | ACC case-shiller [national] [index] | ACC case-shiller national index | case-shiller index'
}

function yearly(shape: Shape, name: string, needs: readonly string[]): Grammar {
  const index = shape.text.includes('seasonally adjusted index')
  return sayChange(shape, {
    name,
    role: 'change',
    span: 'to-year-of {month} | in-year',
    ago: 'year-ago',
    when: 'in {month}',
    source: index
      ? 'seasonally adjusted [index] | ACC seasonally adjusted index | adjusted for season'
      : 'seasonal swings taken out | with seasonal swings taken out | seasonally adjusted',
    needs: [...needs, ...(index ? ['seasonally|season'] : [])],
    forms: () => '(what people buy | groceries | food at home) [SOURCE] [WHEN] COMPARED',
  })
}

function unemployment(shape: Shape, role: (name: string) => string = (name) => name): Grammar {
  const has = shape.hasSlot(role('lastMonth'))
  return sayLevels(shape, {
    name: '[us | national]* (unemployment [rate] | jobless rate) | rate of unemployment',
    now: role('rate'),
    when: `in {${role('month')}}`,
    before: has ? [{ role: role('lastMonth'), when: `{${role('before')}}` }] : [],
    needs: ['unemployment|jobless|job|none|work'],
    extra: `{${role('rate')}} of those who (work or look for work had no job | wanted work had none) | {${role('rate')}} of people who work or look for (work | job) had no job`,
  })
}

function payrolls(shape: Shape): Grammar {
  const sign = signOf(shape, 'change')
  const more = sign > 0 ? 'more' : 'less'
  const verb = sign > 0 ? '(added | rose)' : '(fell | sold)'
  const noun = sign > 0 ? '(gain | increase)' : '(loss | decline | drop)'
  return {
    rules: {
      FARMS: 'no-farms',
      CORE: `({month} had {change} ${more} [FARMS] jobs than {before} | in {month} there is {change} ${more} jobs than in {before} | there is {change} ${more} jobs in {month} than in {before} | (economy | country | us | employers | us economy) ${verb} {change} jobs (in {month} | between {before} and {month}) | number of jobs (${sign > 0 ? 'rose' : 'fell'}) by {change} (in {month} | from {before} to {month}) | {change} ${more} jobs in {month} [than in {before}] | {month} brought ${noun} of {change} jobs | {change} jobs is ${sign > 0 ? 'added' : 'fell'} in {month})`,
      SENTENCE: '([FARMS] [in {month} | vs {before}] CORE [from {before}] [FARMS])',
    },
    needs: ['farms|no-farms', 'jobs'],
  }
}

/** A week beside the mean of a year. */
function usualOf(shape: Shape): string {
  if (!shape.hasSlot('usual')) return 'NOTHING'
  const moved = /moved (more than|less than|as much as) in average week/.exec(shape.text)?.[1] ?? 'NOTHING'
  const size =
    moved === 'more than'
      ? '(more than | larger than | bigger than | above)'
      : moved === 'less than'
        ? '(less than | smaller than | below)'
        : '(as much as | as large as)'
  const week =
    '[in] [its] (average week of past year | average week [in-year] | past year ’s average week | average week in past year | average weekly move of past year | average week ’s move of past year | average week’s move)'
  return `([it | which] [moved | is] ${size} ${week} {usual} | [it | which] [moved | is] ${size} [in] [its] {usual} of ${week} | ${week} (moved it | moved | is | brought | brought move of | saw move of) {usual} [either way | up or down] | it is ${size} {usual} it moved ${week} | ${moved === 'more than' ? '(bigger | larger) move than' : moved === 'less than' ? 'smaller move than' : 'NOTHING'} ${week} {usual} | [it | which] [moved | is] ${size} average [weekly | week ’s] (move | change) of {usual} [of past year | in-year] | ${week} it moved {usual})`
}

function asset(shape: Shape, name: string): Grammar {
  const hasYear = shape.hasSlot('year')
  return sayChange(shape, {
    name,
    role: 'change',
    span: 'to-week-of {end} | in-week | this-week | in-week to {end} | in week ended {end}',
    beside: hasYear ? [{ role: 'year', span: '(so-far-this-year)' }] : [],
    needs: ['to-week-of|in-week|this-week'],
    forms: ({ moved }) => (moved === 'stayed' ? 'NAME ended week where it began' : 'NOTHING'),
    extra: `[and | but] ${usualOf(shape)} | year so far [is] (up | down) {year}`.replace(
      '(up | down) {year}',
      hasYear ? `${signOf(shape, 'year') > 0 ? 'up' : 'down'} {year}` : 'NOTHING',
    ),
  })
}

function turn(shape: Shape, name: string): Grammar {
  const isUp = signOf(shape, 'year') > 0
  const [was, now] = isUp ? ['(down | fell)', '(up | rose)'] : ['(up | rose)', '(down | fell)']
  const moved = isUp ? 'rose' : 'fell'
  const then = '(week-ago | on {base})'
  return {
    rules: {
      NAME: `(${name})`,
      YEAR: '(so-far-this-year | year)',
      WAS: `(${then} (it | NAME) [is] ${was} {before} so-far-this-year | (it | NAME) [is] ${was} {before} so-far-this-year ${then})`,
      NOW: `([and | but] [it] [is] ${now} {year} [so-far-this-year])`,
      SPAN: '(to-week-of {end} | in-week | by {end} | this-week)',
      ROSE: `((NAME | it) [had] ${moved} [by] {change} [SPAN])`,
      USUAL: usualOf(shape),
      LEAD: isUp
        ? 'one good week made (year | year of NAME | NAME ’s year)'
        : 'one bad week undid (year | year of NAME | NAME ’s year)',
      SENTENCE: '(LEAD | [SPAN] ROSE [USUAL] ([and] NOW)* | WAS [and | but] [NOW])',
      MORE: '(WAS [and | but] [NOW] | NOW | USUAL | [SPAN] ROSE ([and] NOW)*)',
    },
    needs: ['so-far-this-year|year', 'to-week-of|in-week|by|this-week'],
  }
}
