import { describe, expect, it } from 'vitest'

import type { MemberTerm } from './congress-trade.ts'
import { mayBeSamePerson, createMemberMatcher, type ListedMember, type ReportFiler } from './match-member.ts'

const term = (parts: Partial<MemberTerm> = {}): MemberTerm => ({
  chamber: 'house',
  start: '2025-01-03',
  end: '2027-01-03',
  state: 'ZZ',
  district: 7,
  party: 'Purple',
  ...parts,
})

const aMember = (
  name: Partial<ListedMember['nameForms']>,
  terms: readonly MemberTerm[] = [term()],
  bioguideId = 'D000001',
): ListedMember => ({
  bioguideId,
  name: name.officialFull ?? 'Jane Doe',
  nameForms: { first: 'Jane', last: 'Doe', ...name },
  terms,
  committees: [],
})

const report = (filer: string, parts: Partial<ReportFiler> = {}): ReportFiler => ({
  chamber: 'house',
  filer,
  state: 'ZZ',
  district: 7,
  filedOn: '2025-02-03',
  ...parts,
})

const match = (members: readonly ListedMember[], filer: ReportFiler) => {
  const found = createMemberMatcher(members)(filer)
  return 'problem' in found ? found.problem : found.member.bioguideId
}
const NOBODY = 'the list of members has nobody of that name for ZZ07 on that day'

describe('createMemberMatcher', () => {
  it.each([
    ['Jane Q. Doe', { first: 'Jane' }],
    ['Hon. Jane Doe, Jr', { first: 'Jane', suffix: 'Jr.' }],
    ['James E Hon Doe', { first: 'James' }],
    ['Donald Sternoff Doe Jr', { first: 'Donald', middle: 'S.', suffix: 'Jr.' }],
    ['Michael A. Doe', { first: 'Mike' }],
    ['Scott Scott Doe', { first: 'C.', middle: 'Scott', officialFull: 'Scott Doe' }],
    ['Earl Leroy Doe', { first: 'Earl', nickname: 'Buddy' }],
    ['Buddy Doe', { first: 'Earl', nickname: 'Buddy' }],
    ['Jesus G. Garcia', { first: 'Jesús', last: 'García', nickname: 'Chuy' }],
    ['Jesús G. García', { first: 'Jesus', last: 'Garcia' }],
    ['April McClain Delaney', { first: 'April', last: 'McClain Delaney' }],
    ['Sheila Cherfilus McCormick', { first: 'Sheila', last: 'Cherfilus-McCormick' }],
    ["Beth O'Doe", { first: 'Beth', last: 'O’Doe' }],
    ['Neal Patrick MD, FACS Doe', { first: 'Neal' }],
    ['Rohit Doe', { first: 'Ro' }],
  ])('matches %s', (filer, name) => {
    expect(match([aMember(name)], report(filer))).toBe('D000001')
  })

  it.each([
    ['another surname', 'Jane Roe'],
    ['another given name', 'Adelita Doe'],
    ['only a surname', 'Doe'],
    ['only an initial', 'J. Doe'],
    ['another suffix', 'Jane Doe, III'],
    ['only a shared middle name', 'Mary Lee Doe'],
  ])('does not match %s', (_, filer) => {
    expect(match([aMember({ middle: 'Lee', suffix: 'Jr.' })], report(filer))).toBe(NOBODY)
  })

  it('does not take two letters for the beginning of a name', () => {
    expect(match([aMember({ first: 'John' })], report('Jo Ann Doe'))).toBe(NOBODY)
    expect(match([aMember({ first: 'Alexander' })], report('Al Doe'))).toBe(NOBODY)
    expect(match([aMember({ first: 'Edward' })], report('Ed Doe'))).toBe('D000001')
    expect(match([aMember({ first: 'Joan', nickname: 'Jo' })], report('Jo Doe'))).toBe('D000001')
  })

  it('matches only who held the seat on the filing day', () => {
    const successor = aMember({ first: 'Adelita' }, [term({ start: '2025-09-23' })])
    expect(match([successor], report('Raul Doe'))).toBe('the list of members has nobody for ZZ07 on that day')
    expect(match([successor], report('Raul Doe', { filedOn: '2025-09-25' }))).toBe(NOBODY)
    expect(match([successor], report('Adelita Doe', { filedOn: '2025-09-25' }))).toBe('D000001')
  })

  it('matches a member who has just left, with the party of the last term', () => {
    const left = aMember({}, [
      term({ start: '2023-01-03', end: '2025-01-03' }),
      term({ chamber: 'senate', district: undefined, party: 'Green' }),
    ])
    expect(createMemberMatcher([left])(report('Jane Doe'))).toMatchObject({ term: { party: 'Purple' } })
    expect(match([left], report('Jane Doe', { filedOn: '2025-04-04' }))).toBe(
      'the list of members has nobody for ZZ07 on that day',
    )
    expect(
      createMemberMatcher([left])(
        report('Jane Doe', { chamber: 'senate', state: undefined, district: undefined }),
      ),
    ).toMatchObject({ term: { party: 'Green' } })
  })

  it('gives the party of the filing day to a member who changed parties', () => {
    const turned = aMember({}, [
      term({ end: '2026-03-08', party: 'Purple' }),
      term({ start: '2026-03-09', party: 'Independent' }),
    ])
    expect(createMemberMatcher([turned])(report('Jane Doe'))).toMatchObject({ term: { party: 'Purple' } })
    expect(createMemberMatcher([turned])(report('Jane Doe', { filedOn: '2026-03-20' }))).toMatchObject({
      term: { party: 'Independent' },
    })
  })

  it('matches nobody if several senators fit', () => {
    const senator = term({ chamber: 'senate', district: undefined })
    const members = [
      aMember({ officialFull: 'Jane A. Doe' }, [senator]),
      aMember({ officialFull: 'Janet Doe', first: 'Janet' }, [{ ...senator, state: 'YY' }], 'D000002'),
    ]
    const inSenate = { chamber: 'senate', state: undefined, district: undefined } as const
    expect(match(members, report('Jane Doe', inSenate))).toBe(
      'several members of the Senate fit the name: Jane A. Doe, Janet Doe',
    )
    expect(match(members, report('Janet Doe', { ...inSenate, state: 'YY' }))).toBe('D000002')
  })
})

describe('mayBeSamePerson', () => {
  it.each([
    ['Daniel S Sullivan', 'Daniel S Sullivan', true],
    ['Jane Doe, Jr', 'Hon. Jane Q. Doe Jr', true],
    ['Marjorie Taylor Greene', 'Hon. Marjorie Taylor Greene', true],
    ['April Delaney', 'Hon. April McClain Delaney', true],
    ['Jane Roe Doe', 'Jane Roe', true],
    ['José Núñez', 'JOSE NUNEZ', true],
    ['Jane Doe', 'Hon. Mary Roe', false],
    ['Jane Doe', 'Hon. Jane Roe', false],
    ['Jane Doe', '', false],
  ])('compares %s with %s: %s', (listed, named, expected) => {
    expect(mayBeSamePerson(listed, named)).toBe(expected)
  })
})
