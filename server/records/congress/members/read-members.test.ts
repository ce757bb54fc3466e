import { describe, expect, it, vi } from 'vitest'
import { parseYaml, readCommittees, readMembers, readSeats } from './read-members.ts'
import { createMembersFile, createMemberEntry } from './testing/members-files.ts'

const bytes = (text: string) => Buffer.from(text)

describe('parseYaml', () => {
  it('keeps every value as text', async () => {
    expect(parseYaml(bytes("- state: NO\n  district: 0\n  thomas: '00172'\n  gone: true\n"))).toEqual([
      { state: 'NO', district: '0', thomas: '00172', gone: 'true' },
    ])
  })

  it.each([
    ['an alias', 'a: &x [1]\nb: *x\n', 'it is no YAML that can be read: Alias resolution is disabled'],
    ['a key given twice', 'a: 1\na: 2\n', 'it is no YAML that can be read: Map keys must be unique'],
    ['a line that is cut off', 'a: 1\nb: 2', 'it is cut off in the middle of a line'],
  ])('refuses %s', async (_, text, reason) => {
    expect(() => parseYaml(bytes(text))).toThrow(new TypeError(reason))
  })

  it('does not compare every key with every other one', () => {
    const some = vi.spyOn(Array.prototype, 'some')
    parseYaml(bytes(Array.from({ length: 1_000 }, (_, index) => `k${index}: x\n`).join('')))
    const calls = some.mock.contexts.filter((items) => Array.isArray(items) && items.length === 1_000).length
    some.mockRestore()
    expect(calls).toBeLessThan(10)
  })

  it('refuses an alias bomb and deeply nested brackets', async () => {
    const level = (name: string, below: string) => `${name}: &${name} [${`*${below},`.repeat(9)}]\n`
    const bomb = `a: &a [x]\n${Array.from('bcdefghij', (name, i) => level(name, 'abcdefghij'[i] ?? '')).join('')}`
    expect(() => parseYaml(bytes(bomb))).toThrow(TypeError)
    expect(() => parseYaml(bytes(`${'['.repeat(100_000)}\n`))).toThrow(TypeError)
  })

  it('refuses a file that is too large', () => {
    expect(() => parseYaml(bytes('- a\n- b\n- c\n'), { maxBytes: 10 })).toThrow('it has more than 0.00001 MB')
  })
})

