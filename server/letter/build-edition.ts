import { existsSync } from 'node:fs'
import type { LetterContent } from '../../shared/edition-contract.ts'
import { AppError } from '../lib/errors.ts'
import { checkEditionBound } from './facts/check-bound.ts'
import { composeEdition, composeUnavailable } from './facts/compose-edition.ts'
import { composePage, dropUnbound } from './facts/compose-page.ts'
import { carryOut, listEdits, type EditOrder } from '../sending/editions/edition-edits.ts'
import type { BuiltEdition, EditionAudit } from '../sending/editions/editions.ts'
import { dropFindings, labelEdits } from './apply-edits.ts'
import type { EditionInput, EditionSite, RenderedEdition } from './edition-input.ts'
import { RANKED_FACTS } from './insiders/state-insider-ranks.ts'
import { addMonths } from '../lib/dates.ts'
import { getEditionWeek } from '../lib/edition-week.ts'
import type { Fact } from './facts/fact.ts'
import { collectWeek, endOfWeek, type CollectWeekDeps } from './collect-week.ts'
import { gatherCongress } from './congress/gather-congress.ts'
import { gatherInsiders, type ListCompanyTitles } from './insiders/gather-insiders.ts'
import { gatherMarkets } from './series/gather-markets.ts'
import { gatherSeries } from './series/gather-series.ts'
import { gatherApart, tellReason, type GatheredSection, type UnavailableSection } from './gathered-section.ts'
import type { ListDailyCloses } from './insiders/read-insider-closes.ts'
import { listCorrectionsSince } from './archive/corrections.queries.ts'
import { listEarlierFacts, listEarlierLeads } from './archive/published-editions.queries.ts'
import { stateConnections } from './series/connections.ts'
import { stateAhead } from './series/look-ahead.ts'
import { REMEMBERED_LETTERS } from './statements/rank-leads.ts'
import { listNewFacts } from './statements/make-statement.ts'
import {
  addUnwritten,
  leaveOutUnwritable,
  openAttempts,
  tellUnwritten,
} from './statements/leave-out-unwritable.ts'
import type { LetterParts, SectionToTell } from './statements/letter-plan.ts'
import type { UnwrittenStatement } from './statements/statement.ts'
import { readSourceStates } from './source-states.ts'
import type { ReadCloses } from './series/market-histories.ts'
import { editLetter, type LetterAudit } from './writer/edit-letter.ts'
import type { FindCompany } from '../records/trades/filings-of-company.ts'
import type { Judges } from './writer/judge.ts'
import type { AnswerModel } from './writer/language-model.ts'

export type RecordsToUse = 'collect' | 'kept'
export type RenderEdition = (input: EditionInput) => Promise<RenderedEdition>

export interface BuildEditionDeps extends CollectWeekDeps {
  readonly listDailyCloses: ListDailyCloses
  readonly readCloses: ReadCloses
  readonly listCompanyTitles: ListCompanyTitles
  readonly findCompany: FindCompany
  /** The letter's editor; if undefined, only rules write the letter. */
  readonly model: AnswerModel | undefined
  /** The model that checks the editor's words; if undefined, none of them are used. */
  readonly checker: AnswerModel | undefined
  readonly judges: Judges
  readonly site: EditionSite
  /** The compiled templates by default; tests may pass their own. */
  readonly renderEdition?: RenderEdition | undefined
}

/** One weekly letter, with the marks of recipient-mail.ts where readers' copies differ. */
export interface Edition extends BuiltEdition {
  readonly facts: readonly Fact[]
  /** What was left out because it could not be computed or put into words. */
  readonly coverage: { readonly unwritten?: readonly UnwrittenStatement[] }
}

/** Builds the edition of a Monday from what was public before it: collect, analyse, write, compose, check, render.
 *  @param asOf  the Monday, 'YYYY-MM-DD'
 *  @param records  'kept': uses stored records and asks no source
 *  @param order  a person's new change, in addition to earlier ones
 *  @throws InvalidInputError when the day is not a Monday; AppError 'source-unavailable' when no section could be built,
 *    'not-ready' when the templates are not compiled, and 'internal' when a figure is bound to no fact */
