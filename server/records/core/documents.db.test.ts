import { setTimeout } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'

import { afterAll, beforeAll, expect, it } from 'vitest'

import type { OpenedDatabase } from '../../db/open-database.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { findDocument, keepDocument } from './documents.ts'

let opened: OpenedDatabase
beforeAll(async () => {
  opened = await createTestDatabase()
})
afterAll(() => opened.close())

const aDocument = (text: string, url = 'https://figures.example/all.csv') => ({
  source: 'figures',
  url,
  bytes: Buffer.from(text),
  licence: 'Public domain.',
  republishable: true,
})
const listRows = () => opened.db.selectFrom('source_document').selectAll().orderBy('id').execute()

it('keeps the same bytes of an address once, and others beside them', async () => {
  const first = await keepDocument(opened.db, aDocument('date,value\n'))
  const [before] = await listRows()
  // The embedded database's clock is no finer than a millisecond.
  await setTimeout(5)
  expect(await keepDocument(opened.db, aDocument('date,value\n'))).toBe(first)
  const [seen] = await listRows()
  expect(seen).toMatchObject({
    id: first,
    sha256: 'd64b3bbec2e7c27d5f2837b76e46441dedd74403a6fd40a025cdd3ad759c0627',
    retrieved_at: before!.retrieved_at,
    licence: 'Public domain.',
    republishable: true,
  })
  expect(seen!.last_seen_at.getTime()).toBeGreaterThan(before!.last_seen_at.getTime())
  expect(gunzipSync(seen!.bytes).toString()).toBe('date,value\n')

  await keepDocument(opened.db, aDocument('date,value\n2025-01-01,1\n'))
  await keepDocument(opened.db, aDocument('date,value\n', 'https://figures.example/more.csv'))
  expect(await listRows()).toHaveLength(3)
})

it('keeps one of two that come at the same time', async () => {
  const ids = await Promise.all(Array.from({ length: 4 }, () => keepDocument(opened.db, aDocument('new\n'))))
  expect(new Set(ids).size).toBe(1)
})

it('gives back what is kept of an address, the bytes that came last', async () => {
  const url = 'https://figures.example/back.csv'
  expect(await findDocument(opened.db, { source: 'figures', url })).toBeUndefined()
  const first = await keepDocument(opened.db, aDocument('one\n', url))
  await setTimeout(5)
  await keepDocument(opened.db, aDocument('two\n', url))
  await setTimeout(5)
  await keepDocument(opened.db, aDocument('one\n', url))
  expect(await findDocument(opened.db, { source: 'figures', url })).toMatchObject({
    id: first,
    bytes: Buffer.from('one\n'),
  })
  expect(await findDocument(opened.db, { source: 'others', url })).toBeUndefined()
})
