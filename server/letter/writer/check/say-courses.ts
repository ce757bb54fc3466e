import type { Grammar, Shape } from './grammar.ts'
import { signOf } from './grammar.ts'

// Extremes, streaks, and what connects the sections.

const MOST: Readonly<Record<string, string>> = {
  high: 'highest',
  low: 'lowest',
  large: 'largest',
  small: 'smallest',
}
const REST = '[level | rate | reading | price | point | figure]'

/** What a series may be called where its figure is told. */
const SUBJECTS: Readonly<Record<string, string>> = {
  '30-year mortgage rate':
    '[average] (30-year mortgage rate | 30-year mortgage rates | mortgage rate | mortgage rates | 30-year rate | rate on 30-year mortgage)',
  'unemployment rate': 'unemployment rate | unemployment | jobless rate',
  '10-year treasury yield': '10-year treasury yield | 10-year yield | yield on 10-year treasury [note]',
  'price of regular gas':
    'price of [regular] gas | [regular] gas | [regular] gas prices | [regular] gas price',
  'number of open jobs': 'number of (open jobs | job openings) | open jobs | job openings',
}
const listSubjects = (subject: string) => SUBJECTS[subject] ?? subject

/** 'The highest since': of what, and which way, as its tellings have it. */
export function sayExtreme(shape: Shape): Grammar | undefined {
  const found = /not since \{since\} (?:has|have) ((?:(?! been).)+) been it (high|low|large|small)\b/.exec(
    shape.text,
  )
  const [, subject = '', word = ''] = found ?? []
  const most = MOST[word]
  if (most !== undefined) {
    const bare = subject.replace(/^yearly rise in /, '')
    const isRise = bare !== subject
    const best = most === 'lowest' && /jobs|claims/.test(subject) ? '(lowest | fewest)' : most
    const tail = `([and] [it | it ${isRise ? '(yearly rise | rise)' : 'rate'}] [is] [its | at its] ${best} ${isRise ? '(yearly rise | annual rise | yearly increase)' : REST} [it has been] since {since} | [and] it (yearly rise | rise) is [its | at its] ${best} since {since} | [and] it (has | have) not been it ${word} since {since})`
    return {
      rules: {
        SUBJECT: isRise
          ? `(${subject} | (yearly | annual) (rise | increase) in ${bare} | (rise | increase) in ${bare} (over year | in-year) | ${bare.replace(/ prices$/, '')} price inflation)`
          : `(${listSubjects(subject)})`,
        CORE: `(${isRise ? `${bare} (has | have) not rose (it | so) (${word === 'large' ? 'fast | much in-year | much over year' : 'slowly | little in-year | little over year'}) since {since} | ` : ''}SUBJECT (has | have) not been it ${word} since {since} | not since {since} (has | have) SUBJECT been it ${word} | SUBJECT (is | closed | hit | reached) [at | its | at its] ${best} ${REST} [it has been] since {since} | SUBJECT is last it ${word} in {since} | not since {since} (has | have) ${isRise ? bare : 'NOTHING'} rose (it | so) (${word === 'large' ? 'fast | much in-year' : 'slowly | little in-year'}) | SUBJECT ${most} since {since} | last time SUBJECT is it ${word} is [in] {since} | SUBJECT (has | have) not been ${word === 'high' ? 'more' : word === 'low' ? 'less' : 'NOTHING'} since {since})`,
        SENTENCE: 'CORE',
        TAIL: tail,
      },
      needs: [],
    }
  }
  const closed = /not since \{since\} has ((?:(?! closed).)+) closed it (high|low)/.exec(shape.text)
  if (closed) {
    const [, name = '', side = ''] = closed
    const best = MOST[side] ?? ''
    return {
      rules: {
        CORE: `(${name} (has not closed | closed) it ${side} since {since} | not since {since} has ${name} closed it ${side} | last close of ${name} is ${best} since {since} | ${name} closed at its ${best} [level] since {since} | ${name} has not closed it ${side} since {since} | ${name} (closed | ended week) at [its] ${best} (close | level) since {since})`,
        SENTENCE: 'CORE',
        TAIL: `([its | it is] ${best} close since {since})`,
      },
      needs: [],
    }
  }
  const jobs = /(loss|gain) of jobs in \{month\} is largest/.exec(shape.text)
  if (jobs) {
    const verbs = jobs[1] === 'loss' ? '(fell | sold)' : '(added | gained)'
    const noun = jobs[1] === 'loss' ? '(loss | drop | decline)' : '(gain | increase)'
    return {
      rules: {
        CORE: `(not since {since} had month ${verbs} as many jobs as {month} [did] | ${noun} (of | in) jobs in {month} is largest [in month | in-month | for per-month] since {since} | before {month} month-ago (it ${verbs} | to lose | to add) as many jobs is {since} | month-ago before {month} (it ${verbs} | ${jobs[1] === 'loss' ? 'to lose' : 'to add'}) as many jobs is {since} | {month} had largest ${noun} (of | in) jobs since {since} | {month} ’s ${noun} of jobs is largest [for month | for per-month | in-month] since {since} | {month} brought largest [monthly] ${noun} (of | in) jobs [in month | in-month | for month] since {since} | no month since {since} (${verbs} | had ${verbs}) as many jobs as {month} [did] | {month} ’s job ${noun} is largest since {since})`,
        SENTENCE: 'CORE',
        TAIL: `([it is] largest ${noun} [of jobs] [in month] since {since})`,
      },
      needs: [],
    }
  }
  const move = /(rise|fall) of ((?:(?! is).)+) is largest since \{since\}/.exec(shape.text)
  if (!move) return undefined
  const [, noun = '', name = ''] = move
  return {
    rules: {
      NOUN: noun === 'rise' ? '(rise | gain | increase)' : '(fall | drop | decline)',
      CORE: `((this-week ’s | it week ’s | week ’s | weekly) NOUN (of | in) ${name} is largest [weekly NOUN] since {since} | not since {since} has week brought such NOUN (of | in) ${name} | largest weekly NOUN (of | in) ${name} since {since} | ${name} had its largest weekly NOUN since {since} | last week before it with as large NOUN (of | in) ${name} is in {since})`,
      SENTENCE: 'CORE',
      TAIL: '([its | it is] largest weekly NOUN since {since})',
    },
    needs: [],
  }
}

