import { presentCompanyShort } from '../../lib/company-name.ts'
import { listWords } from '../../lib/text.ts'
import { factOf, recordsOf, textOf } from './read-field.ts'

/** No source lists more than a dozen officers. */
const MOST_OFFICERS = 200
/** What may stand between the roles in a title. */
const BETWEEN_ROLES = /[,;/&|()]|\band\b/i
const CHIEF_EXECUTIVE =
  /^(?<prefix>(?:(?:interim|acting|group|global|co|joint)[ -])*)(?:CEO|(?:chief|principal) executive(?: officer)?|chief exec officer)(?: (?:interim|acting))?(?: (?:of|-|–) (?:the )?(?<whole>.+))?$/i
/** A role ends in one of these words; what ends in another, as in 'CEO, North America', is a part of the company. */
const ROLE =
  /\b(?:pres(?:ident)?|director|chair(?:man|woman|person)?|(?:co)?founder|officer|C[A-Z]{1,2}O|MD|[ES]?VP|member|secretary|treasurer|trustee|manager|partner|principal|head|executive|representative|advis[eo]r|interim|acting)$/i
/** As in 'Chairman of the Board'. */
const OF_THE_BOARD =
  / of (?:the )?(?:(?:management|executive|supervisory) )?(?:board(?: of directors)?|directors|committee|company|group)$/i
/** The roles of an aide, or of a part of the company. */
const OF_OTHERS = /\b(?:to|of|for|at|office)\b/i
/** Said of a role, it may hold for those after it too: 'Former President & CEO'. */
const NOT_NOW =
  /\b(?:former|previous|prior|past|ex|retired|late|outgoing|departing|incoming|next|future|emerit\w*|advis\w*|assistant|associate|deputy(?! chair)|staff)\b/i
/** Who runs the company may run a part of it as well: 'CEO, Head of Research & Director'. */
const ALSO_HEAD_OF = /^(?:global )?head of (?!.*\bto\b)/i

/** Finds the chief executive by the officers' titles, role by role. No name is better than a wrong one: a title that may be of a
 *  part of the company, or of the past or future, does not count.
 *  @param company  whose officers they are; 'Chief Executive of Acme' is that of Acme Inc.
 *  @returns a name, or those of all co-CEOs; undefined if no title says who it is, or if two of them do */
export function findChiefExecutive(officers: unknown, company = ''): string | undefined {
  const chiefs = recordsOf(officers, MOST_OFFICERS).flatMap((officer) => {
    const name = factOf(officer['name'])?.replaceAll(/\s+/g, ' ')
    const found = name === undefined ? undefined : readTitle(textOf(officer['title']) ?? '', company)
    return name === undefined || !found ? [] : [{ name, ...found }]
  })
  const certain = chiefs.filter(({ isAlsoHead }) => !isAlsoHead)
  const candidates = certain.length > 0 ? certain : chiefs
  const names = [...new Set(candidates.map(({ name }) => name))]
  return names.length === 1 || candidates.every(({ isShared }) => isShared)
    ? listWords(names) || undefined
    : undefined
}

/** @returns undefined for a title that is not the chief executive's */
function readTitle(title: string, company: string): { isShared: boolean; isAlsoHead: boolean } | undefined {
  const roles = title
    .replaceAll('.', '')
    .split(BETWEEN_ROLES)
    .map((role) => role.trim())
    .filter((role) => role !== '')
  const place = roles.findIndex((role) => isOfWhole(role, company))
  const [before, after] = [roles.slice(0, Math.max(place, 0)), roles.slice(place + 1)]
  const isAlsoHead = after.some((role) => ALSO_HEAD_OF.test(role))
  const isChief =
    place >= 0 &&
    before.every((role) => isRole(role) && !NOT_NOW.test(role)) &&
    after.every((role) => isRole(role) || ALSO_HEAD_OF.test(role))
  const prefix = CHIEF_EXECUTIVE.exec(roles[place] ?? '')?.groups?.['prefix'] ?? ''
  return isChief ? { isAlsoHead, isShared: /\b(?:co|joint)\b/i.test(prefix) } : undefined
}

function isOfWhole(role: string, company: string): boolean {
  const found = CHIEF_EXECUTIVE.exec(role)
  const whole = found?.groups?.['whole']
  if (!found || whole === undefined) return found !== null
  const [named, own] = [whole, company].map((name) => presentCompanyShort(name).toLowerCase())
  return named === 'company' || named === 'group' || named === own
}

function isRole(role: string): boolean {
  const bare = role.replace(OF_THE_BOARD, '')
  return ROLE.test(bare) && !OF_OTHERS.test(bare)
}
