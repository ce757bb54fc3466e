import { describe, expect, it } from 'vitest'

import type { EditionEdit } from '../sending/editions/edition-edits.ts'
import { dropFindings, labelEdits } from './apply-edits.ts'
import { aSectionToTell, aStatement, composeFrom } from './testing/statements.ts'

const trade = aStatement('insiders/sale/1/2')
const share = aStatement('insiders/sale/1/2/share')
const other = aStatement('insiders/sale/1/20')
const sections = [aSectionToTell('insiders', [trade, share, other], { forYou: [share] })]
const EDITION = { slotDate: '2025-02-03', week: { from: '2025-01-27', to: '2025-02-02' } }
const edit = (kind: EditionEdit['kind'], text: string, madeAt?: string): EditionEdit => ({
  kind,
  text,
  by: 'Pat',
  madeAt,
})

describe('a finding that a person dropped', () => {
  it('disappears from the letter, together with everything said only about it', () => {
    const dropped = dropFindings({ sections, connections: [trade, other] }, [edit('drop', trade.id)])
    expect(dropped.sections[0]?.statements?.statements).toEqual([other])
    expect(dropped.sections[0]?.statements?.forYou).toEqual([])
    expect(dropped.connections).toEqual([other])
  })

  it('must exist when it is dropped, but may disappear later', () => {
    const parts = { sections, connections: [] }
    expect(() => dropFindings(parts, [edit('drop', 'insiders/sale/9')])).toThrow(
      'There is no finding insiders/sale/9 in this edition.',
    )
    expect(dropFindings(parts, [edit('drop', 'insiders/sale/9', '2025-02-02T20:00:00.000Z')])).toEqual(parts)
  })
})

describe('a person’s headline', () => {
  const letter = composeFrom(sections)
  const slots = [trade, share, other].map(({ slots: { value } }) => value)
  const facts = slots.flatMap((slot) => (slot && 'figure' in slot ? [slot.figure] : []))
  const headed = (text: string) => labelEdits(letter, [edit('headline', text)], EDITION, facts)

  it('is used, and labelled as written by a person', () => {
    expect(headed('Somebody got $1.2 million')).toMatchObject({
      headline: 'Somebody got $1.2 million',
      byPerson: { headline: true, dropped: 0 },
    })
  })

  it.each(['Form 4: somebody got $1.2 million', 'The 30-year rate on Jan 30'])(
    'may have a number that belongs to a known name or day: %s',
    (text) => expect(headed(text).headline).toBe(text),
  )

  it.each([
    ['Somebody got $9 million', '$9'],
    ['Three people got $1.2 million', 'Three'],
  ])('is refused if it says “%s”, and the error names the figure', (text, figure) => {
    expect(() => headed(text)).toThrow(`The headline has “${figure}`)
  })

  it('may contain only figures that the letter has', () => {
    const notTold = facts.map((fact) => ({ ...fact, id: `${fact.id}/of another`, value: 7_000_000 }))
    expect(() =>
      labelEdits(letter, [edit('headline', 'They got $7.0 million')], EDITION, [...facts, ...notTold]),
    ).toThrow('no figure that this letter tells')
  })
})

it('keeps a signed note apart from what programs wrote, and puts no label on a letter that nobody edited', () => {
  const letter = composeFrom(sections)
  expect(labelEdits(letter, [edit('note', 'We are back.')], EDITION, []).byPerson).toEqual({
    headline: false,
    note: { text: 'We are back.', by: 'Pat' },
    dropped: 0,
  })
  expect(labelEdits(letter, [], EDITION, [])).toBe(letter)
})
