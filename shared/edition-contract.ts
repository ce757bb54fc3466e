import { z } from 'zod'

/** The parts of the letter, in its order. */
export const SECTION_NAMES = ['insiders', 'congress', 'housing', 'economy', 'markets'] as const
export const sectionNameSchema = z.enum(SECTION_NAMES)
export type SectionName = z.infer<typeof sectionNameSchema>

/** 'YYYY-MM-DD' */
const daySchema = z.iso.date()

/** A run of text. A figure carries the id of the fact that bears it out and the address of its record. */
export const spanSchema = z.object({
  text: z.string(),
  href: z.string().optional(),
  factId: z.string().optional(),
})
export type Span = z.infer<typeof spanSchema>

export const sentenceSchema = z.array(spanSchema).readonly()
export type Sentence = z.infer<typeof sentenceSchema>

/** One trade, or one measure. */
const tableRowSchema = z.object({
  /** Who, or what is measured. */
  head: sentenceSchema,
  /** Beneath it, each a line: the company, what kind of trade it was, the time that it is of. */
  about: z.array(sentenceSchema).readonly(),
  /** One for each column. */
  cells: z.array(sentenceSchema).readonly(),
})
export type TableRow = z.infer<typeof tableRowSchema>

export const tableContentSchema = z.object({
  title: z.string(),
  /** What the heads of the rows are; then one for each cell. */
  columns: z.array(z.string()).readonly(),
  rows: z.array(tableRowSchema).readonly(),
})
export type TableContent = z.infer<typeof tableContentSchema>

/** What a line picture is drawn from, on the server. */
export const chartContentSchema = z.object({
  title: z.string(),
  /** Text alternative of the picture; each figure in it is a fact of the section. */
  alt: sentenceSchema,
  unit: z.enum(['percent', 'usd', 'index', 'count']),
  /** Oldest first, at least two. */
  points: z.array(z.tuple([daySchema, z.number()])).readonly(),
  /** Whose figures they are. */
  credit: z.string(),
})
export type ChartContent = z.infer<typeof chartContentSchema>

/** What a section's page has beside what the letter tells. */
export const sectionContentSchema = z.object({
  name: sectionNameSchema,
  title: z.string(),
  /** 'unavailable': its source failed; then `coverage` says so and the rest is empty. */
  state: z.enum(['ready', 'unavailable']),
  /** All its trades or figures. Editions of earlier programs lack them. */
  tables: z.array(tableContentSchema).readonly().default([]),
  chart: chartContentSchema.optional(),
  /** What was read, what was not and why, what was held back. */
  coverage: z.array(sentenceSchema).readonly(),
  /** What the law or a licence asks for beside these figures, and whose they are. */
  notices: z.array(z.string()).readonly(),
})
export type SectionContent = z.infer<typeof sectionContentSchema>

/** A section as the site shows it: of a chart the picture alone, since a whole series may not be passed on. */
const publishedSectionSchema = sectionContentSchema.extend({
  chart: chartContentSchema.omit({ points: true }).optional(),
})
export type PublishedSection = z.infer<typeof publishedSectionSchema>

/** One of the most telling things of a letter, as the landing page and the feed show it. */
export const topFindingSchema = z.object({
  section: sectionNameSchema,
  /** '+ Bought, reported late'. Of editions of earlier programs alone. */
  kicker: z.string().optional(),
  /** A headline; in editions of earlier programs a name, which the figure is of. */
  title: z.string(),
  figure: spanSchema,
  sentence: sentenceSchema,
})
export type TopFinding = z.infer<typeof topFindingSchema>

/** A section as the letter tells it: its page has the tables and the coverage in full, too. */
export const letterSectionSchema = z.object({
  name: sectionNameSchema,
  title: z.string(),
  state: z.enum(['ready', 'unavailable']),
  /** 'AI-edited' where a model's choice or words stand; 'AI-written' in letters of earlier programs, whose `big` a model wrote. */
  label: z.enum(['automated summary', 'AI-edited', 'AI-written']),
  /** The name of that model. */
  model: z.string().optional(),
  /** The one thing that it tells first. */
  big: z.array(sentenceSchema).readonly(),
  /** At most three others. */
  smaller: z.array(z.array(sentenceSchema).readonly()).readonly(),
  /** What the mail has no room for, told on the page alone. Letters of earlier programs lack it. */
  more: z.array(z.array(sentenceSchema).readonly()).readonly().optional(),
  /** What it comes to for somebody on wages. */
  forYou: z.array(sentenceSchema).readonly(),
  /** How much was read, and what was left out. */
  coverage: z.array(sentenceSchema).readonly(),
})
export type LetterSection = z.infer<typeof letterSectionSchema>

/** The letter: one story, the week in a line for each section, the sections, and what connects them. */
export const letterContentSchema = z.object({
  /** The subject of the mail, and the title of its story. */
  headline: z.string(),
  /** What the story is about, so that the next letters tell of something else. */
  lead: z.object({ id: z.string(), kind: z.string(), topic: z.string() }).nullable(),
  /** Where a model's choice or words stand in the headline, the story, the lines or what connects; else left out. */
  label: z.literal('AI-edited').optional(),
  model: z.string().optional(),
  /** What a person wrote or left out before it went out; left out where nobody did. */
  byPerson: z
    .object({
      /** The headline is theirs. */
      headline: z.boolean(),
      /** Stands on top, signed. */
      note: z.object({ text: z.string(), by: z.string() }).optional(),
      /** How many findings they left out. */
      dropped: z.number(),
    })
    .optional(),
  /** What was wrong in letters before, noted since the last one was made: in a person's words. */
  corrections: z.array(z.object({ slotDate: daySchema, text: z.string() })).readonly(),
  story: z.array(sentenceSchema).readonly(),
  lines: z
    .array(z.object({ section: sectionNameSchema, sentences: z.array(sentenceSchema).readonly() }))
    .readonly(),
  sections: z.array(letterSectionSchema).readonly(),
  connects: z.array(sentenceSchema).readonly(),
  /** Whose the figures are that it tells, and what the law asks for beside them. Letters of earlier programs lack it: theirs are
   *  those of all sections. */
  notices: z.array(z.string()).readonly().optional(),
})
export type LetterContent = z.infer<typeof letterContentSchema>