export function sayStreak({ text }: Shape): Grammar | undefined {
  const found = /it is \{nth\} (week|month) in-a-row it ((?:(?! rose| fell).)+) (rose|fell)/.exec(text)
  const [, unit = '', subject = '', moved = ''] = found ?? []
  if (found === null) return undefined
  const noun = moved === 'rose' ? '(rise | gain | increase)' : '(fall | drop | decline)'
  const times = `({nth} ${unit} in-a-row | {nth} in-a-row ${unit} | {count} ${unit}s in-a-row | {count} in-a-row ${unit}s)`
  const isSpread = subject.startsWith('yearly rise in ')
  const littles =
    moved === 'rose'
      ? `(rose | been rising${isSpread ? ' | grew | grown | got larger | widened' : ''})`
      : `(fell | been falling${isSpread ? ' | shrank | shrunk | got smaller | narrowed | slowed' : ''})`
  return {
    rules: {
      SUBJECT: `(${listSubjects(subject)})`,
      TIMES: times,
      CORE: `(SUBJECT [has] ${littles} [again] [for] TIMES | it is TIMES it SUBJECT ${littles} | it is TIMES of (${noun}s (for | in) SUBJECT | ${moved === 'rose' ? 'rising' : 'falling'} SUBJECT) | for TIMES SUBJECT ${littles} | {nth} (${unit}ly | per-${unit}) ${noun} in-a-row (for | in | of) SUBJECT | SUBJECT (had | saw) its {nth} ${noun} in-a-row)`,
      SENTENCE: 'CORE',
      // 'Its third fall in a row' would be of what was told, not of its rise.
      TAIL: isSpread
        ? 'NOTHING'
        : `([it is] ([for] TIMES | [its] {nth} [weekly | monthly | per-week | per-month] ${noun} in-a-row | [its] {nth} in-a-row [weekly | monthly | per-week | per-month] ${noun} | TIMES of ${noun}s))`,
    },
    needs: [],
  }
}

