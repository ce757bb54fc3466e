import { formatDay } from '../../shared/format-date.ts'
import { textOf } from '../../shared/link-words.ts'
import { formatChicagoTime } from '../lib/dates.ts'
import { escapeHtml } from '../lib/text.ts'
import { findVersion, listDeeds, type Deed } from '../operator/deeds.ts'
import {
  describeState,
  listSending,
  listStateBlocks,
  describeAccepted,
  type Block,
} from '../operator/edition-state-words.ts'
import { listReturnRows } from '../operator/return-words.ts'
import { listAlarms, type RaisedAlarm } from '../operator/raised-alarms.ts'
import { listNextSteps } from '../sending/editions/edition-refusal.ts'
import { listReturns } from '../sending/editions/edition-returns.ts'
import type { SendingProgress } from '../sending/editions/edition-status.ts'
import type { PreviewedEdition } from '../sending/editions/review-edition.ts'
import { fillRecipientSlots } from '../sending/deliveries/recipient-mail.ts'
import type { DeskDeps } from './desk-deps.ts'
import { describeDeed, listDeedItems, describeBuilder } from './deed-list.ts'
import { writeCorrections, writeEdits } from './edits.ts'
import { ORDER_FIELDS, orderButton } from './orders.ts'
import { askToRelease, askToResume } from '../operator/order-words.ts'
import { definitions, editionPath, paragraph, prose, section } from './page.ts'

const DEEDS_SHOWN = 10
const ALARMS_SHOWN = 5
const SENDING_STATES = new Set(['frozen', 'paused'])

/** An edition as the desk sees it, read at one moment where that matters. */
export interface SeenEdition extends PreviewedEdition {
  readonly progress: SendingProgress
  readonly deeds: readonly Deed[]
  /** Sent with each order: if two people act on the same version, the second is refused. */
  readonly seen: string
}

/** @returns undefined if there is no edition of that date */
export async function findSeenEdition(deps: DeskDeps, date: string): Promise<SeenEdition | undefined> {
  // Read first: if something changes while the rest is read, an order is refused instead of acting on a state nobody saw.
  const seen = await findVersion(deps.db, date)
  const previewed = await deps.reviews.findPreviewed(date)
  const progress = await deps.newsletter.findStatus(date)
  if (previewed === undefined || progress === undefined) return undefined
  return { ...previewed, progress, deeds: await listDeeds(deps.db, { date, limit: DEEDS_SHOWN }), seen }
}

/** The edition with everything that can be done about it.
 *  @returns HTML */
export async function writeEdition(
  deps: DeskDeps,
  edition: SeenEdition,
  { isBuilding }: { isBuilding: boolean },
): Promise<string> {
  const { review, progress, deeds } = edition
  const isWaiting = review.state === 'built' || review.state === 'missed'
  const cameBack = (await listReturns(deps.db, [progress])).flatMap(listReturnRows)
  return [
    paragraph(`Monday, ${formatDay(review.date)}`),
    `<p role="status"><strong>${prose(describeState(review).words)}</strong></p>`,
    SENDING_STATES.has(review.state) ? paragraph(describeAccepted(progress.counts)) : '',
    isBuilding ? writeBuilding(review.date, deeds) : '',
    deeds[0] === undefined ? '' : `<p class="note">${prose(describeDeed(deeds[0]))}</p>`,
    writeMissing(edition, await listAlarms(deps.db, { limit: ALARMS_SHOWN, date: review.date })),
    isBuilding ? '' : writeActions(edition),
    // While an edition goes out, its progress is what people look for.
    progress.meta.frozenAt === undefined
      ? ''
      : section('Sending', [...listSending(progress), ...cameBack].map(writeBlock).join('')),
    writeLetter(deps, edition),
    isWaiting && !isBuilding ? writeEdits(edition) : '',
    section('How it stands', listStateBlocks(review).map(writeBlock).join('')),
    isWaiting ? '' : await writeCorrections(deps, edition),
    deeds.length === 0 ? '' : section('Who did what', listDeedItems(deeds)),
  ].join('')
}

export const writeBuilding = (date: string, deeds: readonly Deed[]) =>
  `<p class="note">It is being built, ${escapeHtml(describeBuilder(deeds))}, which may take minutes. <a href="${editionPath(date)}">Look again</a></p>`

/** The page of an edition that does not exist yet: who ordered the build in progress, and earlier deeds. */
export function writeUnwritten(
  date: string,
  { isBuilding, deeds }: { isBuilding: boolean; deeds: readonly Deed[] },
): string {
  return [
    paragraph(`Monday, ${formatDay(date)}`),
    '<p role="status"><strong>It is not written yet.</strong></p>',
    isBuilding ? writeBuilding(date, deeds) : '',
    deeds.length === 0 ? '' : section('Who did what', listDeedItems(deeds)),
    '<p><a href="/desk">To the desk</a></p>',
  ].join('')
}

/** Writes a section; its steps become buttons. */
const writeBlock = ({ title, rows }: Block) =>
  (title === undefined ? '' : `<h3>${escapeHtml(title)}</h3>`) +
  definitions(rows.filter(({ step }) => step === undefined))

