import type { InsiderOwner } from './insider-filing.ts'
import { child, childrenOf, ownText, readCik, readFlag, textOf, type XmlElement } from './ownership-xml.ts'

/** Whether a form's box says that its owner has left, or its remarks give the title of one who has. */
export function tellsOfLeaving(root: XmlElement): boolean {
  const remarks = childrenOf(root, 'remarks').map(ownText)
  return (
    readFlag(root, 'notSubjectToSection16') === true || remarks.some((remark) => /^former\b/i.test(remark))
  )
}

/** @param hasLeft  whether the form says that the owner has left, and reports what remains to be reported */
export function readOwner(owner: XmlElement, hasLeft: boolean): InsiderOwner {
  const id = child(owner, 'reportingOwnerId')
  const relationship = child(owner, 'reportingOwnerRelationship')
  const title = textOf(relationship, 'officerTitle')
  return {
    cik: readCik(id, 'rptOwnerCik'),
    name: textOf(id, 'rptOwnerName'),
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
