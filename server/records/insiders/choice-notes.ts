import { isCalendarDay } from '../../lib/dates.ts'
import { listNoteSentences } from './footnotes.ts'

// "10b5-1" as filers type it: 10B-5-1, 10(b)5-1, 10b-5(1), with any dash.
const PLAN = /10 ?\(?b\)?[ \p{Pd}]?5[ \p{Pd}]?\(?1(?!\d)/u
/** Asides that stand between commas inside a denial. */
const IN_WHOLE = /, in whole or in part,/g
/** "not made under a Rule 10b5-1 plan", "outside of his 10b5-1 plan", "intends to adopt a 10b5-1 plan". */
const NOT_OF_PLAN =
  /(?:n't|\b(?:before|after|ahead of|unlike|despite|lacking|hardly|beyond|fail\w*|exceed\w*|not|no|none|neither|nor|never|without|outside|apart|independent(?:ly)?|separate(?:ly)?|unrelated|other than|except(?:ing)?|rather than|instead of|in addition to|prior to|terminat\w*|cancel\w*|expir\w*|intend(?!ed to (?:comply|satisfy|meet|qualify)\b)\w*|may(?! \d)|will|would|anticipate\w*|remain\w* [^.,;]{0,60}\bsubject to))\b[^.,;]{0,80}10 ?\(?b\)?[ \p{Pd}]?5[ \p{Pd}]?\(?1(?!\d)[^.,;]*/gu
/** The plan by which a company buys its own shares back is not the seller's. */
const OF_REPURCHASES =
  /10 ?\(?b\)?[ \p{Pd}]?5[ \p{Pd}]?\(?1(?!\d)[^.,;]{0,30}\b(?:re-?purchase|buy-?back)\b/gu
/** Words about other trades than the line's, another person's plan, or a plan that does not apply to the trade. */
const OF_ANOTHER_PLAN =
  /\b(?:other|earlier|previous|prior|past|future|subsequent|later|certain|some) (?:(?!to\b|of\b)[\w-]+ )?(?:sales?|trades?|transactions?|shares|purchases)\b|\b(?:issuer|company|corporation|registrant|spouse|wife|husband)'s (?:own )?(?:rule )?10 ?\(?b|\bplan of (?:the|its) (?:issuer|company|corporation|registrant|reporting person's (?:spouse|wife|husband))\b|\b(?:did|does|do) not (?:cover|apply|include|govern|permit|allow|extend)\b|\b(?:begins?|starts?|commences?|continues?)\b/
/** "The Rule 10b5-1 plan was terminated": a note about a plan that has ended, or has only begun, does not say that the trade was
 *  made under it. */
const ENDED =
  /\b(?:terminat|cancel|expired|suspend|ended|lapsed|withdrawn|revoked|concluded|no (?:more|longer))/
const UNDER =
  /\b(?:under|pursuant to|according to|in accordance with|in compliance with|by|through|via|per|as part of|in connection with|consistent with) (?:[\w'’.()-]+ ){0,8}?(?:rule )?10 ?\(?b\)?[ \p{Pd}]?5[ \p{Pd}]?\(?1(?!\d)/u

/** Whether a note says that a trade was made under a plan; false for a denial ("not made under a Rule 10b5-1 plan"), and for a
 *  plan that had ended or is still to come. */
export function namesPlan(text: string): boolean {
  return listNoteSentences([text])
    .flat()
    .map((sentence) =>
      sentence.replaceAll(IN_WHOLE, '').replaceAll(OF_REPURCHASES, '').replaceAll(NOT_OF_PLAN, ''),
    )
    .some(
      (sentence) =>
        PLAN.test(sentence) &&
        !OF_ANOTHER_PLAN.test(sentence) &&
        (!ENDED.test(sentence) || UNDER.test(sentence)),
    )
}

/** Whether a note says that a trade was made without a plan. */
function deniesPlan(text: string): boolean {
  return (
    !namesPlan(text) &&
    listNoteSentences([text])
      .flat()
      .some(
        (sentence) =>
          PLAN.test(sentence) && /\b(?:not|outside|independent|separate|unrelated)\b/.test(sentence),
      )
  )
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const ADOPTED = /\b(?:adopted|entered into|established|executed|dated|adoption date of)\b/g
/** Words in between that point to another event, which the date would belong to. */
const ANOTHER_EVENT = /\b(?:amend|modif|terminat|expir|grant|vest|and\b|or\b)/
/** 'august 16, 2021', '16 august 2021', '8/16/2021', '2021-08-16' */
const A_DAY =
  /\b(?:([a-z]{3,9}) (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})|(\d{1,2}) ([a-z]{3,9}),? (\d{4})|(\d{1,2})[/-](\d{1,2})[/-](\d{4})|(\d{4})-(\d{2})-(\d{2}))\b/
/** How many characters may stand between plan and day, such as who adopted it. */
const MOST_BETWEEN = 100

/** Reads the day on which the plan was adopted, if the notes that name the rule give exactly one.
 *  @param notes  footnotes of the line, and the remarks
 *  @returns 'YYYY-MM-DD'; undefined if there is none, more than one, or one after the trade */
export function readPlanAdoption(notes: readonly string[], tradedOn: string): string | undefined {
  const days = new Set(
    notes.filter(namesPlan).flatMap((note) =>
      listNoteSentences([note])
        .flat()
        // An amendment can be as good as a new plan.
        .flatMap((sentence) =>
          AMENDED.test(sentence) ? ['amended', 'plan'] : (findAdoption(sentence) ?? []),
        ),
    ),
  )
  const [day, second] = [...days]
  return second === undefined && day !== undefined && day <= tradedOn ? day : undefined
}

const AMENDED = /\b(?:amended|modified)\b(?! and restated)(?: and \w+)? (?:on|as of|effective|in) /

/** Whether a note says that the plan was adopted after the trade, which was then not made under it. */
export function namesLaterPlan(note: string, tradedOn: string): boolean {
  return (
    tradedOn !== '' &&
    listNoteSentences([note])
      .flat()
      .some((sentence) => PLAN.test(sentence) && (findAdoption(sentence) ?? '') > tradedOn)
  )
}

function findAdoption(sentence: string): string | undefined {
  for (const { index, 0: word } of sentence.matchAll(ADOPTED)) {
    const rest = sentence.slice(index + word.length, index + word.length + MOST_BETWEEN)
    const found = A_DAY.exec(rest)
    if (found && !ANOTHER_EVENT.test(rest.slice(0, found.index))) return toDay(found)
  }
  return undefined
}

function toDay(found: RegExpExecArray): string | undefined {
  const [, name1, day1, year1, day2, name2, year2, month3, day3, year3, year4, month4, day4] = found
  const name = name1 ?? name2
  const month = name === undefined ? Number(month3 ?? month4) : MONTHS.indexOf(name.slice(0, 3)) + 1
  const two = (figure: number | string | undefined) => String(figure).padStart(2, '0')
  const written = `${year1 ?? year2 ?? year3 ?? year4}-${two(month)}-${two(day1 ?? day2 ?? day3 ?? day4)}`
  // A year such as 0025 is a slip of the pen.
  return /^[1-9]/.test(written) && isCalendarDay(written) ? written : undefined
}

export interface NotedPlans {
  /** The form's box; undefined if it has none. */
  readonly box: boolean | undefined
  readonly remarks: readonly string[]
  /** By line: the notes on all of its columns, and those on the trade. */
  readonly lines: readonly { readonly all: readonly string[]; readonly ofTrade: readonly string[] }[]
}

/** Tells which lines were traded under a plan. The box was added in April 2023; before that, and still, filers name the rule in
 *  footnotes or remarks. A note about a line overrides an empty box, which is for the whole form and often overlooked. A checked
 *  box says that some line is under a plan; all lines count as planned only if no note says which.
 *  @returns undefined for a line about which the form does not say */
export function readPlanned({ box, remarks, lines }: NotedPlans): (boolean | undefined)[] {
  const named = lines.map(({ all }) => all.some(namesPlan))
  const remarksName = remarks.some(namesPlan)
  const ticked = named.includes(true) ? undefined : true
  return lines.map(({ ofTrade }, index) => {
    if (named[index]) return true
    if (ofTrade.some(deniesPlan)) return box === false ? false : undefined
    return remarksName || (box === true ? ticked : box)
  })
}

/** Words for those who trade for others. */
const OTHERS =
  /\b(?:brokers?|brokerage|advis[eo]rs?|managers?|managed|discretionary accounts?|trustees?|robo-advis\w+|custodian|bank)\b/
const OWN_CHOICE = /\b(?:sole|full|complete) discretion\b|\bown initiative\b/
const UNASKED =
  /\bdiscretion of (?:the|his|her|an?|its) (?:[\w-]+ ){0,2}(?:brokers?|advis[eo]rs?|managers?|bank)\b|\b(?:without|no|not|unaware|nor|lack(?:s|ed)?)\b[^.;]{0,70}\b(?:knowledge|aware|notice|input|involvement|consult(?:ed|ation|ing)?|authori[sz](?:ed|ation)|discretion|informed|know|instruct\w*)\b/
/** The broker is the one who was not asked, or the owner is the one who trades for others. */
const BY_OWNER =
  /\bno (?:brokers?|advis[eo]rs?|managers?|trustees?|bank)\b|\b(?:brokers?|advis[eo]rs?|managers?|trustees?|bank|custodian) (?:was|were|is|are|had|has|did|does) (?:not?|unaware)\b|\breporting (?:person|owner)s?(?: (?:is|are|was|were|serves|acts|acting))?,? (?:as |the |an? |(?:sole|managing|investment|portfolio|co-)[ -]?){0,4}(?:brokers?|advis[eo]rs?|managers?|trustees?)\b|\b(?:trustee|adviser|advisor|manager|broker),? (?:who |which )?is the reporting (?:person|owner)(?!')|\breporting (?:person|owner)s? (?:has |had )?(?:directed|instructed|ordered|decided|authori[sz]ed)\b|\b(?:made|directed|ordered|decided) by the reporting (?:person|owner)s?(?!')/
const NAMES_OWNER = /\breporting (?:person|owner)s?(?!')/
/** Brokers also make sales for taxes and under plans, to which the owner agreed before. */
const AGREED =
  /\btax(?:es)? (?:withholding|obligations?|liabilit)|\bwithholding\b|\bsell-to-cover\b|\bcover taxes\b|10b5/

/** Whether a note says that a manager or broker made the trade without asking its owner. */
export function isUnasked(notes: readonly string[]): boolean {
  return listNoteSentences(notes).some((sentences) => {
    const note = sentences.join(' ')
    return (
      OTHERS.test(note) &&
      !AGREED.test(note) &&
      !BY_OWNER.test(note) &&
      sentences.some(
        (sentence) => UNASKED.test(sentence) || (OWN_CHOICE.test(sentence) && !NAMES_OWNER.test(sentence)),
      )
    )
  })
}

const MORE_HELD =
  /\b(?:exclud(?:es?|ing)|(?:does|do) not (?:include|reflect))\b[^.;]{0,80}\b(?:shares?|stock|units?|securities)\b/

/** The number held counts the shares after the split, the number traded may count those before it. */
const SPLIT = /\b(?:stock|share) split\b/

/** Whether a note says that more is held than its column shows, or that the column may count other shares than the trade does. */
export function tellsOfMoreHeld(notes: readonly string[]): boolean {
  return listNoteSentences(notes)
    .flat()
    .some((sentence) => MORE_HELD.test(sentence) || SPLIT.test(sentence))
}

/** Words allowed between 'withdraw' and what is withdrawn; any other may change the meaning. */
const BETWEEN =
  /\b(?:of|the|an?|this|that|these|those|such|its|first|second|third|last|one|two|three|both|all|original(?:ly)?|prior|previous(?:ly)?|entire|duplicate|erroneous(?:ly)?|incorrect(?:ly)?|inadvertently|reported|filed|open|market) /g
const TAKEN_BACK =
  /\b(?:withdraw(?:s|ing|al)?|disregard|to (?:remove|delete|eliminate|rescind)) (?:form|report|filing|transactions?|lines?|rows?|purchases?|sales?|trades?)\b(?! (?:prices?|dates?|proceeds|codes?|numbers?|plans?))/
/** A sentence that continues after its denial, other than with a reason, may only say how, by whom or when a trade was not made. */
const WITHDRAWN: readonly RegExp[] = [
  /\b(?:form|report|filing)\b(?: (?!shares?\b|stock\b|that\b|which\b)[\w',/()-]+){0,14} (?:withdrawn|rescinded|void(?:ed)?)\b(?! from\b)/,
  /\b(?:form|report|filing)\b[^.;]{0,60}\bfiled (?:in error|by mistake|erroneously|inadvertently)\b/,
  /\b(?:transactions?|purchases?|sales?|trades?)\b[^.;]{0,60}\b(?:did not (?:occur|take place|happen)|never (?:occurred|took place)|(?:was|were) not (?:executed|effected|made|consummated)|not have been reported)(?=[.,;]?$|,? (?:and|because|due to)\b)/,
  /\bshould not have been (?:filed|reported|included)(?=[.,;]?$|,? (?:and|because|due to)\b)/,
  /\bno (?:such )?(?:reportable )?(?:transactions?|purchases?|sales?|trades?) (?:occurred|took place|(?:was|were) made)(?=[.,;]?$|,? (?:and|because|due to)\b)/,
]
/** A withdrawal that is denied, or that covers only a part. */
const NOT_WITHDRAWN =
  /\b(?:not|never|nothing|nor|without)\b[^.;]{0,60}\b(?:withdr\w+|void(?:ed)?|rescind\w*|disregard\w*|remove|delete|eliminate|filed (?:in error|by mistake|erroneously|inadvertently))\b|\b(?:but|rather|instead|doubt)\b/

/** Whether an amendment certainly says that the report it amends is withdrawn. */
export function withdrawsReport(notes: readonly string[]): boolean {
  return listNoteSentences(notes)
    .flat()
    .some(
      (sentence) =>
        !NOT_WITHDRAWN.test(sentence) &&
        (TAKEN_BACK.test(sentence.replaceAll(BETWEEN, '')) ||
          WITHDRAWN.some((words) => words.test(sentence))),
    )
}
