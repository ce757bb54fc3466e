import { listStatements, type LetterParts, type SectionToTell } from './letter-plan.ts'
import type { Statement } from './statement.ts'
import { fillTemplate, textOf } from './tell.ts'

/** How many characters of a subject line a mailbox shows. */
export const MAX_SUBJECT = 59
/** The lead may be any of this many most salient statements if an editor chooses it. */
export const MOST_LEADS = 5

/** How many earlier letters are considered, and how much salience a story loses if they led with it. */
export const REMEMBERED_LETTERS = 8
const SAME_TOPIC = 30
/** A topic that led long ago loses less. */
const TOPIC_FADES_BY = 3
const SAME_KIND = 12
/** How many weeks in a row the same kind may lead. */
const KIND_IN_A_ROW = 2

interface Lead {
  readonly statement: Statement
  /** The first of its headlines that fits a subject line. */
  readonly head: string
  /** The same with its slots filled. */
  readonly headline: string
}

/** What may lead, the most salient first: news with a headline, ranked lower if earlier letters led with it. */
export function rankLeads(sections: readonly SectionToTell[], earlier: LetterParts['earlierLeads']): Lead[] {
  const [first, ...others] = earlier.slice(0, KIND_IN_A_ROW).map(({ kind }) => kind)
  const worn =
    others.length === KIND_IN_A_ROW - 1 && others.every((kind) => kind === first) ? first : undefined
  const worth = (statement: Statement): number => {
    const topicAt = earlier.findIndex(({ topic }) => topic === statement.topic)
    const ofTopic = topicAt === -1 ? 0 : SAME_TOPIC - TOPIC_FADES_BY * topicAt
    return statement.salience - ofTopic - (earlier[0]?.kind === statement.kind ? SAME_KIND : 0)
  }
  return sections
    .flatMap((section) => listStatements(section) ?? [])
    .filter(({ isNews, kind }) => isNews && kind !== worn)
    .flatMap((statement): Lead[] => {
      const [fitting] = listHeads(statement)
      return fitting ? [{ statement, ...fitting }] : []
    })
    .sort((a, b) => worth(b.statement) - worth(a.statement) || (a.statement.id < b.statement.id ? -1 : 1))
}

function listHeads(statement: Statement): Omit<Lead, 'statement'>[] {
  return (statement.heads ?? [])
    .map((head) => ({ head, headline: textOf(fillTemplate(statement, head, { slotDate: '' })) }))
    .filter(({ headline }) => headline.length <= MAX_SUBJECT)
}
