import { z } from 'zod'

/** The sections, in the order of the letter. */
export const SECTION_NAMES = ['insiders', 'congress', 'housing', 'economy', 'markets'] as const
export const sectionNameSchema = z.enum(SECTION_NAMES)
export type SectionName = z.infer<typeof sectionNameSchema>

/** 'YYYY-MM-DD' */
const daySchema = z.iso.date()

/** A run of text. A figure carries the id of the fact it states and the address of its record. */
export const spanSchema = z.object({
  text: z.string(),
  href: z.string().optional(),
  factId: z.string().optional(),
})
export type Span = z.infer<typeof spanSchema>

export const sentenceSchema = z.array(spanSchema).readonly()
export type Sentence = z.infer<typeof sentenceSchema>

/** A trade, or a measure. */
const tableRowSchema = z.object({
  /** The person, or the measure. */
  head: sentenceSchema,
  /** Lines below it: the company, the kind of trade, the period. */
  about: z.array(sentenceSchema).readonly(),
  /** One per column. */
  cells: z.array(sentenceSchema).readonly(),
})
export type TableRow = z.infer<typeof tableRowSchema>

export const tableContentSchema = z.object({
  title: z.string(),
  /** The heading of the first column, then one per cell. */
  columns: z.array(z.string()).readonly(),
  rows: z.array(tableRowSchema).readonly(),
})
export type TableContent = z.infer<typeof tableContentSchema>

/** Data of a line chart, which the server draws. */
export const chartContentSchema = z.object({
  title: z.string(),
  /** Text alternative of the picture; every figure in it is a fact of the section. */
  alt: sentenceSchema,
  unit: z.enum(['percent', 'usd', 'index', 'count']),
  /** Oldest first, at least two. */
  points: z.array(z.tuple([daySchema, z.number()])).readonly(),
  /** Days of the points that the title mentions, besides the last: the year's start, a year ago. Missing from editions of
   *  earlier versions. */
  marks: z.array(daySchema).readonly().optional(),
  /** The publisher of the figures. */
  credit: z.string(),
})
export type ChartContent = z.infer<typeof chartContentSchema>

/** What a section has on the edition's page in addition to the letter. */
export const sectionContentSchema = z.object({
  name: sectionNameSchema,
  title: z.string(),
  /** 'unavailable': its source failed; `coverage` says so and the rest is empty. */
  state: z.enum(['ready', 'unavailable']),
  /** All its trades or figures. Missing from editions of earlier versions. */
  tables: z.array(tableContentSchema).readonly().default([]),
  chart: chartContentSchema.optional(),
  /** What was read, what was not read and why, and what was withheld. */
  coverage: z.array(sentenceSchema).readonly(),
  /** Notices that the law or a license requires beside these figures, and their publishers. */
  notices: z.array(z.string()).readonly(),
})
export type SectionContent = z.infer<typeof sectionContentSchema>

/** A section as the site shows it, without the points of its chart: a whole series may not be passed on. */
const publishedSectionSchema = sectionContentSchema.extend({
  chart: chartContentSchema
    .omit({ points: true, marks: true })
    .extend({
      /** Part of the picture's address; changes with what it shows. */
      version: z.string(),
    })
    .optional(),
})
export type PublishedSection = z.infer<typeof publishedSectionSchema>

/** One of the main findings of a letter, for the landing page and the feed. */
export const topFindingSchema = z.object({
  section: sectionNameSchema,
  /** '+ Bought, reported late'. Only in editions of earlier versions. */
  kicker: z.string().optional(),
  /** A headline; in editions of earlier versions, the name that the figure belongs to. */
  title: z.string(),
  figure: spanSchema,
  sentence: sentenceSchema,
})
export type TopFinding = z.infer<typeof topFindingSchema>

