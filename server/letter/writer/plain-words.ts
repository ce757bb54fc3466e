import type { SectionName } from '../facts/fact.ts'

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/).filter((word) => word !== ''))

/** Words that may stand outside slots in any section. A list of what is allowed cannot miss a new name, a new number word or
 *  a new way to advise; whatever is not here, nor in the section's own words, fails. None of them is a name, a place, a role,
 *  a direction or an imperative, and none adds a claim that no fact makes: no 'all', 'other', 'new', 'while', 'including'. */
const COMMON_WORDS = words(`
  a an the and or of at in on for from to by with as that this these those which who what there it its they their them we
  our is are was were be been has have had
  over under after before between among against across through since until during then together
  ago earlier later late past last

  report reports reported filing filings filed form forms list lists listed source sources read unread counted count left

  price prices value values amount amounts amounted sum sums total totals totaled average averages averaged mean median
  range ranges worth cost costs figure figures rate rates level levels gap difference group

  day daily week weekly month monthly year yearly annual annually hour hours hourly period days weeks months years

  add adds added adding came come comes made make makes take takes took taken stand stands stood stay stays stayed remain
  remains remained reach reached bring brings brought need needs needed showed shows change changed compared typical fixed
  unadjusted adjusted each
`)

const TRADE_WORDS = `
  stock stocks share shares purchase purchases purchased sale sales trade trades traded trading transaction transactions
  buyer buyers seller sellers buying selling bought sold paid companies issuers disclosed`

/** What a section may speak of. Elsewhere the same words would speak of what its facts know nothing of. */
const SECTION_WORDS: Readonly<Record<SectionName, ReadonlySet<string>>> = {
  insiders: words(`${TRADE_WORDS} insider insiders holding held`),
  congress: words(`${TRADE_WORDS} member members lawmaker lawmakers`),
  housing: words(`
    payment payments pay pays household households family families lender lenders income earn earns afford offer offers offered
    buying nationwide`),
  economy: words('worker workers employer employers household households nationwide filed'),
  markets: words('trading close closed end ended session'),
}

/** @param word  in lower case */
export function isPlainWord(word: string, section: SectionName): boolean {
  return COMMON_WORDS.has(word) || SECTION_WORDS[section].has(word)
}

/** Capitals that may stand inside a sentence. */
export const PROPER_WORDS = words('SEC')

/** Bare verbs: at a sentence's beginning they would tell readers what to do. */
export const NO_BEGINNING = words(`
  add come make take stand stay remain reach bring need earn afford offer change lend borrow pay read count trade close
  purchase list form report file end claim
`)

/** What may follow a count. */
export const COUNTED_NOUNS = words(`
  insiders owners holders members lawmakers people buyers sellers companies issuers stocks reports filings trades purchases
  sales transactions documents workers jobs claims homes permits starts households families
`)

/** What may not follow a figure: its slot brings its own unit. */
export const UNIT_WORDS = words(`
  share shares day days week weeks month months year years hour hours point points percent dollar dollars price prices
  each per apiece
`)

type Coded = readonly (readonly [code: WordCode, words: ReadonlySet<string>])[]

export type WordCode =
  | 'number-word'
  | 'date-outside-slot'
  | 'direction-outside-slot'
  | 'negation'
  | 'advice'
  | 'guarantee'
  | 'motive'
  | 'accusation'
  | 'approximation'