/** Two figures of different sections, side by side. */
export function sayConnection(shape: Shape): Grammar | undefined {
  switch (shape.statement.id) {
    case 'economy/pay-against-prices': {
      return sayPay(shape)
    }
    case 'economy/loan-against-pay': {
      return sayLoan(shape)
    }
    case 'economy/mortgage-and-treasury':
    case 'economy/mortgage-against-treasury': {
      return sayRates(shape)
    }
    case 'economy/interest': {
      return {
        rules: {
          OWED: '(new mortgage charges [borrower | borrowers | you] {charged} [per-month] [at first] | {charged} [is charged] [to mortgage lender | on new mortgage])',
          PAID: '((government | 10-year treasury (note | notes) | treasury) (pays | pay) [lender | saver | savers | you] {paid} [per-month] [on $1,000] [on (10-year notes | 10-year treasury notes) | 10-year notes] | {paid} from government [10-year notes])',
          BOTH: '(PAID [and | . | against] OWED | OWED [and | . | against] PAID)',
          SENTENCE:
            '([for | on] [every] $1,000 BOTH | BOTH | interest on $1,000 for month BOTH | BOTH (on | for) $1,000 | (lend | borrow) NOTHING)',
        },
        needs: ['10-year', 'per-month|month', '$1,000'],
      }
    }
    case 'economy/jobs-against-claims': {
      return sayJobs(shape)
    }
    default: {
      return undefined
    }
  }
}

const moveOf = (shape: Shape, role: string) =>
  signOf(shape, role) > 0 ? 'rose' : signOf(shape, role) < 0 ? 'fell' : 'stayed'
const joinOf = (isOpposite: boolean) => (isOpposite ? '(while | but | and | whereas)' : 'and')

function sayPay(shape: Shape): Grammar {
  const [wage, cost] = [moveOf(shape, 'wage'), moveOf(shape, 'cost')]
  const real = signOf(shape, 'real')
  const amount = (role: string, moved: string) => (moved === 'stayed' ? moved : `${moved} [by] {${role}}`)
  const isOpposite = wage !== cost && wage !== 'stayed' && cost !== 'stayed'
  const buys =
    real === 0 ? 'bought as much as' : `(bought | buys | buy) {real} ${real > 0 ? 'more' : 'less'} [than]`
  return {
    rules: {
      PAY: `((hourly pay | pay ACC hour | pay | average hourly pay) ${amount('wage', wage)})`,
      COST: `((prices it wage earners pay | prices for wage earners | prices paid ACC wage earners | prices) ${amount('cost', cost)})`,
      BOTH: `(PAY ${joinOf(isOpposite)} COST | COST ${joinOf(isOpposite)} PAY)`,
      HOUR: `([put together | so |] (per-hour ’s pay | hour of work | hour ’s pay) ${buys} [year-ago | before | it did before | it did year-ago])`,
      SPAN: '(to-year-of {month})',
      SENTENCE: '([pay against prices] [SPAN] BOTH [SPAN] [[and | so] HOUR])',
      MORE: 'HOUR',
    },
    needs: ['to-year-of', 'wage'],
  }
}

function sayLoan(shape: Shape): Grammar {
  const loan = signOf(shape, 'loan') > 0 ? 'more' : 'less'
  const pay = /buys \{lost\} (more|less)/.exec(shape.text)?.[1] ?? 'NOTHING'
  const join =
    /per-week (?:more|less)(?: than year-ago)? while/.test(shape.text) ||
    shape.text.includes('year-ago while')
      ? '(while | but | and)'
      : 'and'
  return {
    rules: {
      LOAN: `([new] $300,000 (loan | mortgage) costs {loan} per-week ${loan} [than year-ago] | {loan} per-week ${loan} for new $300,000 loan [than year-ago])`,
      PAY: `(flat pay of $1,000 per-week buys {lost} ${pay} | $1,000 per-week of flat pay buys {lost} ${pay} | pay stuck at $1,000 per-week buys {lost} ${pay})`,
      WHEN: '([it is] ACC prices of year to {month} | ACC prices to-year-of {month} | to-year-of {month} | [it is] ACC prices of per-year to {month})',
      SENTENCE: `([household sum] [from year-ago | than year-ago | in-year] (LOAN ${join} PAY | PAY ${join} LOAN) [WHEN])`,
      MORE: 'WHEN',
    },
    needs: ['{month}', 'per-week', 'new'],
  }
}