/** A section of the letter; the page adds its tables and its full coverage. */
export const letterSectionSchema = z.object({
  name: sectionNameSchema,
  title: z.string(),
  state: z.enum(['ready', 'unavailable']),
  /** 'AI-edited': a model chose or worded some of it; 'AI-written' in letters of earlier versions: a model wrote `big`. */
  label: z.enum(['automated summary', 'AI-edited', 'AI-written']),
  /** The name of that model. */
  model: z.string().optional(),
  /** Its main item. */
  big: z.array(sentenceSchema).readonly(),
  /** At most three further items. */
  smaller: z.array(z.array(sentenceSchema).readonly()).readonly(),
  /** Items that do not fit in the mail, shown on the page only. Missing from letters of earlier versions. */
  more: z.array(z.array(sentenceSchema).readonly()).readonly().optional(),
  /** What it means for a wage earner. */
  forYou: z.array(sentenceSchema).readonly(),
  /** How much was read, and what was left out. */
  coverage: z.array(sentenceSchema).readonly(),
})
export type LetterSection = z.infer<typeof letterSectionSchema>

/** The letter: its story, one line for each section, the sections, and what connects them. */
export const letterContentSchema = z.object({
  /** Subject of the mail and title of its story. */
  headline: z.string(),
  /** The subject of the story, so that the next letters pick another one. */
  lead: z.object({ id: z.string(), kind: z.string(), topic: z.string() }).nullable(),
  /** Set if a model chose or worded something in the headline, the story, the lines or the connections. */
  label: z.literal('AI-edited').optional(),
  model: z.string().optional(),
  /** What a person wrote or left out before the edition went out; missing if nobody did. */
  byPerson: z
    .object({
      /** A person wrote the headline. */
      headline: z.boolean(),
      /** Printed at the top, signed. */
      note: z.object({ text: z.string(), by: z.string() }).optional(),
      /** Number of findings left out. */
      dropped: z.number(),
    })
    .optional(),
  /** Errors in earlier letters that were recorded since the previous letter was made, in a person's words. */
  corrections: z.array(z.object({ slotDate: daySchema, text: z.string() })).readonly(),
  story: z.array(sentenceSchema).readonly(),
  /** What else is in the letter, shown below its headline. Missing from letters of earlier versions. */
  also: z.array(sentenceSchema).readonly().optional(),
  lines: z
    .array(z.object({ section: sectionNameSchema, sentences: z.array(sentenceSchema).readonly() }))
    .readonly(),
  sections: z.array(letterSectionSchema).readonly(),
  connects: z.array(sentenceSchema).readonly(),
  /** Releases due before the next letter, and what they will show. Missing from letters of earlier versions. */
  ahead: z.array(sentenceSchema).readonly().optional(),
  /** What the sections looked for and did not find this week. Missing from letters of earlier versions. */
  missing: z.array(sentenceSchema).readonly().optional(),
  /** Publishers of the figures it contains, and notices that the law requires beside them. Missing from letters of earlier
   *  versions, to which the notices of all sections apply. */
  notices: z.array(z.string()).readonly().optional(),
})
export type LetterContent = z.infer<typeof letterContentSchema>

/** The full text of an edition. */
export const editionContentSchema = z.object({
  /** The edition's Monday. */
  slotDate: daySchema,
  /** The seven days it covers, both ends included. */
  week: z.object({ from: daySchema, to: daySchema }),
  /** Less than 60 characters. */
  subject: z.string(),
  /** The line that a mailbox shows next to the subject. */
  preheader: z.string(),
  /** The letter, as mailed and as shown on the page. */
  letter: letterContentSchema,
  /** What the page shows in addition, in the order of the letter. */
  sections: z.array(sectionContentSchema).readonly(),
  /** At most three, from different sections where possible. */
  topFindings: z.array(topFindingSchema).readonly(),
})
export type EditionContent = z.infer<typeof editionContentSchema>

/** The text of a published edition, as the site shows it. */
export const publishedContentSchema = editionContentSchema.extend({
  sections: z.array(publishedSectionSchema).readonly(),
})

