/** A House member's entry in legislators-current.yaml; by default Jane Doe, ZZ07, of the Purple party. */
export function createMemberEntry({
  id = 'D000001',
  first = 'Jane',
  last = 'Doe',
  state = 'ZZ',
  district = 7,
  party = 'Purple',
}: {
  id?: string
  first?: string
  last?: string
  state?: string
  district?: number
  party?: string
} = {}): string {
  return `- id:
    bioguide: ${id}
  name:
    first: ${first}
    last: ${last}
  terms:
  - type: rep
    start: '2025-01-03'
    end: '2027-01-03'
    state: ${state}
    district: ${district}
    party: ${party}
`
}

/** Entries for `count` members of another state, from M000001. */
export function createMembersFile(count: number): string {
  return Array.from({ length: count }, (_, index) =>
    createMemberEntry({ id: `M${String(index + 1).padStart(6, '0')}`, last: 'Other', state: 'YY' }),
  ).join('')
}
