import type { SectionName } from '../../../shared/edition-contract.ts'
import type { Fact } from '../facts/fact.ts'

/** What kind of claim a statement makes. Each claim is computed, never guessed. */
export type StatementKind =
  /** Somebody bought or sold. */
  | 'trade'
  /** Looks like a trade but is not: a gift, a reinvestment, an exchange. */
  | 'no-trade'
  /** What several people bought or sold in total. */
  | 'total'
  /** How large a part of a total one thing makes up. */
  | 'share'
  /** How a trade came about: an offering, a plan, an account that others manage. */
  | 'circumstance'
  /** Several people bought one company. */
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
  /** Compared with what is usual for the same series, company or person. */
  | 'against-usual'
  /** Two figures about different things, side by side. */
  | 'contrast'
  /** What a figure comes to for one household, in dollars. */
  | 'worth'
  /** What was read, and what is missing. */
  | 'coverage'

/** What replaces a `{role}`. */
export type Slot =
  /** A figure with its record. `text`: another of the letter's formats than formatFact's (see fact-formats.ts); `href`:
   *  another page of the same record; `page`: as below, if the fact is a name. */
  | { readonly figure: Fact; readonly text?: string; readonly href?: string; readonly page?: string }
  /** A checked label: a person, a company, a measure. `short`: used from its second mention in a part of the letter;
   *  `page`: the site's page of its ticker, to which the first mention in the letter links. */
  | { readonly name: string; readonly short?: string; readonly page?: string }

/** One claim with the facts that support it. Analysis makes statements; only then are words put around them.
 *
 *  A template is plain English that contains `{role}`s of the slots: '{who} sold {value} of {company} stock {days}.'
 *  Outside slots it has only the numerals that fact-formats.ts allows, and it makes sense by itself. Sentences of one
 *  template are separated by '\n'. */
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
  /** Whether it became known within the edition's week. */
  readonly isNews: boolean
  /** Why it is not news: it is known to have come out before the week ('old'), or its release day is only assumed, so
   *  that the letter may claim neither. Left out for news, and for what has no release day. */
  readonly age?: 'old' | 'assumed'
  /** Several wordings of the claim, all with the same meaning; one of them is printed. */
  readonly tellings: readonly [string, ...string[]]
  /** Wordings as true as these that rules never print and an editor may use: they leave out who somebody is, or make no
   *  difference between the day of a trade and that of its report. */
  readonly shorter?: readonly string[]
  /** What it comes to, in a short sentence of its own, if it is the big item of its section or is told together with that
   *  item: printed before its other words, or instead of them. It gives a meaning only if the figures prove it. */
  readonly kickers?: readonly [string, ...string[]] | undefined
  /** The same as something to be curious about, without a figure: 'a “sale” in Congress that was a gift'. Printed below
   *  the headline if it is the big item of its section. */
  readonly teases?: readonly [string, ...string[]]
  /** The wording when it leads the letter: short, with the rest in `caveat`. If left out, one of its tellings is used. */
  readonly opening?: readonly [string, ...string[]]
  /** What an opening leaves out but a reader must know. Printed at the end of the lead's story. */
  readonly caveat?: string
  /** The wording when it continues what another statement tells: its story, or the statement that it joins; 'that' refers
   *  to what the other tells. A sum for one household continues after 'Closer to home:'. If left out, one of its tellings
   *  is used. */
  readonly carry?: readonly [string, ...string[]] | undefined
  /** For a sum for one household that may end the story: the dollars a month that it comes to, and its wording if the
   *  story contains a statement with the same thread. */
  readonly atHome?: { readonly monthlyUsd: number; readonly takesUp?: readonly [string, ...string[]] }
  /** What a reader can measure it by: the story continues from there to a sum at home with the same thread. */
  readonly thread?: 'pay'
  /** The end of the headline if it continues the story of the lead, such as ', or {years} years at $1,000 a week'. */
  readonly headEnd?: string
  /** The statement that it is told together with: other trades of one person in one company, or the figure about which it
   *  says something unusual. */
  readonly joins?: string
  /** Headlines: the subject of the mail and the title of its story, below 60 characters once filled, the longest first.
   *  If left out, it cannot lead. */
  readonly heads?: readonly string[]
  /** Its wordings as the line of its section in the week in five lines: a few words. */
  readonly lines?: readonly string[] | undefined
  /** The same line without a figure, used if the letter tells the line's figures elsewhere. */
  readonly glances?: readonly [string, ...string[]] | undefined
  /** It is about something most households pay for, such as rent. Its line joins the section's if both are short. */
  readonly isEveryday?: true
  /** The week's records have more trades in the same company. Next to something else, it would look like the only one. */
  readonly isOneOfSeveral?: true
  /** Statements that continue its story when it leads, in order: first what is unusual about it, then what it is not. */
  readonly follows?: readonly string[]
  /** Statements that count as told once it is told, because it says the same. */
  readonly tells?: readonly string[]
  /** For coverage: what its section looks for and does not have, by name. */
  readonly missing?: readonly string[]
  /** What the end of the letter asks about the coming week, which that week will answer: a question of the lead,
   *  otherwise of the most salient big item that has one. */
  readonly asks?: readonly [string, ...string[]] | undefined
}

/** Other parts of an edition that can fail by themselves: a whole section, one of its figures, and on its page a row, a
 *  picture or a sentence about what was read. */
export type PartKind = 'section' | 'figure' | 'row' | 'picture' | 'note'

/** A statement or another part that was left out because it could not be computed or put into words. */
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
  /** What a figure comes to for somebody on wages, in order of use; the first that can be told is used. */
  readonly forYou: readonly Statement[]
  /** One line: how much was read, and what was left out. */
  readonly coverage: Statement
  /** Facts of the statements that the section did not have yet: differences, shares, payments. */
  readonly facts: readonly Fact[]
  /** The subjects, by id, of facts with a value that was first read after the week and may have been revised since; left
   *  out if there are none. */
  readonly revised?: ReadonlyMap<string, string>
  /** What could not even be made; left out if everything could. */
  readonly unwritten?: readonly UnwrittenStatement[]
}
