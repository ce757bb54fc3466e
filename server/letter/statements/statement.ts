import type { SectionName } from '../../../shared/edition-contract.ts'
import type { Fact } from '../facts/fact.ts'

/** What kind of claim a statement makes. Each is computed, never guessed. */
export type StatementKind =
  /** Somebody bought or sold. */
  | 'trade'
  /** What looks like a trade but is not: a gift, a reinvestment, an exchange. */
  | 'no-trade'
  /** What several bought or sold in total. */
  | 'total'
  /** What part of a total one thing makes up. */
  | 'share'
  /** How a trade came about: an offering, a plan, an account that others manage. */
  | 'circumstance'
  /** Several bought of one company. */
  | 'cluster'
  /** Several members of Congress traded one company: both sides, in dollars. */
  | 'herd'
  /** How late a report came. */
  | 'lag'
  | 'level'
  | 'change'
  /** Rising or falling for so many periods in a row. */
  | 'streak'
  /** The highest or lowest since a day. */
  | 'extreme'
  /** Against the usual of the same series, company or person. */
  | 'against-usual'
  /** Two figures of different things, set side by side. */
  | 'contrast'
  /** What a figure comes to for one household, in dollars. */
  | 'worth'
  /** What was read, and what is missing. */
  | 'coverage'

/** What replaces a `{role}`. */
export type Slot =
  /** A figure with its record. `text`: in another of the letter's formats than formatFact's (see check-bound.ts);
   *  `href`: another page of the same record. `page`: as below, of a name that is a fact. */
  | { readonly figure: Fact; readonly text?: string; readonly href?: string; readonly page?: string }
  /** A label that was vetted: a person, a company, a measure. `short` from its second mention in a part of the letter on;
   *  `page`: that of its ticker on the site, to which the first mention in the letter leads. */
  | { readonly name: string; readonly short?: string; readonly page?: string }

/** One claim, with what bears it out. Analysis makes statements; only then are words put around them.
 *
 *  A template is plain English with `{role}`s of the slots in it: '{who} sold {value} of {company} stock {days}.' It has no
 *  numeral outside slots but those of check-bound.ts, and stands by itself. Sentences of one template are parted by '\n'. */
export interface Statement {
  /** Stable for the same records: 'insiders/sale/1318605/1494730'. */
  readonly id: string
  readonly section: SectionName
  readonly kind: StatementKind
  /** What readers would call the same story a week later: 'insiders/TSLA', 'housing/mortgage'. */
  readonly topic: string
  readonly slots: Readonly<Record<string, Slot>>
  /** Which way its main figure moved, or the money went; never good or bad. */
  readonly direction?: 'up' | 'down' | undefined
  /** 0 to 100, comparable over all sections; see SALIENCE in docs/writing.md. */
  readonly salience: number
  /** It became known within the edition's week. */
  readonly isNews: boolean
  /** Why it is no news: it is known to have come out before the week, or the day on which it came out is assumed and neither
   *  may be said. Left out of news, and of what has no release day. */
  readonly age?: 'old' | 'assumed'
  /** The claim in words, several times over: all say the same, and one of them is printed. */
  readonly tellings: readonly [string, ...string[]]
  /** What it comes to, in a short sentence of its own where it is the big thing of its section, or is told in one breath with
   *  that: before it, or in place of its other words. With a bearing that its figures prove, or none. */
  readonly kickers?: readonly [string, ...string[]]
  /** The same as something to be curious about, without a figure: 'a “sale” in Congress that was a gift'. Below the headline,
   *  where it is the big thing of its section. */
  readonly teases?: readonly [string, ...string[]]
  /** The wording when it leads the letter: short, with the rest in `caveat`. Left out: one of its tellings. */
  readonly opening?: readonly [string, ...string[]]
  /** What an opening leaves out but a reader must know. It follows once the story has been told. */
  readonly caveat?: string
  /** The same where it carries on what another tells: its story, or the thing that it joins; 'that' is what the other tells. Of a
   *  sum for one household it goes on behind 'Closer to home:'. Left out: one of its tellings. */
  readonly carry?: readonly [string, ...string[]]
  /** Of a sum for one household that may end the story: the dollars a month that it comes to, and its words where the story
   *  has told something with the same thread. */
  readonly atHome?: { readonly monthlyUsd: number; readonly takesUp?: readonly [string, ...string[]] }
  /** What it is measured by for a reader: the story goes on from there to a sum at home that has the same. */
  readonly thread?: 'pay'
  /** Where it carries on the story of a lead: the end of its headline, such as ', or {years} years at $1,000 a week'. */
  readonly headEnd?: string
  /** The statement that it is told in one breath with: more that one person did in one company, or what is unusual about a
   *  figure. */
  readonly joins?: string
  /** As the subject of the mail and the title of its story, below 60 characters once filled: the longest first. Left out:
   *  it can lead nothing. */
  readonly heads?: readonly string[]
  /** As the line of its section in the week in five lines: a few words. */
  readonly lines?: readonly string[]
  /** The same line without a figure, used if the letter tells the line's figures elsewhere. */
  readonly glances?: readonly [string, ...string[]]
  /** About something most households pay for, such as rent. Its line joins the section's if both are short. */
  readonly isEveryday?: true
  /** The week's records have more trades in the same company. Told next to something else, it would look like the only one. */
  readonly isOneOfSeveral?: true
  /** Statements that continue its story when it leads, in order: what is unusual about it, what it is not. */
  readonly follows?: readonly string[]
  /** Statements that count as told once it is told, because it says the same. */
  readonly tells?: readonly string[]
  /** Of coverage: what its section looks for and does not have, by name. */
  readonly missing?: readonly string[]
  /** What the end of the letter asks of the week to come, and that week answers: of the lead, else of the most telling big thing
   *  that asks. */
  readonly asks?: readonly [string, ...string[]]
}

/** What else of an edition can fail by itself: a whole section, one figure of it, and on its page a row, a picture or a sentence
 *  on what was read. */
export type PartKind = 'section' | 'figure' | 'row' | 'picture' | 'note'

/** A statement or another part that was left out, since it could not be worked out or put into words. */
export interface UnwrittenStatement {
  readonly id: string
  readonly section: SectionName
  readonly kind: StatementKind | PartKind
  /** For the log and the operator. */
  readonly reason: string
}

/** What a section gives the letter. */
export interface SectionStatements {
  readonly section: SectionName
  /** In any order. */
  readonly statements: readonly Statement[]
  /** What it comes to for somebody on wages, in order of use; the first that can be told is. */
  readonly forYou: readonly Statement[]
  /** One line: how much was read, and what was left out. */
  readonly coverage: Statement
  /** Facts of the statements that the section did not have yet: differences, shares, payments. */
  readonly facts: readonly Fact[]
  /** Of the facts with a value that was first read after the week, and may have been revised since: their subjects, by id. Left out:
   *  there is none. */
  readonly revised?: ReadonlyMap<string, string>
  /** What could not even be made; left out: all could. */
  readonly unwritten?: readonly UnwrittenStatement[]
}
