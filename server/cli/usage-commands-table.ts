import { formatDay } from '../../shared/format-date.ts'
import { formatNumber } from '../../shared/format-number.ts'
import { formatSeconds } from '../lib/text.ts'
import {
  SMALLEST_GROUP,
  type PageUsage,
  type UsageGroup,
  type UsageList,
  type UsageReport,
} from '../visits/report-usage.ts'

const NAME_WIDTH = 34
const FIGURE_WIDTH = 14
const FEW = `fewer than ${SMALLEST_GROUP}`
const NONE = '–'

/** A report for people, 80 columns wide. */
export function describeUsage(report: UsageReport): string {
  const { visitors, visits, views, pages, pagesByTime } = report
  const blocks = [
    [
      `Usage, ${formatDay(report.from)} to ${formatDay(report.to)} (days in Chicago)`,
      row('Visitors', [tellVisitors(visitors)]),
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
        tellVisitors(visitors),
        tell(views),
        medianSeconds === null ? NONE : formatSeconds(Math.round(medianSeconds)),
      ]),
    ),
    ...tellLeftOut(leftOut),
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
      row(name ?? 'not known', [tellVisitors(visitors), tell(views)]),
    ),
    ...tellLeftOut(leftOut),
  ]
}

function heading(title: string, labels: readonly string[]): string {
  return `${title.padEnd(NAME_WIDTH + 2)}${labels.map((label) => label.padStart(FIGURE_WIDTH)).join('')}`
}

function row(name: string, figures: readonly string[]): string {
  return `  ${shorten(name).padEnd(NAME_WIDTH)}${figures.map((figure) => figure.padStart(FIGURE_WIDTH)).join('')}`
}

const tellLeftOut = (count: number) =>
  count > 0 ? [`  and ${formatNumber(count)} more; --json has up to 1,000`] : []

const tellVisitors = (visitors: number | null) => (visitors === null ? FEW : formatNumber(visitors))
const tell = (figure: number | null) => (figure === null ? NONE : formatNumber(figure))

/** A browser chose the path: only plain characters may be printed to a terminal. */
function shorten(name: string): string {
  const plain = name.replaceAll(/[^ -~]/gu, '?')
  return plain.length > NAME_WIDTH ? `${plain.slice(0, NAME_WIDTH - 1)}…` : plain
}
