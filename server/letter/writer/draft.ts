import { z } from 'zod'

import type { Fact, SectionName } from '../facts/fact.ts'

const MAX_SENTENCES = 16
const MAX_TEXT = 600

/** What a writer gives: sentences with slots where figures, names and days belong. */
export const draftSchema = z.object({
  sections: z
    .array(
      z.object({
        section: z.enum(['insiders', 'congress', 'housing', 'economy', 'markets']),
        sentences: z
          .array(
            z.object({
              /** 'Insiders bought {{f1}} of {{s1}} in {{p1}}.' */
              text: z.string().max(MAX_TEXT),
              /** The facts whose slots the text has: ['f1']. */
              factIds: z.array(z.string().max(20)).max(20),
            }),
          )
          .max(MAX_SENTENCES),
      }),
    )
    .max(1),
})

export type Draft = z.infer<typeof draftSchema>

export interface DraftSentence {
  readonly text: string
  readonly factIds: readonly string[]
}

/** What a section is written from. */
export interface SectionFacts {
  readonly section: SectionName
  readonly facts: readonly Fact[]
  /** Ids of the facts that the text must carry; the ranker's choice. */
  readonly required: readonly string[]
}