/** Why a word is not plain, so that a writer can be told. What is in none of these is refused as unknown. */
export const CODED_WORDS: Coded = [
  [
    'number-word',
    words(`
      zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen
      eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred hundreds thousand thousands million
      millions billion billions trillion trillions dozen dozens score half halves third thirds quarter quarters fourth fifth
      sixth seventh eighth ninth tenth hundredth double doubled triple tripled quadruple twice thrice once couple pair few
      several many percent percentage first second secondly single fold multiple numerous ii iii iv vi vii viii ix
      xi xii xiii xiv xv xx i v x
    `),
  ],
  [
    'date-outside-slot',
    words(`
      monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september
      october november december jan feb mar apr jun jul aug sep sept oct nov dec mon tue wed thu fri sat sun today yesterday
      tomorrow tonight noon midnight spring summer autumn fall winter christmas easter thanksgiving weekend decade century
    `),
  ],
  [
    'direction-outside-slot',
    words(`
      rose rise rises rising risen fell falls falling fallen climbed climb climbs climbing dropped drop drops dropping gained
      gain gains gaining lost lose loses losing up down upward downward higher lower high low highest lowest more less most
      least fewer fewest greater greatest larger largest big bigger biggest small smaller smallest top bottom best better
      worst worse increase increased increases increasing decrease decreased decreases decline declined declines declining
      grew grow grows growing growth shrank shrink jumped jump jumps slid sank soared plunged eased edged ticked surged
      slipped rallied tumbled unchanged flat steady record peak than above below exceed exceeded outpaced beat beats beating
      topped topping ever unusual unusually rare extreme doubling cheaper dearer faster slower stronger weaker
      improved worsened
    `),
  ],
  [
    'negation',
    words(`
      not no never none nothing nobody neither nor hardly barely scarcely without unless except cannot isnt wasnt arent werent
      didnt doesnt dont hasnt havent hadnt false untrue wrong anything but only
    `),
  ],
  [
    'advice',
    words(`
      you your yours readers reader should must ought buy sell consider recommend recommended suggest advise advice invest
      investing investment opportunity opportunities chance bargain attractive wise smart savvy worthwhile watch look avoid
      beware hurry act now time moment do try let lets please want good bad great cheap expensive undervalued overvalued
      strong weak
    `),
  ],
  [
    'guarantee',
    words(`
      will would shall could might can going likely unlikely probably surely certain certainly sure guarantee guaranteed
      guarantees safe risk-free riskless risk promise promises promised assured bound soon future forecast forecasts predict
      predicts prediction outlook always inevitable profit profits
    `),
  ],
  [
    'motive',
    words(`
      because therefore thus hence thanks due expect expects expected expecting hope hopes hoping hoped believe believes
      believed bet bets betting confident confidence worried fear fears feared greed want wanted wanting wish decided decide
      anticipate anticipating knew know knows think thinks thought feel feels felt reason reasons cause caused causes
      driven drove drive drives sparked fueled boosted amid signal signals signaling hint hints
    `),
  ],
  [
    'accusation',
    words(`
      illegal illegally unlawful suspicious suspiciously suspect tip tipped tips secret secretly fraud fraudulent crime criminal
      corrupt corruption scandal cheat cheated shady abuse abused violated violation broke breaks breach
      manipulation manipulated hidden hide hid dubious questionable unethical
    `),
  ],
  [
    'approximation',
    words(
      `about around roughly nearly almost approximately circa some typically mostly largely midpoint middle`,
    ),
  ],
]

/** What our own subjects are called beside common words. */
const SUBJECT_WORDS = words(`
  all new building permits starts existing home homes house housing rent food energy core sentiment openings production retail
  industrial real mortgage loan jobless claims job jobs consumer hourly pay wage wages payroll payrolls unemployment inflation
  supply purchases sales yield yields
`)

/** Whether a subject is made of plain words, such as 'all sales of the week', and no name. */
export function isOwnWords(subject: string): boolean {
  return subject
    .split(/[\s-]+/)
    .every((word) => COMMON_WORDS.has(word) || SUBJECT_WORDS.has(word) || /^\d+$/.test(word))
}

/** Whether 'the' stands before a subject: 'the unemployment rate', but 'house prices' and 'Bitcoin'. */
export function takesThe(subject: string): boolean {
  if (/^(the|a|an|all)\s/i.test(subject)) return false
  const isThing = /\b(rate|gap|index|yield|spread|average|supply|500)\b/.test(subject)
  return isThing && (isOwnWords(subject) || /Treasury|500/.test(subject))
}
