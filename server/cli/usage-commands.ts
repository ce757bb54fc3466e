import type { Command } from 'commander'

import { addDays, isCalendarDay } from '../lib/dates.ts'
import { InvalidInputError } from '../lib/errors.ts'
import {
  findToday,
  type PageUsage,
  reportUsage,
  SMALLEST_GROUP,
  type UsageGroup,
  type UsageList,
  type UsageReport,
} from '../visits/report-usage.ts'
import { deleteVisitsOf, listVisitsOf, parseVisitorCookie } from '../visits/visits.queries.ts'
import { noteDeed } from '../operator/deeds.ts'
import { whoTypes } from './arguments.ts'
import type { CommandContext } from './program.ts'
import { formatDay } from '../../shared/format-date.ts'
import { formatNumber, formatQuantity } from '../../shared/format-number.ts'
import { formatCount, formatSeconds } from '../lib/text.ts'

const DEFAULT_DAYS = 30
/** How many of each kind are shown, to people and to machines. */
const GROUPS_SHOWN = 10
const GROUPS_IN_JSON = 1_000

interface ReportOptions {
  from?: string
  to?: string
  json?: true
}

export function addUsageCommands(program: Command, { deps, output }: CommandContext): void {
  const usage = program.command('usage').description('Visits of people who agreed to be counted.')
  usage
    .command('export')
    .argument('<cookie>', 'the value of their cookie "visitor"', parseCookie)
    .description('Write everything recorded for a browser, as JSON, at its owner’s request.')
    .action(async (visitor: string) => {
      const visits = await listVisitsOf((await deps()).db, visitor)
      output.write(`${JSON.stringify({ visitor, visits }, null, 2)}\n`)
      if (visits.length === 0) output.writeError('Nothing is stored about this browser.\n')
    })
  usage
    .command('erase')
    .argument('<cookie>', 'the value of their cookie "visitor"', parseCookie)
    .description('Delete everything recorded for a browser, at its owner’s request.')
    .action(async (visitor: string) => {
      const { db } = await deps()
      const erased = await deleteVisitsOf(db, visitor)
      await noteDeed(db, whoTypes(), { what: 'usage erase', words: 'Erased the visits of one browser.' })
      output.writeError(
        erased === 0 ? 'Nothing was stored.\n' : `Erased: ${formatQuantity(erased, 'visit', 'visits')}.\n`,
      )
    })
  usage
    .command('report')
    .description(
      `Count visitors, visits and page views, by days in Chicago. Figures for fewer than ${SMALLEST_GROUP} visitors are not shown.`,
    )
    .option(
      '--from <date>',
      `the first day, YYYY-MM-DD; by default ${DEFAULT_DAYS} days up to the last`,
      parseDay,
    )
    .option('--to <date>', 'the last day, YYYY-MM-DD; by default today', parseDay)
    .option('--json', `one line of JSON, with up to ${formatCount(GROUPS_IN_JSON)} groups of each kind`)
    .action(async (options: ReportOptions) => {
      requireOrder(options)
      const { db } = await deps()
      const to = options.to ?? (await findToday(db))
      const days = { from: options.from ?? addDays(to, 1 - DEFAULT_DAYS), to }
      requireOrder(days)
      const report = await reportUsage(db, days, { limit: options.json ? GROUPS_IN_JSON : GROUPS_SHOWN })
      if (options.json) {
        output.write(
          `${JSON.stringify({ ...report, zone: 'America/Chicago', smallestGroup: SMALLEST_GROUP })}\n`,
        )
      } else if (report.views === 0) {
        output.writeError(
          `No visits from ${days.from} to ${days.to}. A visit is counted only after the visitor chose "Accept cookies", ` +
            'never where the browser asks not to be tracked (Global Privacy Control, Do Not Track), and never for ' +
            'robots.\n',
        )
      } else {
        output.write(describeUsage(report))
      }
    })
}

