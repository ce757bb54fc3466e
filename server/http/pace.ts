/** Begins work at once, or in one of the next turns of the event loop: at most `most` pieces of each client in one turn, in order.
 *  Otherwise a hundred connections of one client, each with its next request, would make every turn long, even where a request
 *  costs next to nothing; and other clients wait for several turns, from their connection to the last part of their answer. */
export function createPace(most: number): (client: string, work: () => void) => void {
  const lines = new Map<string, { begun: number; readonly waiting: (() => void)[] }>()

  function beginTurn(): void {
    for (const [client, line] of lines) {
      const next = line.waiting.splice(0, most)
      line.begun = next.length
      if (next.length === 0) lines.delete(client)
      for (const work of next) work()
    }
    if (lines.size > 0) setImmediate(beginTurn)
  }

  return (client, work) => {
    if (lines.size === 0) setImmediate(beginTurn)
    const line = lines.get(client) ?? { begun: 0, waiting: [] }
    lines.set(client, line)
    if (line.begun < most) {
      line.begun += 1
      work()
    } else line.waiting.push(work)
  }
}
