import { expect, it } from 'vitest'

import { chartPath, editionPath, factAnchor, figuresPath } from './edition-address.ts'

it('builds the addresses of an edition, its figures and its pictures', () => {
  expect(editionPath('2025-02-03')).toBe('/newsletter/archive/2025-02-03')
  expect(figuresPath('2025-02-03')).toBe('/newsletter/archive/2025-02-03/figures')
  expect(chartPath('2025-02-03', 'housing', { version: 'a1b2c3d4e5' })).toBe(
    '/newsletter/charts/2025-02-03/housing.png?v=a1b2c3d4e5',
  )
  expect(chartPath('2025-02-03', 'housing', { version: 'a1b2c3d4e5', scheme: 'dark' })).toBe(
    '/newsletter/charts/2025-02-03/housing-dark.png?v=a1b2c3d4e5',
  )
})

it.each([
  ['insiders/buy/1512673/1302410/value', 'insiders/buy/1512673/1302410/value'],
  ['markets/^GSPC/week', 'markets/_5e_GSPC/week'],
  ['congress/Núñez, A./sum', 'congress/N_fa__f1_ez_2c__20_A./sum'],
  ['a_b', 'a_5f_b'],
])('builds the anchor of %s', (id, anchor) => {
  expect(factAnchor(id)).toBe(anchor)
})
