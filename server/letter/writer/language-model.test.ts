import { MockLanguageModelV4 } from 'ai/test'
import { Agent, getGlobalDispatcher, setGlobalDispatcher } from 'undici'
import { afterEach, describe, expect, it } from 'vitest'
import { z } from 'zod'

import type { LlmSettings } from '../../config/llm.ts'
import { createAnswerModel, wrapAnswerModel, type Question } from './language-model.ts'
import { chatAnswer, startLyingServer, type Lie } from './testing/lying-server.ts'

const KEY = 'sk-never-shown-4711'
const answerSchema = z.object({ words: z.array(z.string()) })
type Answer = z.infer<typeof answerSchema>
const QUESTION = { instructions: 'Give words.', prompt: '{"of":7}', schema: answerSchema }
const GOOD = '{"words":["one","two"]}'

let stop: (() => Promise<void>) | undefined
afterEach(async () => {
  await stop?.()
  stop = undefined
})

/** Asks a server that gives these answers. */
async function askOf(
  lie: Lie,
  {
    provider = 'openai-compatible',
    timeoutMs = 120_000,
    question = QUESTION,
  }: { provider?: LlmSettings['provider']; timeoutMs?: number; question?: Question<Answer> } = {},
) {
  const server = await startLyingServer([lie])
  stop = () => server.stop()
  const model = createAnswerModel(
    { provider, baseUrl: `${server.origin}/v1`, model: 'tiny', apiKey: KEY },
    { timeoutMs },
  )
  const answer = await model.ask(question)
  expect(JSON.stringify(answer)).not.toContain(KEY)
  return { answer, requests: server.requests, name: model.name }
}

describe('a provider that speaks the OpenAI chat API', () => {
  it('is asked once, with a form to fill, a key and a limit', async () => {
    const { answer, requests, name } = await askOf(chatAnswer(GOOD))
    expect(name).toBe('openai-compatible/tiny')
    expect(answer).toEqual({
      status: 'answered',
      answer: { words: ['one', 'two'] },
      rawOutput: GOOD,
      inputTokens: 1,
      outputTokens: 1,
      elapsedMs: expect.any(Number) as number,
    })
    expect(requests).toHaveLength(1)
    expect(requests[0]?.path).toBe('/v1/chat/completions')
    expect(requests[0]?.headers.authorization).toBe(`Bearer ${KEY}`)
    expect(JSON.parse(requests[0]?.body ?? '')).toMatchObject({
      model: 'tiny',
      max_tokens: 6000,
      messages: [
        { role: 'system', content: QUESTION.instructions },
        { role: 'user', content: QUESTION.prompt },
      ],
      response_format: {
        type: 'json_schema',
        json_schema: {
          schema: { type: 'object', required: ['words'], additionalProperties: false },
          strict: true,
        },
      },
    })
  })

  it('may take as long as its time limit allows, which is longer than fetch waits for response headers', async () => {
    const usual = getGlobalDispatcher()
    setGlobalDispatcher(new Agent({ headersTimeout: 1 }))
    try {
      const { answer } = await askOf({ ...chatAnswer(GOOD), afterMs: 3000 })
      expect(answer).toMatchObject({ status: 'answered', answer: { words: ['one', 'two'] } })
    } finally {
      setGlobalDispatcher(usual)
    }
  })

  it('may put its answer into a code fence', async () => {
    const { answer } = await askOf(chatAnswer(`\`\`\`json\n${GOOD}\n\`\`\``))
    expect(answer).toMatchObject({ status: 'answered', answer: { words: ['one', 'two'] } })
  })

  it('may use another form if the question can read it', async () => {
    const read = (given: unknown): Answer => ({ words: [JSON.stringify(given)] })
    const { answer } = await askOf(chatAnswer('{"w":1}'), { question: { ...QUESTION, read } })
    expect(answer).toMatchObject({ status: 'answered', answer: { words: ['{"w":1}'] } })
  })

  it.each<[string, Lie, string, 'kept' | undefined]>([
    [
      'refuses the key',
      { status: 401, body: `{"error":{"message":"bad key ${KEY}"}}` },
      'the provider answered 401',
      undefined,
    ],
    [
      'limits the rate',
      { status: 429, body: '{"error":{"message":"slow down"}}' },
      'the provider answered 429',
      undefined,
    ],
    ['fails with a 500', { status: 500, body: 'oops' }, 'the provider answered 500', undefined],
    ['redirects elsewhere', { status: 302, body: '' }, 'the provider answered 302', undefined],
    [
      'returns a web page',
      { type: 'text/html', body: '<!doctype html><h1>Sign in</h1>' },
      'the answer could not be read',
      undefined,
    ],
    [
      'stops halfway',
      { body: '{"id":"chat-1","choices":[{"mess' },
      'the answer could not be read',
      undefined,
    ],
    ['answers with another form', { body: '{"ok":true}' }, 'the answer could not be read', undefined],
    [
      'returns half an answer',
      chatAnswer(GOOD.slice(0, 12)),
      'the answer had not the form asked for',
      'kept',
    ],
    ['runs out of words', chatAnswer(GOOD.slice(0, 12), 'length'), 'the answer was cut off', 'kept'],
    [
      'says that it ran out of words, although the answer is complete',
      chatAnswer(GOOD, 'length'),
      'the answer was cut off',
      'kept',
    ],
    [
      'fills in another form',
      chatAnswer('{"summary":"Prices rose."}'),
      'the answer had not the form asked for',
      'kept',
    ],
    ['chats', chatAnswer('Sure! Prices rose 3% last year.'), 'the answer had not the form asked for', 'kept'],
    ['says nothing', chatAnswer(''), 'the answer was empty', 'kept'],
    ['sends far too much', chatAnswer('a'.repeat(2_000_000)), 'the answer was too large', undefined],
  ])('gives no answer, but a reason, if it %s', async (_, lie, reason, raw) => {
    const { answer } = await askOf(lie)
    expect(answer).toMatchObject({ status: 'failed', reason })
    expect(answer.rawOutput === undefined ? undefined : 'kept').toBe(raw)
  })

  it('is not waited for beyond the time limit', async () => {
    const { answer } = await askOf({ body: undefined }, { timeoutMs: 200 })
    expect(answer).toMatchObject({ status: 'failed', reason: 'no answer in time', rawOutput: undefined })
  })

  it('is not waited for once the question is aborted', async () => {
    const question = { ...QUESTION, signal: AbortSignal.abort() }
    const { answer } = await askOf({ body: undefined }, { question })
    expect(answer.status).toBe('failed')
  })

  it('gives a reason if it cannot be reached', async () => {
    const server = await startLyingServer([{ body: '' }])
    await server.stop()
    const model = createAnswerModel({
      provider: 'openai-compatible',
      baseUrl: `${server.origin}/v1`,
      model: 'tiny',
      apiKey: undefined,
    })
    expect(await model.ask(QUESTION)).toMatchObject({ status: 'failed', reason: 'no connection' })
  })

  it('cannot reveal the key by repeating it', async () => {
    const { answer } = await askOf(chatAnswer(JSON.stringify({ words: [`The key is ${KEY}.`] })))
    expect(answer).toMatchObject({ status: 'answered', answer: { words: ['The key is (key).'] } })
  })
})

