/** A pattern of words: a small notation for what a sentence may say.
 *  'a b' one after another, '(a | b)' either, '[a]' or not, 'a*' any number of times, '{role}' a slot, 'NAME' another
 *  pattern. Everything else is a word as read-words.ts gives it. */
export type Pattern =
  | { readonly kind: 'word'; readonly text: string }
  | { readonly kind: 'rule'; readonly name: string }
  | { readonly kind: 'sequence' | 'either'; readonly of: readonly Pattern[] }
  | { readonly kind: 'repeat'; readonly of: Pattern }

/** Patterns by name; a rule that is not there matches nothing. */
export type Rules = Readonly<Record<string, string>>

const PARTS = /[()[\]|*]|[^\s()[\]|*]+/g
const RULE = /^[A-Z][A-Z0-9_]*$/
const parsed = new Map<string, Pattern>()

/** @throws TypeError for a bracket that does not close */
export function parsePattern(text: string): Pattern {
  const known = parsed.get(text)
  if (known) return known
  const parts = text.match(PARTS) ?? []
  let at = 0
  const parseEither = (end: string | undefined): Pattern => {
    const options: Pattern[][] = [[]]
    while (at < parts.length && parts[at] !== end) {
      const part = parts[at] ?? ''
      at += 1
      if (part === '|') options.push([])
      else options.at(-1)?.push(parseStar(parseOne(part)))
    }
    if (end !== undefined && parts[at] !== end) throw new TypeError(`'${text}' has no '${end}'`)
    at += 1
    const sequences = options.map((of): Pattern => ({ kind: 'sequence', of }))
    const [only] = sequences
    return sequences.length === 1 && only ? only : { kind: 'either', of: sequences }
  }
  const parseOne = (part: string): Pattern => {
    if (part === '(') return parseEither(')')
    if (part === '[') return { kind: 'either', of: [parseEither(']'), { kind: 'sequence', of: [] }] }
    return RULE.test(part) ? { kind: 'rule', name: part } : { kind: 'word', text: part }
  }
  const parseStar = (pattern: Pattern): Pattern => {
    if (parts[at] !== '*') return pattern
    at += 1
    return { kind: 'repeat', of: pattern }
  }
  const pattern = parseEither(undefined)
  parsed.set(text, pattern)
  return pattern
}

/** More rules within rules are a mistake. */
const MAX_DEPTH = 40
const NOWHERE: ReadonlySet<number> = new Set()

/** Whether all of the words are said by the pattern. Follows every way at once: its time grows with the words and the size of
 *  the pattern, never with the number of ways. */
export function matchesPattern(text: string, words: readonly string[], rules: Rules): boolean {
  const reached = new Map<string, ReadonlySet<number>>()
  const enter = (name: string, from: number, depth: number): ReadonlySet<number> => {
    const key = `${name} ${from}`
    const known = reached.get(key)
    if (known) return known
    const rule = Object.hasOwn(rules, name) ? rules[name] : undefined
    if (rule === undefined || rule === '' || depth > MAX_DEPTH) return NOWHERE
    const ends = step(parsePattern(rule), from, depth + 1)
    reached.set(key, ends)
    return ends
  }
  const repeat = (pattern: Pattern, from: number, depth: number): ReadonlySet<number> => {
    const all = new Set([from])
    // Grows while it is walked through.
    for (const place of all) for (const end of step(pattern, place, depth)) all.add(end)
    return all
  }
  const step = (pattern: Pattern, from: number, depth: number): ReadonlySet<number> => {
    if (pattern.kind === 'word') return words[from] === pattern.text ? new Set([from + 1]) : NOWHERE
    if (pattern.kind === 'rule') return enter(pattern.name, from, depth)
    if (pattern.kind === 'repeat') return repeat(pattern.of, from, depth)
    if (pattern.kind === 'either') return new Set(pattern.of.flatMap((one) => [...step(one, from, depth)]))
    let places: ReadonlySet<number> = new Set([from])
    for (const part of pattern.of) {
      const ends = new Set<number>()
      for (const place of places) for (const end of step(part, place, depth)) ends.add(end)
      places = ends
    }
    return places
  }
  return step(parsePattern(text), 0, 0).has(words.length)
}

/** The words that stand in some pattern, those of its rules among them. */
export function listPatternWords(text: string, rules: Rules): ReadonlySet<string> {
  const found = new Set<string>()
  const seen = new Set<string>()
  const collect = (pattern: Pattern): void => {
    if (pattern.kind === 'word') found.add(pattern.text)
    else if (pattern.kind === 'repeat') collect(pattern.of)
    else if (pattern.kind !== 'rule') for (const part of pattern.of) collect(part)
    else if (!seen.has(pattern.name)) {
      seen.add(pattern.name)
      collect(parsePattern(rules[pattern.name] ?? ''))
    }
  }
  collect(parsePattern(text))
  return found
}