export async function buildEdition(
  deps: BuildEditionDeps,
  {
    asOf,
    records = 'collect',
    order,
  }: { asOf: string; records?: RecordsToUse | undefined; order?: EditOrder | undefined },
): Promise<Edition> {
  const week = getEditionWeek(asOf)
  const renderEdition = deps.renderEdition ?? (await loadRenderer())

  const day = records === 'kept' ? endOfWeek(deps, week) : (await collectWeek(deps, week)).asOf
  const sources = await readSourceStates(deps.db, deps.sources, day)
  const input = { week, sources }
  const year = { from: addMonths(asOf, -12), before: asOf }
  const earlier = await listEarlierFacts(deps.db, year, RANKED_FACTS)
  const gathered = [
    await gatherApart(deps, 'insiders', () => gatherInsiders(deps, { ...input, earlier })),
    await gatherApart(deps, 'congress', () => gatherCongress(deps, input)),
    await gatherApart(deps, 'housing', () => gatherSeries(deps, input, 'housing')),
    await gatherApart(deps, 'economy', () => gatherSeries(deps, input, 'economy')),
    await gatherApart(deps, 'markets', () => gatherMarkets(deps, input)),
  ]
  const unavailable = gathered.filter((section) => section.state === 'unavailable')
  for (const section of unavailable) reportUnavailable(deps, section)
  requireOne(gathered, unavailable, asOf)

  const kept = await listEdits(deps.db, asOf)
  const edits = order ? carryOut(kept, order) : kept
  const across = openAttempts('economy')
  const { sections, connections } = dropFindings(
    {
      sections: gathered.map((section) => composeSection(section, asOf)),
      connections: stateConnections(
        gathered.flatMap((section) => (section.state === 'ready' ? [section.statements] : [])),
        across,
      ),
    },
    edits,
  )
  const stated = sections.flatMap((section) => section.statements ?? [])
  const { parts, unwritten } = leaveOutUnwritable<LetterParts>({
    slotDate: asOf,
    sections,
    connections,
    ahead: across.attempt({ id: 'housing/ahead', kind: 'worth' }, () => stateAhead(stated)),
    corrections: await listCorrectionsSince(deps.db, { before: asOf }),
    earlierLeads: await listEarlierLeads(deps.db, { before: asOf, limit: REMEMBERED_LETTERS }),
  })
  unwritten.push(...across.unwritten, ...unavailable.flatMap(listMistake))
  const ofSections = gathered.flatMap((section) => (section.state === 'ready' ? section.facts : []))
  const facts = [...ofSections, ...listNewFacts(parts.connections, ofSections)]
  let inFull = sections.map((section) => section.content)
  const composeOf = (some: LetterParts, letter: LetterContent) =>
    composeEdition({
      slotDate: asOf,
      week,
      letter,
      sections: inFull,
      statements: some.sections.flatMap((section) => section.statements ?? []),
    })
  const write = async (some: LetterParts) => {
    const { letter, audit } = await editLetter(deps, some, (edited) =>
      describeFirst(checkEditionBound(composeOf(some, edited), facts)),
    )
    const content = composeOf(some, labelEdits(letter, edits, { slotDate: asOf, week }, facts))
    return { content, audit, unbound: checkEditionBound(content, facts) }
  }
  let written = await write(parts)
  if (written.unbound.length > 0) {
    // Done last, since it checks the whole edition once for each statement.
    const bound = leaveOutUnwritable(parts, (sentences) => {
      const probe = composeOf({ ...parts, sections: [] }, { ...NOTHING_TOLD, connects: sentences })
      const ofSentences = checkEditionBound(probe, facts).filter(({ where }) => where.startsWith(PROBED))
      return describeFirst(ofSentences)
    })
    const page = dropUnbound(inFull, written.unbound)
    inFull = page.sections
    const lost = [...bound.unwritten, ...page.unwritten]
    unwritten.push(...lost)
    if (lost.length > 0) written = await write(bound.parts)
  }
  const { content, audit, unbound } = written
  if (unwritten.length > 0) reportUnwritten(deps, unwritten, asOf)
  requireBound(deps, unbound, asOf)

  const rendered = await renderEdition({ site: deps.site, content })
  const { subject, preheader } = content
  return {
    slotDate: asOf,
    subject,
    preheader,
    ...rendered,
    facts,
    coverage: { unwritten },
    content,
    audits: [toEditionAudit(audit)],
    edits,
  }
}

