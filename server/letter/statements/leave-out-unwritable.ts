import { stateReading } from './make-statement.ts'
import { messageOf } from '../../lib/errors.ts'
import type { SectionName, Sentence } from '../../../shared/edition-contract.ts'
import type { LetterParts, SectionToTell } from './letter-plan.ts'
import type { SectionStatements, Slot, Statement, UnwrittenStatement } from './statement.ts'
import { fillTemplate, textOf } from './tell.ts'

type FindUnbound = (sentences: readonly Sentence[]) => string | undefined

/** Leaves out every statement that has a wording that cannot be printed, wherever in the letter it belongs, so that it
 *  does not cost readers the others. What refers to it is told without it.
 *  @param findUnbound  returns, in words, a figure of the sentences that no fact supports; if left out, that is not
 *  checked */
export function leaveOutUnwritable<
  Parts extends Pick<LetterParts, 'slotDate' | 'sections' | 'connections' | 'ahead'>,
>(
  parts: Parts,
  findUnbound: FindUnbound = () => undefined,
): { readonly parts: Parts; readonly unwritten: UnwrittenStatement[] } {
  const { slotDate } = parts
  const unwritten: UnwrittenStatement[] = []
  const canWrite = (statement: Statement): boolean => {
    const reason = findFault(statement, slotDate, findUnbound)
    if (reason !== undefined) {
      unwritten.push({ id: statement.id, section: statement.section, kind: statement.kind, reason })
    }
    return reason === undefined
  }
  const keep = (statement: Statement | undefined) =>
    statement !== undefined && canWrite(statement) ? statement : undefined
  const sections = parts.sections.map((section): SectionToTell => {
    if (!section.statements) return section
    unwritten.push(...(section.statements.unwritten ?? []))
    return { ...section, statements: keepWritable(section.statements, canWrite) }
  })
  return {
    parts: {
      ...parts,
      sections,
      connections: parts.connections.filter(canWrite),
      ahead: keep(parts.ahead),
    },
    unwritten,
  }
}

function keepWritable(
  section: SectionStatements,
  canWrite: (statement: Statement) => boolean,
): SectionStatements {
  const { coverage } = section
  return {
    ...section,
    statements: section.statements.filter(canWrite),
    forYou: section.forYou.filter(canWrite),
    unwritten: [],
    // A section must have a coverage statement.
    coverage: canWrite(coverage) ? coverage : createBlankCoverage(section.section),
  }
}

/** @returns why one of its wordings cannot be printed; undefined if all can */
function findFault(statement: Statement, slotDate: string, findUnbound: FindUnbound): string | undefined {
  const [blank] = Object.entries(statement.slots).find(([, slot]) => isBlank(slot)) ?? []
  if (blank !== undefined) return `{${blank}} has no words`
  const told: Sentence[] = []
  for (const template of listTemplates(statement)) {
    try {
      const sentences = fillTemplate(statement, template, { slotDate })
      told.push(...sentences)
      const isBlankText = textOf(sentences).trim() === ''
      // A section may have nothing to say about its coverage.
      if (isBlankText && statement.kind !== 'coverage') return 'one of its wordings has no words'
    } catch (error) {
      return messageOf(error)
    }
  }
  return findUnbound(told)
}

function isBlank(slot: Slot): boolean {
  const texts = 'figure' in slot ? [slot.text] : [slot.name, slot.short]
  return texts.some((text) => text !== undefined && text.trim() === '')
}

/** Every wording of it that could be printed. */
function listTemplates(one: Statement): string[] {
  const { tellings, shorter, kickers, teases, opening, carry, heads, lines, glances, asks } = one
  const others = [shorter, kickers, teases, opening, carry, one.atHome?.takesUp, heads, lines, glances, asks]
  return [tellings, ...others, one.caveat, one.headEnd].flatMap((list) => list ?? [])
}

/** Makes the parts of an edition one at a time: if one throws, readers lose only that part, and the failure is noted. */
export interface Attempts {
  /** What could not be made so far. */
  readonly unwritten: readonly UnwrittenStatement[]
  /** @param part  its id, or the common beginning of the ids that it would make: 'insiders/share'
   *  @returns undefined if it threw */
  readonly attempt: <Made>(
    part: Pick<UnwrittenStatement, 'id' | 'kind'>,
    make: () => Made,
  ) => Made | undefined
  /** Makes one or more parts for each item. */
  readonly each: <Item, Made>(
    items: readonly Item[],
    make: (item: Item) => Made | readonly Made[],
    part: { readonly kind: UnwrittenStatement['kind']; readonly idOf: (item: Item) => string },
  ) => Made[]
}

export function openAttempts(section: SectionName): Attempts {
  const unwritten: UnwrittenStatement[] = []
  const attempt: Attempts['attempt'] = ({ id, kind }, make) => {
    try {
      return make()
    } catch (error) {
      unwritten.push({ id, section, kind, reason: messageOf(error) })
      return undefined
    }
  }
  return {
    unwritten,
    attempt,
    each: (items, make, { kind, idOf }) =>
      items.flatMap((item) => attempt({ id: idOf(item), kind }, () => make(item)) ?? []),
  }
}

/** Replaces one that could not be made, since the page says the same in its own words. */
export const createBlankCoverage = (section: SectionName): Statement =>
  stateReading(section, { slots: {}, tellings: [''] })

/** The statements of a section. If an error is not confined to one of them, the section has none, and everything is left
 *  to its page. */
export function stateSection(section: SectionName, make: () => SectionStatements): SectionStatements {
  const { attempt, unwritten } = openAttempts(section)
  return (
    attempt({ id: section, kind: 'coverage' }, make) ?? {
      section,
      statements: [],
      forYou: [],
      coverage: createBlankCoverage(section),
      facts: [],
      unwritten,
    }
  )
}

export function addUnwritten(
  section: SectionStatements,
  unwritten: readonly UnwrittenStatement[],
): SectionStatements {
  return { ...section, unwritten: [...(section.unwritten ?? []), ...unwritten] }
}

/** For an operator: '2 parts could not be written: trade, row'. */
export function tellUnwritten(unwritten: readonly Pick<UnwrittenStatement, 'kind'>[]): string {
  const kinds = [...new Set(unwritten.map(({ kind }) => kind))].join(', ')
  return `${unwritten.length} ${unwritten.length === 1 ? 'part' : 'parts'} could not be written: ${kinds}`
}
