/** Required to serve real readers; outside production, embedded defaults are used. */
const REQUIRED_IN_PRODUCTION = [
  'DATABASE_URL',
  'SMTP_URL',
  'MAIL_FROM',
  'SITE_URL',
  'SECRET_KEY',
  'SUPPRESSION_KEY',
  'CONTACT_EMAIL',
  'POSTAL_ADDRESS',
  'OPERATOR_NAME',
] as const

/** Each example value in .env.example contains one of these; none may be used in production. */
const EXAMPLE_MARKS = ['example.com', 'change-me', '123 Example Street']
/** The other reserved second-level names of RFC 2606. */
const RESERVED_NAME = /(?:^|[/@.])(example\.(?:org|net))(?![\w-])/i

/** Hosts for which browsers treat http as secure, since the traffic stays on the machine. */
const OWN_MACHINE = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\]|[a-z0-9-]{1,63}\.localhost)$/
/** Every random key of 32 characters has at least this many distinct characters, even in hexadecimal. */
const FEWEST_CHARACTERS = 8
/** Each run is circular: 8901 counts too. */
const RUNS = [
  'abcdefghijklmnopqrstuvwxyza',
  '01234567890',
  'qwertyuiopq',
  'asdfghjkla',
  'zxcvbnmz',
  'qwertzuiop',
  'yxcvbnm',
]

/** Lists what makes these settings unfit for real readers: missing values, example values, http, weak keys.
 *  @param given  the settings by their names in the environment
 *  @returns a sentence for each problem; empty if there is none */
export function productionProblems(given: Readonly<Record<string, string>>): string[] {
  const missing = REQUIRED_IN_PRODUCTION.filter((name) => !given[name]).map(
    (name) => `${name} is missing: production needs it (see .env.example)`,
  )
  const examples = Object.entries(given).flatMap(([name, value]) => {
    const mark = EXAMPLE_MARKS.find((one) => value.includes(one))
    if (mark !== undefined) return [`${name} still has the example's value`]
    const reserved = RESERVED_NAME.exec(value)?.[1]
    return reserved === undefined
      ? []
      : [`${name} is at ${reserved}, a name reserved for examples, which nobody can own or reach`]
  })
  const sample =
    given['MARKET_DATA'] === 'sample' ? ['MARKET_DATA is sample: production shows live data only'] : []
  const { protocol, hostname } = URL.parse(given['SITE_URL'] ?? '') ?? {}
  const plain =
    protocol === 'http:' && !OWN_MACHINE.test(hostname ?? '')
      ? ['SITE_URL begins with http: production needs https, except on localhost']
      : []
  const embeds = (given['EMBED_ORIGINS'] ?? '').split(',').some((one) => one.trim().startsWith('http:'))
    ? ['EMBED_ORIGINS has an address with http: in production a form may stand on https pages alone']
    : []
  return [...missing, ...examples, ...sample, ...plain, ...embeds, ...keyProblems(given)]
}

/** Reports guessable keys, and keys that are used twice. */
function keyProblems(given: Readonly<Record<string, string>>): string[] {
  const read = (name: string) =>
    (given[name] ?? '')
      .split(',')
      .map((text) => text.trim())
      .filter(Boolean)
      .map((text) => ({ name, text }))
  const keys = ['SECRET_KEY', 'SUPPRESSION_KEY', 'SECRET_KEY_OLD'].flatMap(read)
  const weak = keys
    .filter(({ text }) => isGuessable(text))
    .map(({ name }) => `${name} is not random: \`npm run lunchpail -- init\` writes fresh keys`)
  const twice = keys.flatMap(({ name, text }, index) =>
    keys
      .slice(0, index)
      .filter((earlier) => earlier.text === text)
      .map(
        (earlier) => `${name} repeats ${earlier.name === name ? 'a key' : earlier.name}: no key serves twice`,
      ),
  )
  return [...new Set([...weak, ...twice])]
}

/** Whether a key has few distinct characters, repeats a piece, or consists of runs along a keyboard. */
function isGuessable(text: string): boolean {
  return (
    new Set(text).size < FEWEST_CHARACTERS ||
    `${text}${text}`.indexOf(text, 1) < text.length ||
    countFollowing(text) > text.length / 2
  )
}

/** @returns how many characters follow their neighbor in the alphabet, the digits or a keyboard row; in a random key, one in
 *           eight does */
function countFollowing(text: string): number {
  const keys = text.toLowerCase()
  return Array.from(keys).filter((key, index) => {
    const pair = `${keys[index - 1] ?? ''}${key}`
    return pair.length === 2 && RUNS.some((run) => run.includes(pair) || run.includes(reverse(pair)))
  }).length
}

const reverse = (text: string) => Array.from(text).toReversed().join('')