/** All the words of one edition. */
export const editionContentSchema = z.object({
  /** The Monday it is for. */
  slotDate: daySchema,
  /** The seven days that it reads, both included. */
  week: z.object({ from: daySchema, to: daySchema }),
  /** Below 60 characters. */
  subject: z.string(),
  /** The line that a mailbox shows beside the subject. */
  preheader: z.string(),
  /** What is mailed, and what the page tells. */
  letter: letterContentSchema,
  /** What the page has beside it, in the order of the letter. */
  sections: z.array(sectionContentSchema).readonly(),
  /** Three at most, of different sections where there are as many. */
  topFindings: z.array(topFindingSchema).readonly(),
})
export type EditionContent = z.infer<typeof editionContentSchema>

/** The words of an edition that went out, as the site shows them. */
export const publishedContentSchema = editionContentSchema.extend({
  sections: z.array(publishedSectionSchema).readonly(),
})

/** One fact as the page of an edition's figures shows it. */
export const factRecordSchema = z.object({
  id: z.string(),
  section: sectionNameSchema,
  subject: z.string(),
  /** What it says of its subject, in words. */
  kind: z.string(),
  /** With its unit, as readers see it. */
  value: z.string(),
  period: z.object({ from: daySchema, to: daySchema }),
  /** When it became known. */
  asOf: daySchema,
  /** When we read it, ISO 8601 in UTC. */
  retrievedAt: z.string(),
  sourceName: z.string(),
  sourceUrl: z.string(),
  /** How it follows from its inputs, in words. */
  formula: z.string(),
  /** The records it is made of, or the ids of other facts. */
  inputs: z.array(z.string()).readonly(),
})
export type FactRecord = z.infer<typeof factRecordSchema>

/** What was wrong in an edition that went out, and what is right. */
export const correctionSchema = z.object({
  /** Stays the same; a correction that was taken back is no longer listed. */
  id: z.string(),
  slotDate: daySchema,
  /** The figure that was wrong, by the id of its fact; null where the correction names none. */
  factId: z.string().nullable(),
  /** ISO 8601 in UTC. */
  notedAt: z.string(),
  /** In a person's words. */
  text: z.string(),
})
export type Correction = z.infer<typeof correctionSchema>

/** An edition that went out, as lists show it. */
export const editionSummarySchema = z.object({
  /** The Monday it is for. */
  date: daySchema,
  subject: z.string(),
  preheader: z.string(),
  /** When it went out, ISO 8601 in UTC. */
  publishedAt: z.iso.datetime(),
  /** When it was corrected last; null where nothing in it is known to be wrong. */
  correctedAt: z.iso.datetime().nullable(),
  /** What it tells first. Editions of earlier programs lack it. */
  story: z.array(sentenceSchema).readonly().optional(),
  byPerson: letterContentSchema.shape.byPerson,
  topFindings: z.array(topFindingSchema).readonly(),
})
export type EditionSummary = z.infer<typeof editionSummarySchema>

/** GET /editions: the newest first. */
export const editionListSchema = z.object({
  editions: z.array(editionSummarySchema).readonly(),
  /** `before` of the page that follows; null on the last one. */
  nextBefore: daySchema.nullable(),
  /** The coming Monday, on which the next one is due. */
  nextDue: daySchema,
  /** How many went out in all. */
  total: z.int().min(0),
})
export type EditionList = z.infer<typeof editionListSchema>

const neighbourSchema = z.object({ date: daySchema, subject: z.string() }).nullable()

/** GET /editions/{date}: a whole edition. */
export const publishedEditionSchema = editionSummarySchema
  .omit({ story: true, byPerson: true, topFindings: true })
  .extend({
    /** Null for an edition of an earlier program, whose words are not kept as these are; then there is `text`. */
    content: publishedContentSchema.nullable(),
    /** The plain text of the mail, where there is no `content`. */
    text: z.string().nullable(),
    /** The newest first. */
    corrections: z.array(correctionSchema).readonly(),
    previous: neighbourSchema,
    next: neighbourSchema,
  })
export type PublishedEdition = z.infer<typeof publishedEditionSchema>

/** GET /editions/{date}/figures: how we know what an edition says. */
export const editionFiguresSchema = z.object({
  date: daySchema,
  subject: z.string(),
  /** In the order of the letter; empty for an edition without `content`. */
  sections: z
    .array(
      sectionContentSchema.pick({
        name: true,
        title: true,
        state: true,
        coverage: true,
        notices: true,
      }),
    )
    .readonly(),
  /** What the letter names, what that is computed from, and what was read: by section, in the order of the letter. */
  facts: z.array(factRecordSchema).readonly(),
})
export type EditionFigures = z.infer<typeof editionFiguresSchema>

/** GET /corrections: of all editions, the newest first. */
export const correctionListSchema = z.object({ corrections: z.array(correctionSchema).readonly() })
export type CorrectionList = z.infer<typeof correctionListSchema>
