import { sql } from 'kysely'

import { INVALID_EMAIL_MESSAGE, parseEmailAddress } from '../../shared/email-address.ts'
import { chicagoDay, formatChicagoTime } from '../lib/dates.ts'
import { InvalidInputError } from '../lib/errors.ts'
import { describeReturnRates } from '../operator/return-words.ts'
import { formatQuantity } from '../../shared/format-number.ts'
import { escapeHtml, formatCount } from '../lib/text.ts'
import { type Actor, findVersion, listDeeds, noteDeed } from '../operator/deeds.ts'
import { describeState, describeCircuit, describeSent } from '../operator/edition-state-words.ts'
import { listAlarms } from '../operator/raised-alarms.ts'
import { describeReader } from '../operator/reader-words.ts'
import { createRecordSources } from '../records/collect-records.ts'
import { listLatestRuns } from '../records/core/runs.ts'
import { listReturns } from '../sending/editions/edition-returns.ts'
import { type EditionOverview, findOpenCircuit, listEditions } from '../sending/editions/edition-status.ts'
import { findDueSlots, getSlotTimes } from '../sending/editions/edition-slots.ts'
import { listDeedItems } from './deed-list.ts'
import type { DeskDeps } from './desk-deps.ts'
import { findSeenEdition, writeBuilding } from './edition-page.ts'
import { editionLink, editionPath, field, orderForm, paragraph, prose, section, table } from './page.ts'
import type { DatabaseOrTransaction } from '../db/database.ts'

const EDITIONS_LISTED = 26
const WEEKS_LISTED = 12
const LATELY = 5
const ALL_DEEDS = 200
const ALL_ALARMS = 50
const OPEN_STATES = new Set(['built', 'frozen', 'paused'])

/** What is going on: open editions, the latest alarms and deeds. */
export async function writeDesk(deps: DeskDeps): Promise<string> {
  const { db } = deps
  const newest = await listEditions(deps.db, LATELY)
  const open = newest.filter(({ state }) => OPEN_STATES.has(state)).toReversed()
  const cards: string[] = []
  for (const { date } of open) cards.push(await writeCard(deps, date))
  const alarms = await listAlarms(db, { limit: 3 })
  const deeds = await listDeeds(db, { limit: LATELY })
  return [
    ...cards,
    await writeNext(deps, newest),
    section(
      'Readers',
      paragraph(
        `${formatQuantity(await deps.subscribers.count(), 'reader gets', 'readers get')} the next edition.`,
      ),
    ),
    alarms.length === 0 ? '' : section('The last alarms', writeAlarmList(alarms)),
    deeds.length === 0 ? '' : section('Done lately', listDeedItems(deeds, { withEdition: true })),
  ].join('')
}

async function writeCard(deps: DeskDeps, date: string): Promise<string> {
  const edition = await findSeenEdition(deps, date)
  if (edition === undefined) return ''
  const { review } = edition
  const lacking = review.sections?.filter(({ state }) => state === 'unavailable') ?? []
  return section(
    review.subject,
    [
      `<p>${editionLink(date)}</p>`,
      `<p role="status"><strong>${prose(describeState(review).words)}</strong></p>`,
      lacking.length === 0 ? '' : paragraph(`Missing: ${lacking.map(({ title }) => title).join(', ')}.`),
      `<p><a class="button" href="${editionPath(date)}">See it and steer it</a></p>`,
    ].join(''),
  )
}

