/** A phrase of notes, and the words that stand for it. */
export type Phrase = readonly [phrase: RegExp, words: string]

/** Fixed phrases that stand for one thing: their words say nothing by themselves. */
const PHRASES: readonly Phrase[] = [
  [/\bsecurities (?:and|&) exchange commission\b|\bsecurities exchange commission\b/gi, 'SEC'],
  [/\b(?:securities )?exchange act\b/gi, 'Act'],
  [/\b(?:new york |nasdaq |toronto |london )?stock exchange\b/gi, 'market'],
  [/\bexercis\w+ (?=(?:sole |shared |joint )?(?:voting|investment|dispositive|control))/gi, ''],
  [/\b(?:administrative|clerical|typographical|scrivener['’]s) errors?\b/gi, 'cause'],
  [/\buniform (?:gifts|transfers) to minors act\b/gi, 'UTMA'],
]
/** ("II LP"), (the "Trust"), (collectively, the "Funds"): what a name is short for. */
const DEFINED = /\((?:[a-z]+,? ){0,4}["“][^"“”()]{1,80}["”](?:,? (?:and|or|together)[^()]{0,80})?\)/gi
const WORD = /[\p{L}\d]+(?:[.$%&'][\p{L}\d]+)*/gu

/** Words of grammar, days and numbers, which any note may contain. */
export const PLAIN_WORDS = wordsOf(`
  a an the this that these those such each any every all both either same other certain several multiple various single many more most
  another one two three four five six seven eight nine ten twelve twenty thirty first second third fourth last next
  of in on at by for to from with within as per and or but if than then there thereof therein thereto thereby thereunder thereafter
  herein hereof hereby hereunder hereto hereon whereby is are was were be been being has have had having do does did may might can could
  would shall should will it its he his him himself she her herself they their them themselves itself we our us my i me who whom whose which what when
  where while also only otherwise however further including included includes include above below following followed prior before after during between among
  over under upon through throughout via pursuant accordance according connection respect regard regarding concerning respecting relating
  related about into out up so both until since whether because due toward per plus approximately currently presently respectively
  inclusive exclusive collectively individually case respective well directly indirectly separately jointly together generally fully wholly entirely
  cause whole part partial partially partly portion remainder remaining entire although though mr mrs ms dr messrs date dated day daily time year month monthly week quarter quarterly annual annually year-end period end fall spring summer winter
  january february march april may june july august september october november december jan feb mar apr jun jul aug sep sept oct nov dec
  monday tuesday wednesday thursday friday earlier later early latest recent recently same-day current new additional
`)

/** @param text  words between blanks */
export function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/).filter((word) => word !== ''))
}

/** Words after which a name may stand. */
const BEFORE_NAMES = wordsOf(
  'a an the by of to for and or with at through via each from between in mr ms mrs dr messrs sen senator rep fbo',
)
const TITLES = wordsOf('mr mrs ms dr messrs sen senator rep')
const AFTER_NAMES = wordsOf('is are a may serves has have holds disclaims beneficially retains which')

/** Lists the words of the names that notes define in brackets, in lower case. */
export function listDefinedNames(notes: readonly string[]): string[] {
  return notes.flatMap((note) =>
    [...note.matchAll(DEFINED)].flatMap(([text]) =>
      listTokens(text.replaceAll(/[()"“”]/g, ' ')).map(({ word }) => word),
    ),
  )
}

interface Token {
  readonly text: string
  readonly word: string
  readonly isCapital: boolean
}

function listTokens(sentence: string): Token[] {
  const plain = PHRASES.reduce(
    (text, [phrase, words]) => text.replaceAll(phrase, words),
    sentence.replaceAll(DEFINED, ' ').replaceAll('’', "'"),
  )
  const isShouted = !/\p{Ll}{2}/u.test(plain)
  return [...plain.matchAll(WORD)].map(([text]) => ({
    text,
    word: text.toLowerCase().replace(/'s$/, ''),
    isCapital: !isShouted && /^\p{Lu}/u.test(text),
  }))
}

/** 'securities', 'security'; 'taxes', 'tax'; 'shares', 'share'. */
const formsOf = (word: string) => [
  word,
  ...(word.endsWith('ies') ? [`${word.slice(0, -3)}y`] : []),
  ...(word.endsWith('es') ? [word.slice(0, -2)] : []),
  ...(word.endsWith('s') ? [word.slice(0, -1)] : []),
]
const isFigure = ({ word }: Token) => /\d/.test(word) || /^\p{L}$/u.test(word)

/** A kind of sentence about something other than the deal. */
export interface NoteKind {
  readonly begins: RegExp
  /** Those it may contain, in lower case, none of which describes a deal; plurals follow from their singulars. */
  readonly words: ReadonlySet<string>
  /** Words that turn a sentence with this beginning into something else. */
  readonly not?: RegExp
}

/** @param names  words of names that the record gives elsewhere, in lower case */
export function isOfKind(
  sentence: string,
  { begins, words, not }: NoteKind,
  names: ReadonlySet<string>,
): boolean {
  return begins.test(sentence) && not?.test(sentence) !== true && !hasUnknownWord(sentence, words, names)
}

/** Whether a word is neither known, nor part of a name, nor a figure. Names are capitalized words after 'by', 'of', 'the' and the
 *  like: two or more, or one that the record gives elsewhere. */
function hasUnknownWord(sentence: string, known: ReadonlySet<string>, names: ReadonlySet<string>): boolean {
  const tokens = listTokens(sentence)
  const isKnown = (token: Token) => isFigure(token) || formsOf(token.word).some((word) => known.has(word))
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index]
    if (token === undefined || isKnown(token) || (token.isCapital && names.has(token.word))) continue
    if (!token.isCapital) return true
    let from = index
    while (from > 0 && tokens[from - 1]?.isCapital === true && !PLAIN_WORDS.has(tokens[from - 1]?.word ?? ''))
      from--
    let to = index + 1
    while (tokens[to]?.isCapital === true || /\d/.test(tokens[to]?.word ?? '')) to++
    const before = tokens[from - 1]
    const after = tokens[to]
    const isIntroduced =
      before === undefined
        ? after !== undefined && AFTER_NAMES.has(after.word)
        : BEFORE_NAMES.has(before.word)
    const isTitled = before !== undefined && TITLES.has(before.word)
    if (!isIntroduced || (to - from < 2 && !isTitled)) return true
    index = to - 1
  }
  return false
}
