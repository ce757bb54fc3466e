import { RouterContextProvider } from 'react-router'
import { describe, expect, it, vi } from 'vitest'

import type { Answer, PageApi } from '../../lib/api-client.ts'
import { apiContext } from '../../lib/loading.ts'
import {
  answered,
  createEdition,
  createEditionApi,
  createFact,
  createFigures,
  createSummary,
} from '../../testing/edition-answers.ts'
import {
  loadArchive,
  loadCorrections,
  loadEdition,
  loadFigures,
  loadHowWeKnow,
  loadLanding,
} from './load-editions.ts'

const asking = (answers: Partial<PageApi>, address = '/', date?: string) => ({
  request: new Request(new URL(address, 'http://localhost')),
  params: date === undefined ? {} : { date },
  context: new RouterContextProvider(new Map([[apiContext, createEditionApi(answers)]])),
})

const refused = (status: number, retryAfterSeconds?: number): Promise<Answer<never>> =>
  Promise.resolve({
    ok: false,
    status,
    code: 'internal',
    detail: '',
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  })

const LIST = { editions: [createSummary()], nextBefore: null, nextDue: '2025-02-10', total: 1 }

describe('a missing letter', () => {
  it.each([
    ['2025-01-27', 404],
    ['yesterday', 400],
  ])('%s has a page of its own, with status 404', async (date, status) => {
    expect(await loadEdition(asking({ getEdition: () => refused(status) }, '/', date))).toMatchObject({
      data: { date, edition: undefined },
      init: { status: 404 },
    })
    expect(await loadFigures(asking({ getEditionFigures: () => refused(status) }, '/', date))).toMatchObject({
      data: { date, figures: undefined },
      init: { status: 404 },
    })
  })
})

describe('an archive that cannot be read', () => {
  const cannot = () => refused(503, 30)
  it.each([
    ['the list', () => loadArchive(asking({ listEditions: cannot }))],
    ['a letter', () => loadEdition(asking({ getEdition: cannot }, '/', '2025-02-03'))],
    ['its figures', () => loadFigures(asking({ getEditionFigures: cannot }, '/', '2025-02-03'))],
    ['how we know', () => loadHowWeKnow(asking({ listEditions: cannot }))],
    ['the corrections', () => loadCorrections(asking({ listCorrections: cannot }))],
  ])('is an error for %s, with a Retry-After, never an empty page', async (_what, load) => {
    await expect(load()).rejects.toMatchObject({ init: { status: 503, headers: { 'Retry-After': '30' } } })
  })

  it('does not break the landing page, which does not claim that the archive is empty', async () => {
    expect(await loadLanding(asking({ listEditions: cannot }))).toEqual({ failed: true })
  })
})

describe('what is loaded', () => {
  it('is the list of letters before the day in the address', async () => {
    const listEditions = vi.fn<PageApi['listEditions']>(() => answered(LIST))
    const list = await loadArchive(asking({ listEditions }, '/newsletter/archive?before=2025-02-10'))
    expect(listEditions).toHaveBeenCalledWith({ limit: 20, before: '2025-02-10' })
    expect(list.before).toBe('2025-02-10')
  })

  it('is the newest letter for the landing page, or none before the first', async () => {
    const noted = [
      {
        id: '1',
        factId: null,
        slotDate: '2025-02-03',
        notedAt: '2025-02-04T12:00:00.000Z',
        text: 'It was 6.95%.',
      },
    ]
    const landing = (listEditions: PageApi['listEditions'], corrections: typeof noted) =>
      loadLanding(asking({ listEditions, listCorrections: () => answered({ corrections }) }))
    expect(await landing(() => answered({ ...LIST, total: 3 }), noted)).toEqual({
      latest: createSummary(),
      sent: { letters: 3, corrections: 1 },
    })
    const none = () => answered({ ...LIST, editions: [], total: 0 })
    expect(await landing(none, [])).toEqual({ latest: undefined, sent: { letters: 0, corrections: 0 } })
    expect(await loadHowWeKnow(asking({ listEditions: none }))).toEqual({ latest: undefined })
  })

  it('is a letter without the parts its page does not show', async () => {
    const loaded = await loadEdition(
      asking({ getEdition: () => answered(createEdition()) }, '/', '2025-02-03'),
    )
    const json = JSON.stringify(loaded)
    expect(json).not.toContain('"points"')
    // The figures keep their links.
    expect(json.match(/survey\.example/g)?.length).toBeGreaterThan(4)
    expect(json).not.toContain('factId')
  })

  it('is a letter whose wrong figures are marked, in its summary lines too', async () => {
    const edition = createEdition()
    const [sentence = []] = edition.content?.letter.story ?? []
    const factId = sentence.find((span) => span.factId !== undefined)?.factId ?? ''
    const letter = {
      ...edition.content!.letter,
      lines: [{ section: 'housing' as const, sentences: [sentence] }],
    }
    const corrections = [
      { id: '1', factId, slotDate: '2025-02-03', notedAt: '2025-02-04T12:00:00.000Z', text: 'It was 6.95%.' },
    ]
    const corrected = { ...edition, corrections, content: { ...edition.content!, letter } }
    const loaded = await loadEdition(asking({ getEdition: () => answered(corrected) }, '/', '2025-02-03'))
    const json = JSON.stringify(loaded)
    const kept = [...json.matchAll(/"factId":"([^"]*)"/g)].map(([, id]) => id)
    // One more is in the correction itself.
    expect(kept.length).toBeGreaterThan(1)
    expect(new Set(kept)).toEqual(new Set([factId]))
    expect(json).toContain(' (corrected)"')
  })

  it('is the figures, grouped by record', async () => {
    const facts = [createFact(), createFact({ id: 'housing/mortgage-30/direction', value: 'fell' })]
    const loaded = await loadFigures(
      asking({ getEditionFigures: () => answered(createFigures({ facts })) }, '/', '2025-02-03'),
    )
    expect(loaded).toMatchObject({
      figures: { records: [{ figures: [{ value: '6.95%' }, { value: 'fell' }] }] },
    })
  })

  it('is what was read for the newest letter', async () => {
    const getEditionFigures = vi.fn<PageApi['getEditionFigures']>(() => answered(createFigures()))
    const loaded = await loadHowWeKnow(asking({ listEditions: () => answered(LIST), getEditionFigures }))
    expect(getEditionFigures).toHaveBeenCalledWith({ date: '2025-02-03' })
    expect(loaded.latest).toEqual({ date: '2025-02-03', sections: createFigures().sections })
  })
})