/** The next Monday's edition, if it is not written yet. */
async function writeNext({ db, jobLocks }: DeskDeps, newest: readonly EditionOverview[]): Promise<string> {
  const today = await getSlotTimes(db, '2026-01-05')
  const date = chicagoDay(today.nextSendAt)
  if (newest.some((edition) => edition.date === date)) return ''
  const seen = await findVersion(db, date)
  const builder = await jobLocks.build(date).findHolder()
  const isLate = (await findDueSlots(db)).toWrite === date
  const button = orderForm(`${editionPath(date)}/build`, {
    button: 'Build it now',
    hidden: { seen },
    isSecond: true,
  })
  return section(
    'The next edition',
    [
      paragraph(
        isLate
          ? `That of ${date} is not written yet, and should be: it is tried again every ten minutes. If the alarms say why, see to that; it is due ${formatChicagoTime(today.nextSendAt)}.`
          : `That of ${date} is not written yet. The timetable writes it on Sunday at 6:00 PM Chicago, and mails it ${formatChicagoTime(today.nextSendAt)}.`,
      ),
      builder === undefined ? '' : writeBuilding(date, await listDeeds(db, { date, limit: LATELY })),
      // In the middle of a week nobody wants to build next week's edition.
      builder !== undefined || newest.some(({ state }) => state === 'frozen') ? '' : button,
    ].join(''),
  )
}

/** The newest editions, with what came back about each. */
export async function writeEditions({ db }: DeskDeps): Promise<string> {
  const editions = await listEditions(db, EDITIONS_LISTED)
  if (editions.length === 0) return paragraph('There are none yet.')
  const returns = await listReturns(db, editions)
  return table(
    ['Monday', 'State', 'Sent', 'Came back', 'Subject'],
    editions.map((edition, index) => [
      editionLink(edition.date),
      edition.isHeld ? `${edition.state}, held` : edition.state,
      escapeHtml(describeSent(edition)),
      escapeHtml(returns[index] === undefined ? '' : describeReturnRates(returns[index])),
      escapeHtml(edition.subject),
    ]),
  )
}

export async function writeReaders({ db, subscribers }: DeskDeps): Promise<string> {
  const suppressions = Object.entries(await subscribers.countSuppressions())
  const returns = await listReturns(db, await listEditions(db, EDITIONS_LISTED))
  const bounces = returns.flatMap(({ date, bounced, complained }) =>
    Object.entries({ ...bounced, complaint: complained })
      .filter(([, count]) => count > 0)
      .map(([kind, count]) => [editionLink(date), escapeHtml(kind), formatCount(count)]),
  )
  const weeks = await countByWeek(db, WEEKS_LISTED)
  return [
    section(
      'Find one',
      orderForm('/desk/readers/find', {
        button: 'Find',
        content: field('address', 'An address', { most: 254, isNeeded: true }),
      }),
    ),
    section(
      'Now',
      paragraph(
        `${formatQuantity(await subscribers.count(), 'reader gets', 'readers get')} the next edition.`,
      ),
    ),
    section(
      'By week',
      table(
        ['Week from', 'Joined', 'Left', 'Readers at its end'],
        weeks.map(({ from, joined, left, readers }) =>
          [from, joined, left, readers].map((cell) =>
            typeof cell === 'number' ? formatCount(cell) : escapeHtml(cell),
          ),
        ),
      ) +
        '<p class="quiet">Who left and came back counts once, from the last time on. Who bounced or complained counts as left.</p>',
    ),
    section(
      'Came back',
      bounces.length === 0 ? paragraph('Nothing yet.') : table(['Edition', 'Kind', 'How many'], bounces),
    ),
    section(
      'The do-not-mail list',
      table(
        ['Reason', 'How many'],
        suppressions.map(([reason, count]) => [escapeHtml(reason), formatCount(count)]),
      ),
    ),
  ].join('')
}

/** @throws InvalidInputError for an invalid address */
export async function findReader(
  { db, subscribers }: DeskDeps,
  actor: Actor,
  typed: unknown,
): Promise<string> {
  const address = typeof typed === 'string' ? parseEmailAddress(typed) : undefined
  if (address === undefined) throw new InvalidInputError(INVALID_EMAIL_MESSAGE, { code: 'invalid-email' })
  const lines = describeReader(await subscribers.readEverythingAbout(address))
  await noteDeed(db, actor, { what: 'find one', words: 'Looked up one address.' })
  return `<p>${escapeHtml(address)}</p><ul>${lines.map((line) => `<li>${escapeHtml(line)}</li>`).join('')}</ul><p><a href="/desk/readers">Back to the readers</a></p>`
}