function writeMissing({ review }: SeenEdition, alarms: readonly RaisedAlarm[]): string {
  const lacking = review.sections?.filter(({ state }) => state === 'unavailable') ?? []
  const words = [
    ...lacking.map(({ title }) => `The section “${title}” is missing. The letter says why.`),
    ...(review.state === 'built' && review.previewSubmittedAt === undefined
      ? ['No preview of it was mailed yet.']
      : []),
    ...alarms.map(({ raisedAt, subject }) => `Alarm, ${formatChicagoTime(raisedAt)}: ${subject}`),
  ]
  const coverage = (review.sections ?? []).map(({ title, coverage }) => ({
    label: title,
    words: coverage.map(textOf).join(' '),
  }))
  return section(
    'What is missing',
    (words.length === 0
      ? paragraph('No section, and no alarm was raised.')
      : `<ul>${words.map((one) => `<li>${prose(one)}</li>`).join('')}</ul>`) +
      (coverage.length === 0
        ? ''
        : `<details><summary>What was read for each section</summary>${definitions(coverage)}</details>`),
  )
}

const ORDERS_TOLD =
  '<p class="quiet">Hold: it waits until somebody releases it. Release: it goes out at its time, and no rule holds it back. Build again: its records are read again, it is written again, and a new preview is mailed.</p>'

/** The orders that the edition's state allows, most likely first. */
function writeActions(edition: SeenEdition): string {
  const { review, progress } = edition
  const { date, state, held } = review
  // It no longer goes out by itself: released or not, only a person sends it.
  const isOver = review.times.phase === 'over'
  const parts: string[] = []
  if (state === 'built' || state === 'missed') {
    const isFinal = askToRelease(review) !== undefined
    if (held === undefined)
      parts.push(orderButton(edition, 'hold', { content: ORDER_FIELDS.hold({}), isSecond: false }))
    if (held !== undefined || !isOver)
      parts.push(orderButton(edition, 'release', { isFinal, isSecond: held === undefined }))
    parts.push(orderButton(edition, 'build', { button: 'Build it again' }))
    if (held === undefined && isOver) parts.push(orderButton(edition, 'send', { isFinal: true }))
  }
  const mayHaveGoneOut =
    state === 'cancelled' || state === 'missed' || (state === 'built' && held?.kind === 'restored')
  if (mayHaveGoneOut && review.marked === undefined)
    parts.push(orderButton(edition, 'mark-sent', { isFinal: true }))
  if (held?.kind === 'restored' || progress.meta.paused?.kind === 'restored')
    parts.push(orderButton(edition, 'resolve-by-log', { isFinal: true }))
  if (state === 'frozen')
    parts.push(orderButton(edition, 'pause', { content: ORDER_FIELDS.pause({}), isSecond: false }))
  if (state === 'paused') {
    const isFinal = askToResume(progress) !== undefined
    parts.push(orderButton(edition, 'resume', { isFinal, isSecond: false }))
  }
  const { counts } = progress
  const hasEnded = review.marked !== undefined || state === 'cancelled'
  const steps = listNextSteps({ date, counts, isOver: hasEnded })
  for (const next of steps) {
    if (next.step === 'retry') parts.push(orderButton(edition, 'retry'))
    if (next.step !== 'resolve') continue
    for (const decision of next.decisions)
      parts.push(orderButton(edition, `resolve-${decision}`, { isFinal: true }))
  }
  if (counts.deferred > 0 && !hasEnded && !steps.some(({ step }) => step === 'retry'))
    parts.push(orderButton(edition, 'retry', { button: 'Try the deferred at once' }))
  if (state !== 'finished' && state !== 'cancelled')
    parts.push(orderButton(edition, 'cancel', { isFinal: true }))
  const look = state === 'frozen' ? `<a class="button" href="${editionPath(date)}">Look again</a>` : ''
  if (parts.length === 0) return ''
  return section(
    'What you can do',
    `<div class="actions">${parts.join('')}${look}</div>${state === 'built' && !isOver ? ORDERS_TOLD : ''}`,
  )
}

/** Fills in the letter as it is mailed, but without the reader's own link. */
export const fillForDesk = (deps: DeskDeps, text: string, form: 'html' | 'text') =>
  fillRecipientSlots(text, { unsubscribeUrl: `${deps.config.siteUrl}/unsubscribe` }, form)

function writeLetter(deps: DeskDeps, { edition, review }: SeenEdition): string {
  const path = `${editionPath(review.date)}/letter`
  return `<div class="pair">${section(
    'As it is mailed',
    `<iframe title="The letter as it is mailed" sandbox="" src="${path}"></iframe><p><a href="${path}">The letter alone</a></p>`,
  )}${section(
    'As plain text',
    `<pre tabindex="0" role="region" aria-label="The letter as plain text">${escapeHtml(fillForDesk(deps, edition.text, 'text'))}</pre>`,
  )}</div>`
}
