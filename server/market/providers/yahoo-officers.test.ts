import { describe, expect, it } from 'vitest'

import { findChiefExecutive } from './yahoo-officers.ts'

const find = (titles: readonly string[], company?: string) => {
  const names = ['first', 'second', 'third']
  return findChiefExecutive(
    titles.map((title, index) => ({ name: names[index], title })),
    company,
  )
}

describe('findChiefExecutive', () => {
  it.each([
    [['CFO', 'CEO & Director', 'CEO of Europe'], 'second'],
    [['President & Chief Executive Officer'], 'first'],
    [['President, CEO & Director'], 'first'],
    [['Co-Founder, Chairman, CEO'], 'first'],
    [['Former CEO & Advisor', 'CEO, President & Director'], 'second'],
    [['Senior Advisor to the CEO', 'Deputy CEO', 'Interim Chief Executive Officer'], 'third'],
    [['EVP & CEO of Consumer Banking', 'CEO, North America', 'Executive Vice Chairman and CEO'], 'third'],
    [['Chief of Staff to the CEO', 'Vice Chief Executive Officer', 'CEO, MD & Director'], 'third'],
    [
      ['Office of the Chief Executive Officer', 'Chief Executive Officer (Principal Executive Officer)'],
      'second',
    ],
    [['CEO, Head of Core E-Commerce Business & Director'], 'first'],
    [['CEO, Head of Asia Pacific & Director', 'Founder, CEO & Chairman'], 'second'],
    [['Group President & Regional CEO', 'Bank CEO', 'CEO'], 'third'],
    [['Executive VP & Division CEO', 'Ex CEO & Chairman', 'Group CEO & Executive Director'], 'third'],
    [['President/CEO/Director'], 'first'],
    [['Chairman, CEO; President'], 'first'],
    [['CEO  |  Pres.'], 'first'],
    [['C.E.O. & Chief Exec. Officer'], 'first'],
    [['CEO & Former CFO'], 'first'],
    [['Chairman & CEO Interim'], 'first'],
    [['President & Principal Executive Officer'], 'first'],
    [['Chairman of the Management Board and CEO'], 'first'],
    [['CEO, Secretary & Director of the Board'], 'first'],
    [['Deputy Chairman & CEO'], 'first'],
    [['CEO & Vice-CEO'], 'first'],
    [['Managing Director & CEO of the Group'], 'first'],
    [['Chief Executive - Group'], 'first'],
    [['Retired CEO', 'CEO-Elect', 'CEO - Gaming'], undefined],
    [['Former President & CEO', 'Special Counsel to CEO', 'Assistant to the Chairman & CEO'], undefined],
    [['Previous CEO & Director', 'Nominated CEO', 'COO & Next CEO'], undefined],
    [['CEO & Executive Director (until Sept. 2026)', 'CEO & Director (Leave of Absence)'], undefined],
    [['CEO (from Jan. 2027), Director', 'CEO & President - Ford Blue'], undefined],
    [['CEO & President of International Division', 'CEO & Chairman of Subsidiary Co.'], undefined],
    [['Sub-CEO', 'Vice-CEO', 'Associate CEO'], undefined],
    [['VP to CEO & Director', 'Secretary of CEO', 'Group Executive & CEO, Retail Banking'], undefined],
    [['Oceanographer', 'Head of People'], undefined],
    [[], undefined],
  ])('in %j finds the %s', (titles, expected) => {
    expect(find(titles)).toBe(expected)
  })

  it('names both of two who share the office, and neither of two who do not', () => {
    expect(find(['Co-CEO & Director', 'CFO', 'Co-CEO & President'])).toBe('first and third')
    expect(find(['CEO', 'Interim CEO'])).toBeUndefined()
  })

  it('takes the company itself for the whole of it', () => {
    expect(find(['Chief Executive Officer of Acme Inc'], 'Acme Inc.')).toBe('first')
    expect(find(['Chief Executive Officer of Acme Labs'], 'Acme Inc.')).toBeUndefined()
  })
})
