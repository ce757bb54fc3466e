import { afterEach, beforeEach } from 'vitest'

import type { FakeReply } from './fake-source.ts'
import { chartBody, notFound, startFakeYahoo, summaryBody, type FakeYahoo } from './fake-yahoo.ts'

export interface SetUpYahoo extends FakeYahoo {
  /** Answers requests with this part in their path; undefined leaves them unanswered. */
  reply(this: void, part: string, answer: FakeReply | undefined): void
  /** How many requests had this part in their path. */
  countOf(this: void, part: string): number
}

/** Call this in a file or a suite, above its hooks: a fake Yahoo for each test. */
export function setUpYahoo(): SetUpYahoo {
  const yahoo = {
    reply: (part, answer) => void yahoo.handlers.set(part, () => answer),
    countOf: (part) => yahoo.asked.filter((path) => path.includes(part)).length,
  } as SetUpYahoo
  beforeEach(async () => void Object.assign(yahoo, await startFakeYahoo()))
  afterEach(() => yahoo.close())
  return yahoo
}

/** Makes it know ACME, fail for DOWN, and find no NOPE. */
export function answerAcme({ reply }: SetUpYahoo): void {
  reply('/chart/ACME', { body: chartBody() })
  reply('/chart/DOWN', { status: 503, body: '' })
  reply('/quoteSummary/ACME', { body: summaryBody({ summaryDetail: { trailingPE: 12.5 } }) })
  reply('/quoteSummary/NOPE', notFound('quoteSummary', 'Quote not found for symbol: NOPE'))
  reply('/recommendationsbysymbol/', { body: { finance: { result: [], error: null } } })
}
