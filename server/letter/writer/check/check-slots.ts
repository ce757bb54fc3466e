import type { Statement } from '../../statements/statement.ts'
import { checkEdges } from './check-edges.ts'
import { know, listStandards, PERSON, printOf } from './know-statement.ts'
import type { Word } from './read-words.ts'
import { refuse, type Told, type Verdict } from '../judge.ts'

/** Slots one of which stands for the other. */
const GROUPS: Readonly<Record<string, string>> = {
  last: 'who',
  name: 'who',
  ticker: 'company',
  asset: 'company',
  short: 'company',
  count: 'nth',
}
const groupOf = (role: string) => GROUPS[role] ?? role
const JOINTS: ReadonlySet<string> = new Set(
  'and but while whereas though although yet as with which then plus'.split(' '),
)

/** Each slot is of the item's statements and their own words use it; each that their words always have is there; slots of one
 *  statement stand in a clause of their own, and beside words that leave them their part. */
export function checkSlots(words: readonly Word[], { statements, of, place }: Told): Verdict | undefined {
  const seen = new Set<string>()
  for (const { slot, raw } of words) {
    if (!slot) continue
    const statement = of.includes(slot.number) ? statements.get(slot.number) : undefined
    if (!statement || !isUsed(statement, slot.role)) {
      return refuse('slot', `${raw} does not belong here`)
    }
    if (seen.has(raw) && 'figure' in (statement.slots[slot.role] ?? {})) return refuse('slot-twice', raw)
    seen.add(raw)
  }
  const prints = new Set(words.flatMap(({ slot }) => (slot ? [printAt(statements, slot)] : [])))
  for (const number of of) {
    const statement = statements.get(number)
    if (!statement) continue
    const there = new Set(words.flatMap(({ slot }) => (slot?.number === number ? [groupOf(slot.role)] : [])))
    const standards = listStandards(statement, place)
    const mayHaveNone = standards.flat().some((own) => own.words.every((word) => !word.slot))
    const isNamed = Object.values(statement.slots).some((slot) => 'name' in slot && prints.has(printOf(slot)))
    if (there.size === 0 && !mayHaveNone && !isNamed)
      return refuse('slot-missing', `nothing of statement ${number}`)
    const missing = standards.map((wordings) =>
      listAlways(wordings.map((wording) => wording.words)).filter(
        (role) => !there.has(groupOf(role)) && !prints.has(printOf(statement.slots[role])),
      ),
    )
    if (missing.every((roles) => roles.some((role) => !isMonthBefore(statement, role, there)))) {
      return refuse('slot-missing', `{${number}.${missing[0]?.[0] ?? ''}}`)
    }
  }
  return undefined
}

/** Its own words have the slot, or one that stands for it. */
const isUsed = (statement: Statement, role: string): boolean =>
  Object.hasOwn(statement.slots, role) &&
  [...know(statement).before.keys()].some((own) => groupOf(own) === groupOf(role))

const printAt = (statements: Told['statements'], { number, role }: { number: number; role: string }) =>
  printOf(statements.get(number)?.slots[role])

/** 'Up to {rate} in {month}, from {lastMonth}' needs no name of the month before. */
const isMonthBefore = ({ slots }: Statement, role: string, there: ReadonlySet<string>): boolean =>
  role === 'before' && 'name' in (slots[role] ?? {}) && there.has('month')

/** One role of each group that all of the wordings have. */
function listAlways(wordings: readonly (readonly Word[])[]): readonly string[] {
  const [first = [], ...others] = wordings
  const roles = new Set(first.flatMap(({ slot }) => (slot ? [slot.role] : [])))
  return [...roles].filter((role) =>
    others.every((words) => words.some(({ slot }) => slot && groupOf(slot.role) === groupOf(role))),
  )
}

/** Of which statement each word speaks; undefined where that may be any of them, a text where slots are mixed. */
export function findOwners(words: readonly Word[], told: Told): readonly (number | undefined)[] | string {
  const owners: (number | undefined)[] = words.map(() => undefined)
  const isShared = (slot: NonNullable<Word['slot']>) =>
    told.of.some((number) =>
      number === slot.number
        ? false
        : Object.values(told.statements.get(number)?.slots ?? {}).some(
            (other) => printOf(other) === printAt(told.statements, slot),
          ),
    )
  const last = words.at(-1)?.sentence ?? 0
  for (let sentence = 0; sentence <= last; sentence += 1) {
    const from = words.findIndex((word) => word.sentence === sentence)
    const to = words.findLastIndex((word) => word.sentence === sentence)
    if (from === -1) continue
    const slots = words.flatMap(({ slot, sentence: its }, at) =>
      slot && its === sentence ? [{ at, number: slot.number, isShared: isShared(slot) }] : [],
    )
    const telling = slots.some((slot) => !slot.isShared) ? slots.filter((slot) => !slot.isShared) : slots
    const done = new Set<number>()
    let start = from
    telling.forEach((slot, index) => {
      const next = telling[index + 1]
      if (next && next.number === slot.number) return
      const joint = next ? findJoint(words, slot.at, next.at) : to + 1
      done.add(slot.number)
      owners.fill(slot.number, start, joint)
      start = joint
    })
    // 'It ran on a plan' goes on about what was told last.
    const goesOn = telling.length === 0 && GOES_ON.has(words[from]?.text ?? '')
    if (goesOn && from > 0) owners.fill(owners[from - 1], from, to + 1)
    const mixed = nameMixed(words, telling, told) ?? nameStray(telling, told, words)
    if (mixed !== undefined) return mixed
  }
  return owners
}

