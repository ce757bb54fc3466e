import { describe, expect, it } from 'vitest'

import { createOneAtATime } from './limits-of-routes.ts'

describe('createOneAtATime', () => {
  it('queues work with the same key, and not with another', async () => {
    const run = createOneAtATime()
    const said: string[] = []
    const first = Promise.withResolvers<void>()
    const work = (name: string, until?: Promise<void>) => async () => {
      said.push(`${name} begins`)
      await until
      said.push(`${name} ends`)
    }
    const all = [run('ada', work('1', first.promise)), run('ada', work('2')), run('bob', work('3'))]
    await all[2]
    expect(said).toEqual(['1 begins', '3 begins', '3 ends'])
    first.resolve()
    await Promise.all(all)
    expect(said.slice(3)).toEqual(['1 ends', '2 begins', '2 ends'])
  })

  it('serves origins in turn', async () => {
    const run = createOneAtATime()
    const served: string[] = []
    const origins = ['a', 'a', 'a', 'a', 'b', 'c', 'b']
    await Promise.all(origins.map((origin) => run('ada', async () => void served.push(origin), origin)))
    expect(served).toEqual(['a', 'a', 'b', 'c', 'a', 'b', 'a'])
  })

  it('reports a failure only to its own caller', async () => {
    const run = createOneAtATime()
    const outcomes = await Promise.allSettled([
      run('ada', async () => Promise.reject(new Error('no'))),
      run('ada', async () => 'yes'),
    ])
    expect(outcomes).toEqual([
      { status: 'rejected', reason: new Error('no') },
      { status: 'fulfilled', value: 'yes' },
    ])
  })
})