const describeFirst = ([first]: ReturnType<typeof checkEditionBound>) =>
  first && `'${first.text}' in ${first.where} ${first.reason}`

/** Places single sentences in an otherwise empty letter, to check them against the facts. */
const PROBED = 'letter/connects'
const NOTHING_TOLD: LetterContent = {
  headline: '',
  lead: null,
  corrections: [],
  story: [],
  lines: [],
  sections: [],
  connects: [],
}

function composeSection(section: GatheredSection, slotDate: string): SectionToTell {
  if (section.state === 'unavailable') {
    return {
      content: composeUnavailable(section.name, section.publisher, section.code),
      statements: undefined,
      notes: [],
    }
  }
  const { notes, credit } = section
  const { content, unwritten } = composePage(section, slotDate)
  return { content, statements: addUnwritten(section.statements, unwritten), notes, credit }
}

/** Reports a mistake in the program as something unwritten, in addition to the missing section, so that operators are
 *  alerted. */
const listMistake = ({ name, code, reason }: UnavailableSection): UnwrittenStatement[] =>
  code === 'mistake' ? [{ id: name, section: name, kind: 'section', reason }] : []

function reportUnavailable({ logger, onProgress }: BuildEditionDeps, section: UnavailableSection): void {
  const { name, source, reason } = section
  logger.error({ section: name, source, reason }, 'a section of the edition could not be built')
  onProgress(`Unavailable: ${name}. ${tellReason(section)}.`)
}

function reportUnwritten(
  { logger, onProgress }: BuildEditionDeps,
  unwritten: readonly UnwrittenStatement[],
  asOf: string,
): void {
  logger.error({ edition: asOf, unwritten }, 'parts of an edition could not be written')
  onProgress(`${tellUnwritten(unwritten)}. The letter goes on without; the log says why.`)
}

function requireOne(
  gathered: readonly GatheredSection[],
  unavailable: readonly UnavailableSection[],
  asOf: string,
): void {
  if (unavailable.length < gathered.length) return
  const reasons = unavailable.map(({ name, source, reason }) => `${name}: ${source}, ${reason}.`).join(' ')
  throw new AppError(
    'source-unavailable',
    `No section of the edition of ${asOf} could be built, so there is none. ${reasons}`,
  )
}

/** An edition with a figure that no fact supports must never be stored or sent. */
function requireBound(
  { logger }: BuildEditionDeps,
  unbound: ReturnType<typeof checkEditionBound>,
  asOf: string,
): void {
  const [first, ...others] = unbound
  if (!first) return
  logger.error({ edition: asOf, unbound }, 'figures of an edition are borne out by no fact')
  const more = others.length === 0 ? '' : ` There are ${others.length} more such; the log has them.`
  throw new AppError(
    'internal',
    `The edition of ${asOf} is not kept: "${first.text}" in ${first.where} ${first.reason}.${more} This is a mistake in the program.`,
  )
}

function toEditionAudit(audit: LetterAudit): EditionAudit {
  const { statementsHash, outcome, reason, model, retries } = audit
  return { section: 'letter', factsHash: statementsHash, outcome, reason, model, retries, record: audit }
}

async function loadRenderer(): Promise<RenderEdition> {
  const url = new URL('../../dist/email/render-edition.mjs', import.meta.url)
  if (!existsSync(url)) {
    throw new AppError(
      'not-ready',
      'The letter’s templates are not compiled (dist/email is missing). Run `npm run build` and try again.',
    )
  }
  const templates = (await import(url.href)) as { renderEdition: RenderEdition }
  return templates.renderEdition
}
