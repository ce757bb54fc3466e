import { z } from 'zod'

import { parseSlashDay } from '../../../lib/dates.ts'
import { hasMoreParts, tidyText } from '../../../lib/text.ts'
import { UnreadableFilingError } from '../../core/unread-reason.ts'
import type { ListedCongressReport } from '../reports.ts'
import { findElements, PageTooLargeError, parseHtml, textOf, type HtmlElement } from './parse-html.ts'

export const ORIGIN = 'https://efdsearch.senate.gov'

/** One line of the search result. */
export interface ListedSenateReport extends ListedCongressReport {
  /** False for one on paper, or on a page of an unknown kind. */
  readonly isElectronic: boolean
}

/** One page of it. */
export interface SenateList {
  /** The number of reports on all pages. */
  readonly total: number
  readonly rows: readonly ListedSenateReport[]
  /** The beginning of each line that cannot be read. */
  readonly unreadLines: readonly string[]
}

/** @returns undefined if there is none, or the page is too large to search */
export function findInHtml(
  html: string,
  isWanted: (element: HtmlElement) => boolean,
): HtmlElement | undefined {
  try {
    return findElements(parseHtml(html), isWanted)[0]
  } catch (error) {
    if (!(error instanceof PageTooLargeError)) throw error
    return undefined
  }
}

/** More than were ever filed; a larger total would have us request page after page. */
const MAX_LISTED = 20_000
const MAX_LISTED_CELL = 1_000
const listedCell = z.string().max(MAX_LISTED_CELL)
/** Given name, surname, office, link and day. */
const lineSchema = z.tuple([listedCell, listedCell, z.unknown(), listedCell, listedCell]).rest(z.unknown())

const listSchema = z.object({
  recordsFiltered: z.int().nonnegative().max(MAX_LISTED),
  data: z.array(z.unknown()).max(MAX_LISTED),
  result: z.literal('ok').optional(),
})

/** A page lists a hundred reports and has some thousand parts. */
const MOST_LISTED_PARTS = 200_000

/** @throws TypeError if it is not a search result, or none of its lines can be read
 *  @throws UnreadableFilingError if it is longer than any search result */
export function readSenateList(text: string): SenateList {
  if (hasMoreParts(text, MOST_LISTED_PARTS))
    throw new UnreadableFilingError('its list of reports is longer than any', { code: 'too-much' })
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    throw new TypeError('its list of reports came broken or as a page', { cause: error })
  }
  const parsed = listSchema.safeParse(json)
  if (!parsed.success) throw new TypeError('its list of reports has another shape than is known')
  const { recordsFiltered: total, data } = parsed.data
  const lines = data.map((line) => ({ line, read: readListed(line) }))
  const rows = lines.flatMap(({ read }) => read ?? [])
  const unreadLines = lines.flatMap(({ line, read }) => (read ? [] : [JSON.stringify(line).slice(0, 80)]))
  if (rows.length === 0 && unreadLines.length > 0)
    throw new TypeError(`its list of reports has no line that can be read, the first is ${unreadLines[0]}`)
  return { total, rows, unreadLines }
}

function readListed(line: unknown): ListedSenateReport | undefined {
  const { data } = lineSchema.safeParse(line)
  if (data === undefined) return undefined
  const [first, last, , link, date] = data
  const anchor = findInHtml(link, ({ name }) => name === 'a')
  const href = anchor?.attributes['href'] ?? ''
  const [, path = '', kind = '', reportId = ''] =
    /^(?:https:\/\/efdsearch\.senate\.gov)?(\/search\/view\/([\w-]{1,40})\/(?:[\w-]{1,40}\/){0,3}([\w-]{1,40})\/?)$/.exec(
      href,
    ) ?? []
  const filedOn = parseSlashDay(date.trim())
  if (path === '' || filedOn === undefined) return undefined
  return {
    reportId,
    isElectronic: kind === 'ptr',
    isOnPaper: kind === 'paper',
    member: tidyText(`${first} ${last}`),
    title: tidyText(textOf(anchor)),
    filedOn,
    pageUrl: `${ORIGIN}${path}`,
  }
}