const GOES_ON: ReadonlySet<string> = new Set(['it', 'that', 'this', 'its'])

/** The last place between two slots at which a clause may begin. */
function findJoint(words: readonly Word[], from: number, to: number): number {
  const isBetween = (index: number) => index > from && index < to
  const turn = words.findIndex(({ text }, index) => isBetween(index) && TURNS.has(text))
  if (turn !== -1) return turn
  const at = words.findLastIndex((word, index) => isBetween(index) && isJoint(word) && word.text !== ')')
  return at === -1 ? to : at
}
/** Where a clause begins for sure. */
const TURNS: ReadonlySet<string> = new Set(['while', 'whereas', 'but', ';'])
const isJoint = (word: Word): boolean => word.isPause === true || JOINTS.has(word.text)

function nameMixed(
  words: readonly Word[],
  slots: readonly { readonly at: number; readonly number: number }[],
  { statements }: Told,
): string | undefined {
  const left = new Set<number>()
  for (const [index, { at, number }] of slots.entries()) {
    const before = slots[index - 1]
    if (!before || before.number === number) continue
    left.add(before.number)
    if (isOneSeries(statements.get(before.number), statements.get(number))) continue
    if (left.has(number)) return 'the slots of one statement do not stand together'
    if (!words.slice(before.at, at).some(isJoint)) return 'two statements stand in one clause'
  }
  return undefined
}

/** A day or a sum that stands alone between another statement's slots is taken for that one's. */
function nameStray(
  slots: readonly { readonly at: number; readonly number: number; readonly isShared: boolean }[],
  { statements }: Told,
  words: readonly Word[],
): string | undefined {
  const stray = slots.find(({ number, isShared }, index) => {
    const [before, next] = [slots[index - 1], slots[index + 1]]
    const other = before ?? next
    const isAlone = !isShared && before?.number !== number && next?.number !== number
    const isApart = words.some(
      ({ slot }, at) => slot?.number === number && slots.every((one) => one.at !== at),
    )
    return (
      isAlone &&
      isApart &&
      other !== undefined &&
      !isOneSeries(statements.get(number), statements.get(other.number))
    )
  })
  return stray && `${words[stray.at]?.raw ?? ''} stands apart from its statement`
}

const isOneSeries = (a: Statement | undefined, b: Statement | undefined): boolean =>
  a?.topic === b?.topic && a?.section !== 'insiders' && a?.section !== 'congress'

/** Words that count as one beside a slot. */
const ALIKE: ReadonlyMap<string, string> = new Map(
  Object.entries({
    SIDE: 'bought sold buy buys sell sells buying selling purchased acquired unloaded offloaded shed',
    POST: 'ceo chief director executive officer chairman boss finance insider',
    KIN: 'trust spouse child children wife husband fund funds account accounts',
  }).flatMap(([name, words]) => words.split(' ').map((word) => [word, name] as const)),
)
/** What the words right beside a slot make of it, whatever its statement; a statement's own words may. */
const PARTS = [
  [/<price>(?! (?:a share|per share|apiece|each))/, 'a price is for a share'],
  [/<(?!price)[a-z-]+> (?:a share|per share|apiece)/, 'a price is for a share'],
  [
    /<nth>(?! (?:straight |consecutive )?(?:week|month|year|time|rise|fall|gain|drop|loss|increase|decline|decrease))/,
    'how many in a row',
  ],
  [
    /<(?!nth)[a-z-]+> (?:straight |consecutive )?(?:week|month|year|time)s? (?:in a row|running|straight)|<(?!nth)[a-z-]+> (?:straight|consecutive) /,
    'how many in a row',
  ],
  [/\bSIDE (?:an? |the |his |her |their )?KIN\b(?! (?:’s|account))/, 'nobody trades a person or a trust'],
  [/\bSIDE (?:out )?<person>(?! (?:’s|and (?:a|linked)))/, 'a person is not traded'],
  [
    // '$1 million of Tesla, sold on Nov 14'
    /(?<!of |at )<company>,? (?:itself )?(?:has )?(?:SIDE(?! by)|spent|paid|let go|put)\b|(?<!POST |<person> |board )of <company>,? (?:itself )?(?:has )?(?:SIDE(?! by| on <| from <)|spent|paid|let go|put)\b|\bSIDE by <company>/,
    'a company does not trade',
  ],
  [/<person> POST\b|<company>,? an? <person>/, 'a person has no director'],
  [/<company> of <person>/, 'a company is nobody’s'],
  [/<company> ’s KIN\b|\bKIN (?:of|tied to|for) <company>(?! POST)/, 'a company has no trust'],
  [
    /<(?:dollars|figure|price|change|level|nth|day|first-day|last-day)> (?:’s|and (?:a|linked)) (?:linked )?KIN\b/,
    'only a person has a trust',
  ],
] as const

