/** Kubernetes puts the addresses of neighboring services into the environment, such as SMTP_PORT_25_TCP. */
const SERVICE_LINK = /_(?:SERVICE_HOST|SERVICE_PORT|PORT)(?:_|$)/
/** Shorter names allow only one typo: HOME is two edits away from HOST. */
const LENGTH_FOR_TWO_SLIPS = 8

/** Finds names that were probably meant to be a setting: at most two typos away from one or, like SMTP_HOST, sharing a prefix
 *  with several.
 *  @param names  of environment variables
 *  @returns each with the settings it may stand for */
export function findMisspelt(
  names: readonly string[],
  settingNames: readonly string[],
): { name: string; meant: readonly string[] }[] {
  return names
    .filter((name) => !settingNames.includes(name))
    .map((name) => ({ name, meant: findMeantOrFile(name.toUpperCase(), settingNames) }))
    .filter(({ meant }) => meant.length > 0)
}

/** Of a name such as SMPT_URL_FILE only the first part can be misspelt: the whole is long enough to be near too much. */
function findMeantOrFile(name: string, settingNames: readonly string[]): readonly string[] {
  const file = name.endsWith('_FILE') ? '_FILE' : ''
  return findMeant(name.slice(0, name.length - file.length), settingNames).map((meant) => `${meant}${file}`)
}

function findMeant(name: string, settingNames: readonly string[]): readonly string[] {
  for (const slips of name.length < LENGTH_FOR_TWO_SLIPS ? [0, 1] : [0, 1, 2]) {
    const near = settingNames.filter((setting) => isWithin(slips, name, setting))
    if (near.length > 0) return near
  }
  const words = name.split('_')
  const group = settingNames.filter((setting) => setting.startsWith(`${words[0]}_`))
  // A prefix of only one setting may well belong to other programs: NODE_, LOG_, POSTGRES_.
  if (words.length < 2 || group.length < 2 || SERVICE_LINK.test(name)) return []
  const countShared = (setting: string) => setting.split('_').filter((word) => words.includes(word)).length
  const most = Math.max(...group.map(countShared))
  return group.filter((setting) => countShared(setting) === most)
}

/** Whether two names are at most `slips` edits apart: an insertion, deletion, substitution or swap of neighbors counts one. */
function isWithin(slips: number, a: string, b: string): boolean {
  const start = Array.from(a).findIndex((letter, index) => letter !== b[index])
  const [rest, other] = start < 0 ? ['', b.slice(a.length)] : [a.slice(start), b.slice(start)]
  if (rest === other) return true
  if (slips === 0) return false
  const isSwapped = rest.length > 1 && rest[0] === other[1] && rest[1] === other[0]
  return (
    isWithin(slips - 1, rest.slice(1), other) ||
    isWithin(slips - 1, rest, other.slice(1)) ||
    isWithin(slips - 1, rest.slice(1), other.slice(1)) ||
    (isSwapped && isWithin(slips - 1, rest.slice(2), other.slice(2)))
  )
}
