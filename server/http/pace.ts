import type { ServerResponse } from 'node:http'

/** Begins work on requests at once, or in one of the next turns of the event loop: at most so many of each client in one turn, in
 *  order. Otherwise a hundred connections of one client, each with its next request, would make every turn long, even where a request
 *  costs next to nothing; and other clients wait for several turns, from their connection to the last part of their answer. */
export interface Pace {
  /** @param response  a request whose response closes before its turn is not worked on */
  begin(client: string, response: ServerResponse, work: () => void): void
}

/** @param inATurn  how many requests of a client begin in a turn, besides as many of all clients, which are not counted by client,
 *    since most turns have no more. The others wait: each is on an open connection, or leaves. */
export function createPace(inATurn: number): Pace {
  const lines = new Map<string, { begun: number; readonly waiting: Set<() => void> }>()
  let begunOfAll = 0

  function beginTurn(): void {
    begunOfAll = 0
    for (const [client, line] of lines) {
      const next = Array.from(line.waiting).slice(0, inATurn)
      line.begun = next.length
      if (next.length === 0) lines.delete(client)
      for (const begin of next) begin()
    }
    if (lines.size > 0) setImmediate(beginTurn)
  }

  return {
    begin(client, response, work) {
      if (begunOfAll === 0 && lines.size === 0) setImmediate(beginTurn)
      if (begunOfAll < inATurn && !lines.has(client)) {
        begunOfAll += 1
        work()
        return
      }
      const line = lines.get(client) ?? { begun: 0, waiting: new Set() }
      lines.set(client, line)
      if (line.begun < inATurn) {
        line.begun += 1
        work()
        return
      }
      const leave = () => line.waiting.delete(begin)
      const begin = () => {
        leave()
        response.off('close', leave)
        work()
      }
      line.waiting.add(begin)
      response.once('close', leave)
    },
  }
}