/** Whether the words right beside a slot take it for something else. */
export function checkParts(words: readonly Word[], told: Told): Verdict | undefined {
  const text = draw(words, (slot) => told.statements.get(slot.number))
  for (const [pattern, detail] of PARTS) {
    const owns = told.of.some((number) => {
      const statement = told.statements.get(number)
      return statement && know(statement).own.some((own) => pattern.test(draw(own.words, () => statement)))
    })
    if (!owns && pattern.test(text)) return refuse('roles', detail)
  }
  return checkEdges(words, told) ?? checkNouns(words, told)
}

/** What may be said to be of a company or a person, beside what its own words have there. */
const THEIRS: Readonly<Record<string, ReadonlySet<string>>> = {
  company: new Set(
    (
      'stock share shares stake stakes purchase purchases sale sales holding holdings block blocks position worth trade trades bond bonds ' +
      'units buyer buyers seller sellers own number out go rid more much SIDE POST board top'
    ).split(' '),
  ),
  person: new Set(
    (
      'report reports filing filings form forms name behalf trade trades purchase purchases sale sales holding holdings stake shares ' +
      'own account KIN trusts spouses accounts joint linked part'
    ).split(' '),
  ),
}

/** 'A rival of {company}' is not the company. */
function checkNouns(words: readonly Word[], { statements }: Told): Verdict | undefined {
  for (const [at, { slot, raw }] of words.entries()) {
    const statement = slot && statements.get(slot.number)
    const part = slot && statement ? partOf(statement, slot.role) : ''
    const theirs = THEIRS[part]
    if (!theirs || !statement) continue
    const own = new Set(
      know(statement).own.flatMap((wording) =>
        wording.words.flatMap((word, place) =>
          word.slot && partOf(statement, word.slot.role) === part
            ? listNouns(wording.words, place).flat()
            : [],
        ),
      ),
    )
    const isHeld = (noun: string) => theirs.has(ALIKE.get(noun) ?? noun) || own.has(noun)
    const wrong = listNouns(words, at).find((nouns) => nouns.length > 0 && !nouns.some(isHeld))
    if (wrong) return refuse('subject', `'${wrong.join(' ')}' of ${raw}`)
  }
  return undefined
}

/** What stands before its 'of', and after its ''s'. */
function listNouns(words: readonly Word[], at: number): readonly (readonly string[])[] {
  const textAt = (place: number) => {
    const word = words[place]
    return word && !word.slot && !word.isPause && word.sentence === words[at]?.sentence ? [word.text] : []
  }
  return [
    words[at - 1]?.text === 'of' && ALIKE.get(words[at + 1]?.text ?? '') !== 'POST' ? textAt(at - 2) : [],
    words[at + 1]?.text === '’s' ? [...textAt(at + 2), ...textAt(at + 3)] : [],
  ]
}

function draw(
  words: readonly Word[],
  statementOf: (slot: NonNullable<Word['slot']>) => Statement | undefined,
): string {
  const drawn = words.map((word, at) => {
    const end = at > 0 && words[at - 1]?.sentence !== word.sentence ? '. ' : ''
    if (!word.slot) return `${end}${ALIKE.get(word.text) ?? word.text}`
    return `${end}<${partOf(statementOf(word.slot), word.slot.role)}>`
  })
  return drawn.join(' ').replaceAll(/ ,/g, ',')
}

const COMPANY: ReadonlySet<string> = new Set(['company', 'ticker', 'short', 'asset'])

function partOf(statement: Statement | undefined, role: string): string {
  if (PERSON.test(role)) return 'person'
  if (COMPANY.has(role)) return 'company'
  const slot = statement?.slots[role]
  if (role === 'nth' || role === 'count') return 'nth'
  if (role === 'price') return role
  if (role === 'plan' || role === 'indirect') return `${role}-part`
  if (!slot || 'name' in slot) return 'day'
  const { unit, kind } = slot.figure
  if (unit === 'date') return role === 'from' ? 'first-day' : role === 'to' ? 'last-day' : 'day'
  if (/change|move/.test(kind)) return 'change'
  if (unit === 'percent') return 'level'
  return unit === 'usd' ? 'dollars' : 'figure'
}
