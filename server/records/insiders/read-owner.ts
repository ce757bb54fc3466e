import { tidyText } from '../../lib/text.ts'
import { UnreadableFilingError } from '../core/unread-reason.ts'
import type { InsiderOwner } from './insider-filing.ts'
import { child, childrenOf, ownText, readCik, readFlag, textOf, type XmlElement } from './ownership-xml.ts'

/** The SEC's own form ends at ten; a larger group files again for its other members. */
const MAX_OWNERS = 20
/** Where names and titles are cut, in characters. The schema limits the longest of them, an owner's name, to 150. */
const MAX_TITLE = 200

/** Cuts a name or a title that is longer than any real one. */
export const cutTitle = (text: string): string => tidyText(text.slice(0, MAX_TITLE))

/** @returns at least one owner
 *  @throws UnreadableFilingError with the reason */
export function readOwners(root: XmlElement): InsiderOwner[] {
  const owners = childrenOf(root, 'reportingOwner')
  if (owners.length === 0) throw new UnreadableFilingError('it names no owner')
  if (owners.length > MAX_OWNERS) throw new UnreadableFilingError(`it names more than ${MAX_OWNERS} owners`)
  const hasLeft = tellsOfLeaving(root)
  return owners.map((owner) => readOwner(owner, hasLeft))
}

/** Whether a form's box says that its owner has left, or its remarks give the title of one who has. */
function tellsOfLeaving(root: XmlElement): boolean {
  const remarks = childrenOf(root, 'remarks').map(ownText)
  return (
    readFlag(root, 'notSubjectToSection16') === true || remarks.some((remark) => /^former\b/i.test(remark))
  )
}

/** @param hasLeft  whether the form says that the owner has left, and reports what remains to be reported */
function readOwner(owner: XmlElement, hasLeft: boolean): InsiderOwner {
  const id = child(owner, 'reportingOwnerId')
  const relationship = child(owner, 'reportingOwnerRelationship')
  const title = cutTitle(textOf(relationship, 'officerTitle'))
  return {
    cik: readCik(id, 'rptOwnerCik'),
    name: cutTitle(textOf(id, 'rptOwnerName')),
    isDirector: readFlag(relationship, 'isDirector') ?? false,
    isOfficer: readFlag(relationship, 'isOfficer') ?? false,
    isTenPercentOwner: readFlag(relationship, 'isTenPercentOwner') ?? false,
    officerTitle: title === '' || pointsElsewhere(title) ? undefined : title,
    ...((hasLeft || FORMER.test(textOf(relationship, 'otherText'))) && { hasLeft: true }),
  }
}

const FORMER = /\b(?:former|ex-|retired|past|resigned)/i

/** Tells whether a title only refers elsewhere, such as "See Remarks". */
function pointsElsewhere(title: string): boolean {
  const [see] = /\bsee\b/i.exec(title) ?? []
  if (see === undefined) return false
  return /\b(?:remark|footnote|below|exhibit)/i.test(title.slice(title.search(/\bsee\b/i) + see.length))
}