describe('readMembers', () => {
  it('reads names, seats and parties', async () => {
    const entry = `- id:
    bioguide: G000001
  name:
    first: Jesús
    middle: G.
    last: García
    suffix: Jr.
    nickname: Chuy
    official_full: Jesús G. "Chuy" García
  terms:
  - type: sen
    start: '2027-01-03'
    end: '2033-01-03'
    state: ZZ
    party: Green
  - type: rep
    start: '2025-01-03'
    end: '2027-01-03'
    state: ZZ
    district: 0
    party: Independent
    party_affiliations:
    - start: '2025-01-03'
      end: '2026-03-08'
      party: Purple
    - start: '2026-03-09'
      end: '2027-01-03'
      party: Independent
`
    const { members, unread } = readMembers(bytes(entry + createMembersFile(499)))
    expect(unread).toEqual([])
    expect(members).toHaveLength(500)
    const seat = { chamber: 'house', state: 'ZZ', district: 0 }
    expect(members[0]).toEqual({
      bioguideId: 'G000001',
      name: 'Jesús G. "Chuy" García',
      nameForms: {
        first: 'Jesús',
        last: 'García',
        middle: 'G.',
        suffix: 'Jr.',
        nickname: 'Chuy',
        officialFull: 'Jesús G. "Chuy" García',
      },
      terms: [
        { ...seat, start: '2025-01-03', end: '2026-03-08', party: 'Purple' },
        { ...seat, start: '2026-03-09', end: '2027-01-03', party: 'Independent' },
        { chamber: 'senate', start: '2027-01-03', end: '2033-01-03', state: 'ZZ', party: 'Green' },
      ],
    })
  })

  it('lists an unreadable entry and reads the others', async () => {
    const odd = createMemberEntry({ id: 'D000900' }).replace("start: '2025-01-03'", 'start: soon')
    const { members, unread } = readMembers(bytes(odd + createMembersFile(500)))
    expect(members).toHaveLength(500)
    expect(unread).toEqual([{ what: 'entry 1 of the list of members', reason: 'terms.0.start: is no day' }])
  })

  describe('of entries that are no ordinary ones', () => {
    const parties =
      "party_affiliations:\n    - start: '2015-01-03'\n      end: '2035-01-03'\n      party: Green"
    const odd = [
      ['last: Doe', 'last: Doe\n    official_full: Max Poe'],
      ["end: '2027-01-03'", "end: '2099-01-03'"],
      ["end: '2027-01-03'", "end: '2024-01-03'"],
      ['party: Purple', `party: Purple\n    ${parties}`],
    ].map(([from = '', to = ''], index) => createMemberEntry({ id: `D00000${index}` }).replace(from, to))
    const { members, unread } = readMembers(bytes(odd.join('') + createMembersFile(500)))

    it.each([
      ['somebody else’s full name', 0, 'name'],
      ['a House term of several decades', 1, 'terms.0'],
      ['a term that ends before it begins', 2, 'terms.0'],
    ])('does not read one with %s, but reads the others', (_, index, where) => {
      expect(members).toHaveLength(501)
      expect(unread).toHaveLength(3)
      expect(unread[index]?.reason).toMatch(new RegExp(`^${where}: has `))
    })

    it('gives nobody a seat outside a term because of a party’s dates', () => {
      expect(members[0]?.terms).toMatchObject([{ start: '2025-01-03', end: '2027-01-03', party: 'Green' }])
    })
  })

  it.each([
    [
      'a file that has two entries for one member',
      createMemberEntry({ id: 'M000001' }) + createMembersFile(500),
    ],
    ['a file that ends in the middle of an entry', createMembersFile(500).replace(/ {4}party: \w+\n$/, '')],
    ['a file with too few members', createMembersFile(499)],
    ['something else', 'members: none\n'],
  ])('refuses %s', async (_, text) => {
    expect(() => readMembers(bytes(text))).toThrow(TypeError)
  })
})

const COMMITTEES = `- type: house
  name: House Committee on Examples
  thomas_id: HSEX
  subcommittees:
  - name: Small Examples
    thomas_id: '01'
`

describe('readCommittees', () => {
  it.each([
    ['a committee', COMMITTEES + COMMITTEES.replace('Examples', 'Ethics')],
    ['a subcommittee', `- name: Another\n  thomas_id: HSEX01\n${COMMITTEES}`],
  ])('refuses a list that names %s twice', (_, text) => {
    expect(() => readCommittees(bytes(text))).toThrow(/it names HSEX(?:01)? twice/)
  })
})

describe('readSeats', () => {
  it('lists each member’s committee seats with names', async () => {
    const committees = readCommittees(bytes(COMMITTEES))
    const seats = readSeats(
      bytes(
        'HSEX:\n- name: Jane Doe\n  title: Chair\n  bioguide: D000001\nHSEX01:\n- name: Jane Doe\n  bioguide: D000001\n',
      ),
      committees,
    )
    expect(seats).toEqual(
      new Map([
        [
          'D000001',
          [
            { id: 'HSEX', name: 'House Committee on Examples' },
            { id: 'HSEX01', name: 'Small Examples', parent: 'House Committee on Examples' },
          ],
        ],
      ]),
    )
  })

  it.each([
    ['an entry that is cut off', 'HSEX:\n- name: Jane Doe\n'],
    ['a list without the committees', 'HSXX:\n- name: Jane Doe\n  bioguide: D000001\n'],
    ['something else', '- a\n'],
  ])('refuses %s', async (_, text) => {
    const committees = readCommittees(bytes(COMMITTEES))
    expect(() => readSeats(bytes(text), committees)).toThrow(TypeError)
  })
})