/** @throws InvalidInputError */
function parseCookie(text: string): string {
  const visitor = parseVisitorCookie(text)
  if (visitor !== undefined) return visitor
  throw new InvalidInputError(
    'That is no value of the cookie "visitor", such as s%3AAb3_-fghijklmnopqrstuv.kJh. Over https it is named __Host-visitor.',
  )
}

/** @throws InvalidInputError if it is not a day of the calendar */
function parseDay(text: string): string {
  const isDay = /^[12]/.test(text) && isCalendarDay(text)
  if (isDay) return text
  throw new InvalidInputError(`${text} is not a day written as YYYY-MM-DD.`)
}

/** @throws InvalidInputError if the last day comes before the first */
function requireOrder({ from, to }: { from?: string; to?: string }): void {
  if (from === undefined || to === undefined || from <= to) return
  throw new InvalidInputError(
    `The first day, ${from}, comes after the last, ${to}: give an earlier --from or a later --to.`,
  )
}

const NAME_WIDTH = 34
const FIGURE_WIDTH = 14
const FEW = `fewer than ${SMALLEST_GROUP}`
const NONE = '–'

/** A report for people, 80 columns wide. */
function describeUsage(report: UsageReport): string {
  const { visitors, visits, views, pages, pagesByTime } = report
  const blocks = [
    [
      `Usage, ${formatDay(report.from)} to ${formatDay(report.to)} (days in Chicago)`,
      row('Visitors', [formatVisitors(visitors)]),
      row('Visits', [tell(visits)]),
      row('Page views', [tell(views)]),
    ],
    pageTable('Pages by views', pages.groups, pages.leftOut),
    pagesByTime.length > 0 ? pageTable('Pages by time', pagesByTime, 0) : [],
    groupTable('Referring domains', report.referringDomains, 'Arrivals'),
    groupTable('Countries', report.countries),
    groupTable('Browsers', report.browsers),
    groupTable('Systems', report.systems),
    [
      'Only visitors who agreed are counted. Half of the views lasted longer than',
      'the median time, in which the page was really in sight.',
      `Figures of ${FEW} visitors are not shown, to keep them private.`,
    ],
  ]
  return blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.map((line) => `${line}\n`).join(''))
    .join('\n')
}

function pageTable(title: string, pages: readonly PageUsage[], leftOut: number): string[] {
  return [
    heading(title, ['Visitors', 'Views', 'Median time']),
    ...pages.map(({ name, visitors, views, medianSeconds }) =>
      row(name, [
        formatVisitors(visitors),
        tell(views),
        medianSeconds === null ? NONE : formatSeconds(Math.round(medianSeconds)),
      ]),
    ),
    ...describeLeftOut(leftOut),
  ]
}

function groupTable(
  title: string,
  { groups, leftOut }: UsageList<UsageGroup>,
  viewsLabel = 'Views',
): string[] {
  if (groups.length === 0) return []
  return [
    heading(title, ['Visitors', viewsLabel]),
    ...groups.map(({ name, visitors, views }) =>
      row(name ?? 'not known', [formatVisitors(visitors), tell(views)]),
    ),
    ...describeLeftOut(leftOut),
  ]
}

function heading(title: string, labels: readonly string[]): string {
  return `${title.padEnd(NAME_WIDTH + 2)}${labels.map((label) => label.padStart(FIGURE_WIDTH)).join('')}`
}

function row(name: string, figures: readonly string[]): string {
  return `  ${shorten(name).padEnd(NAME_WIDTH)}${figures.map((figure) => figure.padStart(FIGURE_WIDTH)).join('')}`
}

const describeLeftOut = (count: number) =>
  count > 0 ? [`  and ${formatNumber(count)} more; --json has up to 1,000`] : []

const formatVisitors = (visitors: number | null) => (visitors === null ? FEW : formatNumber(visitors))
const tell = (figure: number | null) => (figure === null ? NONE : formatNumber(figure))

/** A browser chose the path: only plain characters may be printed to a terminal. */
function shorten(name: string): string {
  const plain = name.replaceAll(/[^ -~]/gu, '?')
  return plain.length > NAME_WIDTH ? `${plain.slice(0, NAME_WIDTH - 1)}…` : plain
}
