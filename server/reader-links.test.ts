import { expect, it } from 'vitest'

import { createPreviewLinks } from './reader-links.ts'

const KEYS = { secretKey: 's'.repeat(40), oldSecretKeys: [], suppressionKey: 'p'.repeat(40) }
const REVIEW = {
  date: '2026-11-23',
  builtAt: new Date('2026-11-23T00:00:00Z'),
  times: {
    askedAt: new Date('2026-11-23T01:00:00Z'),
    writeAt: new Date('2026-11-23T00:00:00Z'),
    sendAt: new Date('2026-11-23T14:00:00Z'),
    cutoffAt: new Date('2026-11-24T02:00:00Z'),
    phase: 'ahead' as const,
    nextSendAt: new Date('2026-11-23T14:00:00Z'),
  },
}
const linksFor = (operators: string[]) =>
  createPreviewLinks({ siteUrl: 'https://lunchpail.test', operators }, KEYS)(REVIEW)

it('a preview links to its edition’s page at the desk if there is a desk', () => {
  expect(linksFor([]).map(({ words }) => words)).toEqual(['Hold it', 'Release it'])
  expect(linksFor(['ann@lunchpail.test']).at(-1)).toEqual({
    words: 'See it at the desk',
    url: 'https://lunchpail.test/desk/editions/2026-11-23',
  })
})
