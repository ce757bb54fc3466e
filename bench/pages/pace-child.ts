import { Agent, get } from 'node:http'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout } from 'node:timers/promises'

// Requests addresses in turn at a fixed rate, each as a different client, however long the answers take. Waiting time
// counts from when the request was due, so a stalled server shows in every request that it delays. This process is slow
// while V8 compiles it, so requests due in its first seconds are sent but not counted.

const [origin = '', perSecond = '', seconds = '', ...paths] = process.argv.slice(2)
const agent = new Agent({ keepAlive: true, maxSockets: 256 })
const WARM_UP_SECONDS = 4
const waitsMs: number[] = []
const failures: Record<string, number> = {}
const ownDelay = monitorEventLoopDelay({ resolution: 1 })
const startedMs = performance.now()
const countedFrom = Number(perSecond) * WARM_UP_SECONDS
const total = countedFrom + Number(perSecond) * Number(seconds)

const ask = async (at: number, dueMs: number) =>
  new Promise<void>((resolve) => {
    const headers = {
      'Accept-Encoding': 'br',
      'X-Forwarded-For': `100.${64 + Math.floor(at / 65_536)}.${Math.floor(at / 256) % 256}.${at % 256}`,
    }
    const end = (failure?: string) => {
      if (failure !== undefined) failures[failure] = (failures[failure] ?? 0) + 1
      else if (at >= countedFrom) waitsMs.push(performance.now() - dueMs)
      resolve()
    }
    get(new URL(paths[at % paths.length] ?? '/', origin), { agent, headers }, (response) => {
      response
        .resume()
        .once('end', () => end(response.statusCode === 200 ? undefined : `status ${response.statusCode}`))
    }).once('error', (error: NodeJS.ErrnoException) => end(error.code ?? error.message))
  })

const asked: Promise<void>[] = []
while (asked.length < total) {
  const due = Math.min(total, Math.floor(((performance.now() - startedMs) / 1_000) * Number(perSecond)))
  while (asked.length < due) {
    if (asked.length === countedFrom) ownDelay.enable()
    asked.push(ask(asked.length, startedMs + (asked.length / Number(perSecond)) * 1_000))
  }
  await setTimeout(1)
}
await Promise.all(asked)
const sorted = waitsMs.toSorted((a, b) => a - b)
const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN
process.send?.({
  answered: sorted.length,
  failures,
  p50Ms: at(0.5),
  p99Ms: at(0.99),
  mostMs: at(1),
  ownP99Ms: ownDelay.percentile(99) / 1e6,
  ownMostMs: ownDelay.max / 1e6,
})
process.exit(0)