/** A fact as the page of an edition's figures shows it. */
export const factRecordSchema = z.object({
  id: z.string(),
  section: sectionNameSchema,
  subject: z.string(),
  /** What it states about its subject, in words. */
  kind: z.string(),
  /** With its unit, formatted for readers. */
  value: z.string(),
  period: z.object({ from: daySchema, to: daySchema }),
  /** When it became known. */
  asOf: daySchema,
  /** When we read it, ISO 8601 in UTC. */
  retrievedAt: z.string(),
  sourceName: z.string(),
  sourceUrl: z.string(),
  /** How it is computed from its inputs, in words. */
  formula: z.string(),
  /** The records it is computed from, or ids of other facts. */
  inputs: z.array(z.string()).readonly(),
  /** The id of the correction that says it was wrong. Missing if none does. */
  correctionId: z.string().optional(),
})
export type FactRecord = z.infer<typeof factRecordSchema>

/** An error in a published edition, and what is right. */
export const correctionSchema = z.object({
  /** Permanent; a correction that was withdrawn is no longer listed. */
  id: z.string(),
  slotDate: daySchema,
  /** The id of the wrong figure's fact; null if the correction names none. */
  factId: z.string().nullable(),
  /** ISO 8601 in UTC. */
  notedAt: z.string(),
  /** In a person's words. */
  text: z.string(),
})
export type Correction = z.infer<typeof correctionSchema>

/** A published edition, as lists show it. */
export const editionSummarySchema = z.object({
  /** The edition's Monday. */
  date: daySchema,
  /** As mailed, with '(corrected)' after each figure that turned out to be wrong. */
  subject: z.string(),
  /** Those figures, as they stand in the subject. Missing if none was wrong. */
  wrongInSubject: z
    .array(z.object({ text: z.string(), factId: z.string() }))
    .readonly()
    .optional(),
  preheader: z.string(),
  /** When it was published, ISO 8601 in UTC. */
  publishedAt: z.iso.datetime(),
  /** When it was last corrected; null if it never was. */
  correctedAt: z.iso.datetime().nullable(),
  /** The story of the letter. Missing from editions of earlier versions. */
  story: z.array(sentenceSchema).readonly().optional(),
  byPerson: letterContentSchema.shape.byPerson,
  topFindings: z.array(topFindingSchema).readonly(),
})
export type EditionSummary = z.infer<typeof editionSummarySchema>

/** GET /editions: newest first. */
export const editionListSchema = z.object({
  editions: z.array(editionSummarySchema).readonly(),
  /** `before` of the next page; null on the last one. */
  nextBefore: daySchema.nullable(),
  /** The coming Monday, on which the next edition is due. */
  nextDue: daySchema,
  /** Total number of published editions. */
  total: z.int().min(0),
})
export type EditionList = z.infer<typeof editionListSchema>

const neighbourSchema = z.object({ date: daySchema, subject: z.string() }).nullable()

/** GET /editions/{date}: a complete edition. */
export const publishedEditionSchema = editionSummarySchema
  .omit({ story: true, byPerson: true, topFindings: true })
  .extend({
    /** Null for an edition of an earlier version, whose text is not stored in this form; it has `text` instead. */
    content: publishedContentSchema.nullable(),
    /** The plain text of the mail, if there is no `content`. */
    text: z.string().nullable(),
    /** Newest first. */
    corrections: z.array(correctionSchema).readonly(),
    previous: neighbourSchema,
    next: neighbourSchema,
  })
export type PublishedEdition = z.infer<typeof publishedEditionSchema>

/** GET /editions/{date}/figures: the sources of an edition's figures. */
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
  /** Facts that the letter states, facts they are computed from, and what was read, by section, in the order of the letter. */
  facts: z.array(factRecordSchema).readonly(),
})
export type EditionFigures = z.infer<typeof editionFiguresSchema>

/** GET /corrections: the corrections of all editions, newest first. */
export const correctionListSchema = z.object({ corrections: z.array(correctionSchema).readonly() })
export type CorrectionList = z.infer<typeof correctionListSchema>