function sayRates(shape: Shape): Grammar {
  const moves =
    /mortgage rate (rose|fell)/.exec(shape.text)?.[1] ??
    /new mortgages? (rose|fell)/.exec(shape.text)?.[1] ??
    'NOTHING'
  const isSame = shape.statement.id.endsWith('and-treasury')
  const other = isSame ? moves : moves === 'rose' ? 'fell' : 'rose'
  const little = (moved: string) => `(${moved} | ${moved}-little)`
  return {
    rules: {
      RATE: `([30-year] mortgage (rate | rates) | rate on new mortgages | mortgages)`,
      YIELD:
        '(10-year treasury yield | government ’s 10-year rate | yield on 10-year treasury [note] | 10-year yield | 10-year treasury)',
      SPANA: '(to-week-of {day} | by {day} | on {day} | in-week | this-week)',
      SPANB: '(to-week-of {other} | by {other} | on {other} | in-week | this-week)',
      A: `([SPANA] RATE ${little(moves)} [SPANA] to {rate} [SPANA])`,
      B: `([SPANB] YIELD ${little(other)} [SPANB] to {yield} [SPANB])`,
      LATERA: `(RATE ${little(moves)} [SPANA] to {rate} [SPANA])`,
      LATERB: `(YIELD ${little(other)} [SPANB] to {yield} [SPANB])`,
      JOIN: isSame ? '(and | . )' : '(while | but | and | even-as | whereas | . | . but)',
      SAME: isSame
        ? `(RATE and YIELD both ${moves} [in-week | this-week] [to] {rate} and {yield} | both rates ${moves} [in-week] [new] mortgages to {rate} [on {day}] [and] YIELD to {yield} [on {other}] | RATE ${moves} [in-week] to {rate} and so did YIELD to {yield} | both ${moves})`
        : '(mortgages and government loans went different ways | mortgage rates and treasury yields (went different ways | moved in opposite directions) | [it] (rates | it) moved in opposite directions)',
      SENTENCE:
        '([SAME] [in-week | this-week] (A JOIN B | B JOIN A | SAME | while (A LATERB | B LATERA)) [in-week | this-week])',
      MORE: '([in-week] (A JOIN B | B JOIN A))',
    },
    needs: [],
  }
}

function sayJobs(shape: Shape): Grammar {
  const more = signOf(shape, 'jobs') > 0 ? 'more' : 'less'
  const moved = /claims (rose|fell)/.exec(shape.text)?.[1] ?? 'NOTHING'
  const isOpposite = (more === 'more') !== (moved === 'rose')
  return {
    rules: {
      JOBS: `({month} had {jobs} ${more} jobs than month-ago | newest count has {jobs} ${more} jobs for {month} than for month-ago | there is {jobs} ${more} jobs in {month} than month-ago | in {month} there is {jobs} ${more} jobs than month-ago)`,
      CLAIMS: `([four-week average of] new jobless claims (${moved} | ${moved}-little) from {before} to {mean})`,
      WHEN: '([it is their four-week average] by {day} | four-week average | [it is] their four-week average [by {day}] | (on | by) [their] four-week average)',
      JOIN: isOpposite ? '(while | and | but)' : 'and',
      SENTENCE: '(JOBS JOIN CLAIMS WHEN* | CLAIMS WHEN* JOIN JOBS WHEN*)',
      MORE: 'WHEN',
    },
    needs: ['four-week', '{day}'],
  }
}
