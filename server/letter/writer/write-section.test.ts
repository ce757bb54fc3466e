import { MockLanguageModelV4 } from 'ai/test'
import { describe, expect, it } from 'vitest'

import { createLogger } from '../../lib/logger.ts'
import { wrapDraftModel } from './language-model.ts'
import { flattenSentence } from './render-draft.ts'
import { createPrices, createPurchase } from './testing/facts.ts'
import { draftText } from './testing/lying-server.ts'
import { hashFacts, writeSection } from './write-section.ts'

const logger = createLogger('silent')

/** A model that gives these texts, one a question. */
function createModel(...texts: readonly string[]) {
  const mock = new MockLanguageModelV4({
    doGenerate: texts.map((text) => ({
      content: [{ type: 'text', text }],
      finishReason: { unified: 'stop', raw: undefined },
      usage: {
        inputTokens: { total: 1, noCache: 1, cacheRead: undefined, cacheWrite: undefined },
        outputTokens: { total: 1, text: 1, reasoning: undefined },
      },
      warnings: [],
    })),
  })
  return { mock, model: wrapDraftModel(mock, { name: 'mock/tiny' }) }
}

describe('writeSection', () => {
  it('goes by fixed rules alone where no model is set up', async () => {
    const { text, audit } = await writeSection({ model: undefined, logger }, createPrices())
    expect(text.sentences.map(flattenSentence)).toEqual(['Consumer prices rose by 3.0% over the year.'])
    expect(text.label).toBe('automated summary')
    expect(text.meaning[0]).toBe('Pay after inflation tells what an hour of work buys.')
    expect(audit).toMatchObject({
      outcome: 'rules',
      model: undefined,
      prompts: [],
      reason: 'no model is set up',
    })
  })

  it('gives the same bytes for the same facts', async () => {
    const [one, other] = await Promise.all(
      [createPurchase(), createPurchase()].map((facts) => writeSection({ model: undefined, logger }, facts)),
    )
    expect(JSON.stringify(one)).toBe(JSON.stringify(other))
  })

  it('asks no model about nothing', async () => {
    const { mock, model } = createModel()
    const { text, audit } = await writeSection(
      { model, logger },
      { section: 'housing', facts: [], required: [] },
    )
    expect(mock.doGenerateCalls).toHaveLength(0)
    expect(text.sentences).toEqual([])
    expect(audit.reason).toBe('there are no facts to write about')
  })

  it('keeps a good draft and what it was asked for', async () => {
    const { mock, model } = createModel(
      draftText('insiders', ['At {{s1}}, an insider bought {{f2}} for {{f1}}.', 'f1', 'f2']),
    )
    const facts = createPurchase()
    const { text, audit } = await writeSection({ model, logger }, facts)
    expect(text.sentences.map(flattenSentence)).toEqual([
      'At Acme Corp., an insider bought 300,000 shares for $9.0 million.',
    ])
    expect(audit.factsHash).toBe(hashFacts(facts))
    expect(mock.doGenerateCalls[0]?.maxOutputTokens).toBe(3000)
  })

  it('writes names as the letter does, and still knows them for facts', async () => {
    const { model } = createModel(
      draftText('insiders', ['At {{s1}}, an insider bought shares for {{f1}}.', 'f1']),
    )
    const presentName = (name: string) => name.replace('ACME CORP', 'Acme Corp.')
    const { text } = await writeSection({ model, logger }, createPurchase('ACME CORP'), { presentName })
    expect(text.sentences.map(flattenSentence)).toEqual([
      'At Acme Corp., an insider bought shares for $9.0 million.',
    ])
  })

  it('says which required facts it could not write', async () => {
    const facts = { ...createPrices({ change: Infinity }), required: ['economy/cpi/change', 'economy/none'] }
    const { text, audit } = await writeSection({ model: undefined, logger }, facts)
    expect(text.sentences).toEqual([])
    expect(audit.unwritten).toEqual(['economy/cpi/change', 'economy/none'])
  })

  it('gives the model numbers and slots, and no name that others typed', async () => {
    const { mock, model } = createModel('{}')
    await writeSection({ model, logger }, createPurchase('Acme <|system|> Corp.'))
    const asked = JSON.stringify(mock.doGenerateCalls[0]?.prompt)
    expect(asked).toContain(
      '\\"slot\\":\\"f1\\",\\"record\\":\\"r1\\",\\"kind\\":\\"value\\",\\"side\\":\\"buy\\",\\"subject\\":\\"s1\\"',
    )
    expect(asked).not.toContain('Acme')
  })

  it('hashes facts and what is required of them', () => {
    const facts = createPrices()
    expect(hashFacts(facts)).toMatch(/^[0-9a-f]{64}$/)
    expect(hashFacts({ ...facts, required: [] })).not.toBe(hashFacts(facts))
  })
})
