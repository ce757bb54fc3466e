import { addDays, isCalendarDay } from '../lib/dates.ts'
import type { Command } from 'commander'

import { InvalidInputError } from '../lib/errors.ts'
import { findToday, reportUsage, SMALLEST_GROUP } from '../visits/report-usage.ts'
import type { CommandContext } from './program.ts'
import { describeUsage } from './usage-commands-table.ts'

const DEFAULT_DAYS = 30
/** How many of each kind are shown, to people and to machines. */
const GROUPS_SHOWN = 10
const GROUPS_IN_JSON = 1_000

interface ReportOptions {
  from?: string
  to?: string
  json?: true
}

/** usage report */
export function addUsageCommands(program: Command, { deps, output }: CommandContext): void {
  program
    .command('usage')
    .description('Visits of people who agreed to be counted.')
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
    .option(
      '--json',
      `one line of JSON, with up to ${GROUPS_IN_JSON.toLocaleString('en-US')} groups of each kind`,
    )
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
