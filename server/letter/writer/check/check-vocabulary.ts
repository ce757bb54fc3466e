import { know, listTold, type Read } from './know-statement.ts'
import { FUNCTION_WORDS, NEUTRAL, NEUTRAL_OF_SERIES } from './neutral-words.ts'
import { readPhrases } from './read-words.ts'
import { refuse, type Verdict } from '../judge.ts'

/** Each word is one of the statements' own, one whose meaning is known and held against them, or one that says nothing of
 *  money. Any other may turn a sale into a purchase, blame, explain, or speak of someone else. */
export function checkVocabulary({ words, told }: Read): Verdict | undefined {
  const own = listTold(told).map((statement) => know(statement).words)
  const isOfForm = listTold(told).every(({ kind, section }) => kind === 'trade' && section === 'insiders')
  const phrases = readPhrases(words)
  const isOfSeries = listTold(told).every(({ section }) => section !== 'insiders' && section !== 'congress')
  const unknown = words.find(
    ({ text, slot, isPause }, at) =>
      !slot &&
      !isPause &&
      !FUNCTION_WORDS.has(text) &&
      !NEUTRAL.has(text) &&
      !(isOfSeries && NEUTRAL_OF_SERIES.has(text)) &&
      !(isOfForm && /^forms?$/.test(text)) &&
      !own.some((known) => hasForm(known, text)) &&
      !phrases.some((phrase) => phrase.at <= at && at < phrase.end),
  )
  if (unknown) return refuse('word', `'${unknown.raw}'`)
  return checkQuoted({ words, told }) ?? checkBrackets({ words, own }) ?? checkBare({ words, told })
}

/** It has the word in some form: 'file' where it has 'filed'. */
const hasForm = (known: ReadonlySet<string>, text: string): boolean =>
  known.has(text) || listForms(text).some((form) => known.has(form))

function listForms(text: string): readonly string[] {
  if (text.length < MIN_FORM) return []
  const stem = text.replace(/(?:ing|ed|es|s|e)$/, '')
  return ['', 'e', 's', 'es', 'ed', 'ing'].map((ending) => stem + ending)
}
const MIN_FORM = 3

/** A word in quotation marks is doubted: only what a statement's own words put in them. */
function checkQuoted({ words, told }: Pick<Read, 'words' | 'told'>): Verdict | undefined {
  const own = new Set(
    listTold(told)
      .flatMap((statement) => know(statement).own)
      .flatMap((wording) => wording.words.flatMap((word) => (word.isQuoted ? [word.text] : []))),
  )
  const doubted = words.find(
    ({ text, slot, isQuoted, isPause }) => isQuoted && !isPause && (slot || !own.has(text)),
  )
  return doubted ? refuse('tone', `'${doubted.raw}' in quotation marks`) : undefined
}

/** What stands in brackets explains another word: by own words alone. */
function checkBrackets({
  words,
  own,
}: Pick<Read, 'words'> & { readonly own: readonly ReadonlySet<string>[] }): Verdict | undefined {
  const strange = words.find(({ text, slot, isPause }, at) => {
    const open = words.slice(0, at).findLast((word) => word.text === '(' || word.text === ')')
    return (
      open?.text === '(' &&
      text !== '’s' &&
      !slot &&
      !isPause &&
      !FUNCTION_WORDS.has(text) &&
      !own.some((known) => known.has(text))
    )
  })
  return strange ? refuse('word', `'${strange.raw}' in brackets`) : undefined
}

/** A headline without slots has nothing by which its words could be held together: it is one of the statement's own. */
function checkBare({ words, told }: Pick<Read, 'words' | 'told'>): Verdict | undefined {
  if (told.place !== 'headline' || words.some(({ slot }) => slot)) return undefined
  const textOf = (all: Read['words']) => all.map(({ text }) => text).join(' ')
  const isOwn = listTold(told).some((statement) =>
    know(statement).own.some((wording) => textOf(wording.words) === textOf(words)),
  )
  return isOwn ? undefined : refuse('word', 'a headline without slots')
}