describe('Anthropic', () => {
  it('is asked through its own API', async () => {
    const { answer, requests } = await askOf(
      {
        body: JSON.stringify({
          id: 'msg_1',
          type: 'message',
          role: 'assistant',
          model: 'tiny',
          content: [{ type: 'text', text: GOOD }],
          stop_reason: 'end_turn',
          stop_sequence: null,
          usage: { input_tokens: 3, output_tokens: 2 },
        }),
      },
      { provider: 'anthropic' },
    )
    expect(requests[0]?.path).toBe('/v1/messages')
    expect(requests[0]?.headers['x-api-key']).toBe(KEY)
    expect(answer).toMatchObject({ status: 'answered', inputTokens: 3, outputTokens: 2 })
  })

  it('is reported as refusing the key without revealing it', async () => {
    const body = '{"type":"error","error":{"type":"authentication_error","message":"no"}}'
    const { answer } = await askOf({ status: 401, body }, { provider: 'anthropic' })
    expect(answer).toMatchObject({ status: 'failed', reason: 'the provider answered 401' })
  })
})

it('keeps only the useful part of a long answer', async () => {
  const text = JSON.stringify({ words: ['x'.repeat(60_000)] })
  const mock = new MockLanguageModelV4({
    doGenerate: {
      content: [{ type: 'text', text }],
      finishReason: { unified: 'stop', raw: undefined },
      usage: {
        inputTokens: { total: 1, noCache: 1, cacheRead: undefined, cacheWrite: undefined },
        outputTokens: { total: 1, text: 1, reasoning: undefined },
      },
      warnings: [],
    },
  })
  const answer = await wrapAnswerModel(mock, { name: 'mock/tiny' }).ask(QUESTION)
  expect(answer.rawOutput).toHaveLength(40_000)
  expect(answer).toMatchObject({ status: 'answered' })
})
