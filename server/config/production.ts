/** Required where real readers are served; elsewhere there are embedded defaults. */
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

/** The values of .env.example are not for running: each holds one of these. */
const EXAMPLE_MARKS = ['example.com', 'change-me', '123 Example Street']
/** The other second-level names of RFC 2606. */
const RESERVED_NAME = /(?:^|[/@.])(example\.(?:org|net))(?![\w-])/i

/** Where browsers consider http safe: nobody is on the way. */
const OWN_MACHINE = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\]|[a-z0-9-]{1,63}\.localhost)$/
/** Fewer different characters than any random key of 32 has, even one of hexadecimal digits. */
const FEWEST_CHARACTERS = 8
/** Circular, as in 8901. */
const RUNS = [
  'abcdefghijklmnopqrstuvwxyza',
  '01234567890',
  'qwertyuiopq',
  'asdfghjkla',
  'zxcvbnmz',
  'qwertzuiop',
  'yxcvbnm',
]

/** What keeps a server from serving real readers with these settings: missing ones, the example's, http, weak keys.
 *  @param given  as they stand in the environment
 *  @returns a sentence for each problem; empty where there is none */
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

/** Guessable keys, and keys used twice. */
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

/** Few different characters, a repeated piece, or runs along a keyboard. */
function isGuessable(text: string): boolean {
  return (
    new Set(text).size < FEWEST_CHARACTERS ||
    `${text}${text}`.indexOf(text, 1) < text.length ||
    countFollowing(text) > text.length / 2
  )
}

/** @returns how many characters are the next, or the one before, of the character in front of them, in the alphabet, the
 *           digits or a keyboard's row; of a random key one in eight */
function countFollowing(text: string): number {
  const keys = text.toLowerCase()
  return Array.from(keys).filter((key, index) => {
    const pair = `${keys[index - 1] ?? ''}${key}`
    return pair.length === 2 && RUNS.some((run) => run.includes(pair) || run.includes(reverse(pair)))
  }).length
}

const reverse = (text: string) => Array.from(text).toReversed().join('')
