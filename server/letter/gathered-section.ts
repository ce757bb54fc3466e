import type { Clock } from '../lib/clock.ts'
import type { Database } from '../db/database.ts'
import { mayPass } from '../db/database-unavailable.ts'
import { messageOf } from '../lib/errors.ts'
import type { Logger } from '../lib/logger.ts'
import type { EditionWeek } from '../lib/edition-week.ts'
import type { Fact, SectionName } from './facts/fact.ts'
import type { SectionContent, Sentence } from '../../shared/edition-contract.ts'
import type { Attempts } from './statements/leave-out-unwritable.ts'
import type { SectionStatements } from './statements/statement.ts'
import type { UnavailableCode } from '../records/core/unread-reason.ts'
import type { SourceState } from './source-states.ts'

/** A section's facts, and how they become words. */
export interface ReadySection {
  readonly name: SectionName
  readonly state: 'ready'
  /** All facts of the section, stored with the edition. */
  readonly facts: readonly Fact[]
  /** What the letter is written from. */
  readonly statements: SectionStatements
  /** What readers must know about its sources, before the rest of its coverage. */
  readonly notes: readonly Sentence[]
  /** The notices owed to owners of some of its facts; left out if the notices in its content apply to all facts.
   *  @param factIds  of any section */
  readonly credit?: (factIds: ReadonlySet<string>) => readonly string[]
  /** Composes what the page adds to the letter.
   *  @param slotDate  the edition's Monday
   *  @param attempts  one for each row and picture, so that one that cannot be made costs the page no other */
  readonly compose: (slotDate: string, attempts: Attempts) => SectionContent
}

/** A section that is missing, because its source failed with nothing usable stored for that week or because of a mistake
 *  in the program. */
export interface UnavailableSection {
  readonly name: SectionName
  readonly state: 'unavailable'
  /** The source's name for operators: 'SEC EDGAR'. */
  readonly source: string
  /** The publisher's name for readers, for the middle of a sentence: 'the SEC'. */
  readonly publisher: string
  /** For the log, the audit and the operator; it may repeat what a source answered. */
  readonly reason: string
  /** Selects the words that readers see. */
  readonly code: UnavailableCode | 'mistake'
}

export type GatheredSection = ReadySection | UnavailableSection

export interface GatherDeps {
  readonly db: Database
  readonly clock: Clock
  readonly logger: Logger
  readonly onProgress: (line: string) => void
}

/** The input of every section. */
export interface GatherInput {
  readonly week: EditionWeek
  /** By the source's id. */
  readonly sources: ReadonlyMap<string, SourceState>
}

/** Makes a section. A mistake in reading or analyzing it costs the edition only that section.
 *  @throws failures unrelated to the section: a lost database, or the signal's reason */
export async function gatherApart(
  { signal, logger }: Pick<GatherDeps, 'logger'> & { readonly signal: AbortSignal },
  name: SectionName,
  gather: () => Promise<GatheredSection>,
): Promise<GatheredSection> {
  try {
    return await gather()
  } catch (error) {
    if (signal.aborted || mayPass(error)) throw error
    logger.error({ err: error, section: name }, 'a section of the edition could not be worked out')
    const reason = messageOf(error)
    const source = 'the program'
    return { name, state: 'unavailable', source, publisher: source, reason, code: 'mistake' }
  }
}

/** For the operator; the reason usually begins with the source's name. */
export function tellReason({ source, reason }: UnavailableSection): string {
  return reason.startsWith(source) ? reason : `${source}: ${reason}`
}
