import { describe, expect, it } from 'vitest'

import { markPeople, presentOwner, presentPerson, presentPlainRole, presentRole } from './present-names.ts'

describe('presentOwner', () => {
  it.each([
    ['Musk Elon', 'Elon Musk'],
    ['THIEL PETER', 'Peter Thiel'],
    ['Garascia Jessica A.', 'Jessica A. Garascia'],
    ['SMITH JOHN A JR', 'John A. Smith Jr.'],
    ['VAN DER BERG JAN', 'Jan Van Der Berg'],
    ['van den Berg P', 'P. van den Berg'],
    ['Le Thai T', 'Thai T. Le'],
    ['LE JEFFREY', 'Jeffrey Le'],
    ['Du Wei Ming', 'Du Wei Ming'],
    ["O'BRIEN MARY-ANN", "Mary-Ann O'Brien"],
    ['MCDONALD ANN', 'Ann McDonald'],
    ['Garcia Marquez Gabriel Jose', 'Garcia Marquez Gabriel Jose'],
    ['MITHRIL II LP', 'Mithril II LP'],
    ['Reid Hoffman & Michelle Yee Living Trust', 'Reid Hoffman & Michelle Yee Living Trust'],
    ['667, L.P.', '667, L.P.'],
    ['Madonna', 'Madonna'],
    ['', ''],
  ])('writes %s as %s', (filed, expected) => {
    expect(presentOwner({ name: filed })).toBe(expected)
  })
})

it('reorders the name of a mere holder only if it is certainly a person’s', () => {
  const holder = { isDirector: false, isOfficer: false }
  expect(presentOwner({ name: 'WARBURG PINCUS', ...holder })).toBe('WARBURG PINCUS')
  expect(presentOwner({ name: 'ICAHN CARL C', ...holder })).toBe('Carl C. Icahn')
  expect(presentOwner({ name: 'Tang Kevin', isDirector: true, isOfficer: false })).toBe('Kevin Tang')
  expect(presentPerson({ name: 'University of Springfield' })).toBeUndefined()
})

it('recognizes a mere holder as a person by other forms, or next to a person of the same surname', () => {
  const owner = (cik: string, name: string, isDirector = false) =>
    ({ cik, name, isDirector, isOfficer: false, isTenPercentOwner: true, officerTitle: undefined }) as const
  const namesOf = (owners: readonly ReturnType<typeof owner>[], ...ciks: string[]) =>
    markPeople(owners, new Set(ciks)).map((one) => presentOwner(one))
  const thiel = owner('1', 'THIEL PETER')
  expect(namesOf([thiel])).toEqual(['THIEL PETER'])
  expect(namesOf([thiel], '1')).toEqual(['Peter Thiel'])
  expect(namesOf([owner('2', 'DOE JANE', true), owner('3', 'Doe John')])).toEqual(['Jane Doe', 'John Doe'])
  expect(namesOf([owner('2', 'DOE JANE', true), owner('3', 'DOE BROTHERS')])).toEqual([
    'Jane Doe',
    'DOE Brothers',
  ])
  expect(namesOf([owner('4', 'WARBURG PINCUS'), owner('5', 'DOE JANE', true)])).toEqual([
    'WARBURG PINCUS',
    'Jane Doe',
  ])
  expect(namesOf([owner('6', 'THIEL CAPITAL LLC')], '6')).toEqual(['Thiel Capital LLC'])
})

describe('presentPerson', () => {
  it.each([
    ['Musk Elon', { name: 'Elon Musk', last: 'Musk' }],
    ['VAN DER BERG JAN', { name: 'Jan Van Der Berg', last: 'Van Der Berg' }],
    ['SMITH JOHN A JR', { name: 'John A. Smith Jr.', last: 'Smith' }],
    ['MITHRIL II LP', undefined],
    ['Reid Hoffman & Michelle Yee Living Trust', undefined],
  ])('splits %s into full and last name', (name, expected) => {
    expect(presentPerson({ name })).toEqual(expected)
  })
})

describe('presentRole', () => {
  it.each([
    ['Chief Executive Officer', 'CEO'],
    ['CEO', 'CEO'],
    ['CHIEF EXECUTIVE OFFICER', 'CEO'],
    ['President and Chief Executive Officer', 'President & CEO'],
    ['Chief Financial Officer', 'CFO'],
    ['Chief Accounting Officer', 'Chief Accounting Officer'],
    ['Senior Vice President', 'SVP'],
    ['Sr. VP, GC and Secretary', 'SVP, General Counsel & Secretary'],
    ['EXECUTIVE VICE PRESIDENT, CFO', 'EVP, CFO'],
    ['Vice President of Second Products', 'VP of Second Products'],
    ['PRESIDENT', 'President'],
    ['Pres,Prod Architect & Director', 'President, Product Architect & Director'],
    ['Chief Legal Officer & Corp Sec', 'CLO & Corporate Secretary'],
    ['See remarks', 'officer'],
  ])('writes the title %s as %s', (officerTitle, expected) => {
    const owner = { cik: '1', name: 'Doe Jane', isOfficer: true, isDirector: false, isTenPercentOwner: false }
    expect(presentRole({ ...owner, officerTitle })).toBe(expected)
  })
})

it('gives no role to somebody who has left', () => {
  const flags = { isOfficer: false, isDirector: true, isTenPercentOwner: false, officerTitle: undefined }
  const owner = { cik: '1', name: 'Doe Jane', ...flags, hasLeft: true }
  expect([presentRole(owner), presentPlainRole(owner)]).toEqual(['', undefined])
})

describe('presentPlainRole', () => {
  const owner = { isOfficer: true, isDirector: false, isTenPercentOwner: false, officerTitle: undefined }

  it.each([
    ['CEO', 'CEO'],
    ['Chairman and Chief Executive Officer', 'CEO'],
    ['President & CEO', 'CEO'],
    ['CEO, North America', 'executive'],
    ['Former Chief Executive Officer', undefined],
    ['Chief Financial Officer', 'finance chief'],
    ['SVP, GC and Secretary', 'top lawyer'],
    ['General Counsel', 'top lawyer'],
    ['Executive Vice President, Chief Legal Officer & Corporate Secretary', 'top lawyer'],
    ['Deputy General Counsel', 'executive'],
    ['General Counsel, Asia Pacific', 'executive'],
    ['GENERAL COUNSEL OF SUBSIDIARY', 'executive'],
    ['CFO & General Counsel', 'executive'],
    ['EVP & CLO', 'executive'],
    ['Director, Product Management', 'executive'],
  ])('turns the title %s into %s', (officerTitle, expected) => {
    expect(presentPlainRole({ ...owner, officerTitle })).toBe(expected)
  })

  it.each([
    ['Director', { isDirector: true }, 'director'],
    ['10% Owner', { isTenPercentOwner: true }, 'major owner'],
    ['Member of 10% owner group', { isTenPercentOwner: true }, 'major owner'],
  ])('does not take somebody with the title %s for an officer', (officerTitle, boxes, expected) => {
    expect(presentPlainRole({ ...owner, ...boxes, officerTitle })).toBe(expected)
  })

  it('uses the boxes if there is no title', () => {
    expect(presentPlainRole({ ...owner, isOfficer: false, isDirector: true })).toBe('director')
    expect(presentPlainRole({ ...owner, isOfficer: false, isTenPercentOwner: true })).toBe('major owner')
    expect(presentPlainRole({ ...owner, isOfficer: false })).toBeUndefined()
  })
})
