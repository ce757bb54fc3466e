import { setTimeout } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'

import { expect, it } from 'vitest'

import { setUpDatabase } from '../../testing/set-up-database.ts'
import { findDocument, findVersion, keepDocument, type Validators } from './documents.ts'

const opened = setUpDatabase()

const SOURCE = { id: 'figures', licence: 'Public domain.', republishable: true }
const URL = 'https://figures.example/all.csv'
const keep = (text: string, url = URL, validators?: Validators) =>
  keepDocument(opened.db, SOURCE, { url, bytes: Buffer.from(text), validators })
const listRows = () => opened.db.selectFrom('source_document').selectAll().orderBy('id').execute()

it('stores identical bytes of a URL once and different bytes as a new row', async () => {
  const first = await keep('date,value\n')
  const [before] = await listRows()
  // The embedded database's clock is no finer than a millisecond.
  await setTimeout(5)
  expect(await keep('date,value\n')).toBe(first)
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

  await keep('date,value\n2025-01-01,1\n')
  await keep('date,value\n', 'https://figures.example/more.csv')
  expect(await listRows()).toHaveLength(3)
})

it('stores one row when the same bytes arrive concurrently', async () => {
  const ids = await Promise.all(Array.from({ length: 4 }, () => keep('new\n')))
  expect(new Set(ids).size).toBe(1)
})

it('returns the bytes of a URL that were seen last, even if they are old ones again', async () => {
  const url = 'https://figures.example/back.csv'
  expect(await findDocument(opened.db, { source: 'figures', url })).toBeUndefined()
  const first = await keep('one\n', url)
  await setTimeout(5)
  await keep('two\n', url)
  await setTimeout(5)
  await keep('one\n', url)
  expect(await findDocument(opened.db, { source: 'figures', url })).toMatchObject({
    id: first,
    bytes: Buffer.from('one\n'),
  })
  expect(await findDocument(opened.db, { source: 'others', url })).toBeUndefined()
})

it('returns the validators of the newest version for a conditional request', async () => {
  const url = 'https://figures.example/changing.csv'
  const find = () => findVersion(opened.db, { source: 'figures', url })
  await keep('one\n', url)
  expect(await find()).toBeUndefined()
  const first = { etag: '"1"', lastModified: null }
  await keep('one\n', url, first)
  expect((await find())?.validators).toEqual(first)
  await setTimeout(5)
  const second = { etag: null, lastModified: 'Fri, 31 Jan 2025 10:00:00 GMT' }
  await keep('two\n', url, second)
  const version = await find()
  expect([version?.validators, (await version?.read())?.toString()]).toEqual([second, 'two\n'])
  expect(await findVersion(opened.db, { source: 'others', url })).toBeUndefined()
})