export async function writeAlarms({ db, config }: DeskDeps): Promise<string> {
  const alarms = await listAlarms(db, { limit: ALL_ALARMS })
  const now = (await getSlotTimes(db, '2026-01-05')).askedAt
  const circuit = await findOpenCircuit(db)
  const runs = await listLatestRuns(db)
  const sources = createRecordSources(config).map(({ id, name }) => {
    const run = runs.find(({ source }) => source === id)
    if (run === undefined) return `<li><p><strong>${escapeHtml(name)}</strong></p><p>Never read.</p></li>`
    const read = `${run.outcome}, begun ${formatAge(now.getTime() - Date.parse(run.startedAt))} ago`
    const [why] = run.unread
    const missing =
      why === undefined
        ? ''
        : `${run.unread.length} of ${run.listed} not read, such as ${why.what}: ${why.reason}`
    return `<li><p><strong>${escapeHtml(name)}</strong></p><p>${escapeHtml(read)}</p>${
      missing === '' ? '' : `<p class="quiet">${escapeHtml(missing)}</p>`
    }</li>`
  })
  return [
    circuit === undefined
      ? ''
      : section('The mail server', paragraph(`The mail server: ${describeCircuit(circuit, now)}`)),
    section('Alarms', alarms.length === 0 ? paragraph('None is kept.') : writeAlarmList(alarms)),
    section('Sources', `<ul>${sources.join('')}</ul>`),
  ].join('')
}

/** @returns such as '3 days', '5 h' or '12 min' */
function formatAge(ms: number): string {
  const hours = Math.floor(ms / 3_600_000)
  if (hours >= 48) return `${Math.floor(hours / 24)} days`
  return hours >= 1 ? `${hours} h` : `${Math.max(0, Math.floor(ms / 60_000))} min`
}

const writeAlarmList = (alarms: Awaited<ReturnType<typeof listAlarms>>) =>
  `<ul>${alarms
    .map(
      ({ raisedAt, subject, detail }) =>
        `<li><p><strong>${escapeHtml(subject)}</strong></p><p class="quiet">${prose(formatChicagoTime(raisedAt))}</p><p>${prose(detail)}</p></li>`,
    )
    .join('')}</ul>`

export async function writeDeeds({ db }: DeskDeps): Promise<string> {
  const deeds = await listDeeds(db, { limit: ALL_DEEDS })
  return deeds.length === 0 ? paragraph('Nothing yet.') : listDeedItems(deeds, { withEdition: true })
}

/** Readers of one week, Monday to Sunday in Chicago. */
export interface ReadersOfWeek {
  /** Its Monday, 'YYYY-MM-DD'. */
  readonly from: string
  readonly joined: number
  readonly left: number
  /** Subscribers at the end of the week, or now: confirmed and not withdrawn. */
  readonly readers: number
}

/** @returns newest first, including the current week */
export async function countByWeek(db: DatabaseOrTransaction, weeks: number): Promise<ReadersOfWeek[]> {
  // Counts back from now in one scan of the table: a week's readers are the next week's, less that week's changes.
  const { rows } = await sql<ReadersOfWeek>`
    with changed as (
      select date_trunc('week', confirmed_at at time zone 'America/Chicago')::date as week, 1 as joined, 0 as "left"
      from subscriber where confirmed_at is not null
      union all
      select date_trunc('week', withdrawn_at at time zone 'America/Chicago')::date, 0, 1
      from subscriber where withdrawn_at is not null and confirmed_at is not null
    ), counted as (
      select week, sum(joined)::integer as joined, sum("left")::integer as "left" from changed group by week
    ), listed as (
      select (date_trunc('week', lunchpail_now() at time zone 'America/Chicago') - make_interval(weeks => back))::date as week
      from generate_series(0, ${weeks}::integer - 1) as back
    )
    select to_char(listed.week, 'YYYY-MM-DD') as "from", coalesce(counted.joined, 0) as joined,
      coalesce(counted."left", 0) as "left",
      (select coalesce(sum(joined - "left"), 0)::integer from counted as upto where upto.week <= listed.week) as readers
    from listed left join counted on counted.week = listed.week
    order by listed.week desc`.execute(db)
  return rows
}
