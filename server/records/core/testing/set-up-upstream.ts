import { afterAll, beforeAll, beforeEach } from 'vitest'

import { startFakeUpstream, type AnswerUpstream, type FakeUpstream } from './fake-upstream.ts'

/** Call this once per file: a fake upstream for its tests. Each test starts with an empty list of requests. */
export function setUpUpstream(answer?: AnswerUpstream): Pick<FakeUpstream, 'baseUrl' | 'asked' | 'answer'> {
  let upstream: FakeUpstream
  beforeAll(async () => {
    upstream = await startFakeUpstream(answer)
  })
  afterAll(() => upstream.close())
  beforeEach(() => {
    upstream.asked.length = 0
  })
  return {
    get baseUrl() {
      return upstream.baseUrl
    },
    get asked() {
      return upstream.asked
    },
    get answer() {
      return upstream.answer
    },
    set answer(next: AnswerUpstream) {
      upstream.answer = next
    },
  }
}
