import { Agent, get } from 'node:http'
import { setTimeout } from 'node:timers/promises'

// Asks for addresses in turn at a fixed rate, each as another client, whatever the answers take: a wait counts from when the request was
// due, so that a server that stands still is seen by every request that it keeps waiting.

const [origin = '', perSecond = '', seconds = '', ...paths] = process.argv.slice(2)
const agent = new Agent({ keepAlive: true, maxSockets: 256 })
const waitsMs: number[] = []
let failed = 0
const startedMs = performance.now()
const total = Number(perSecond) * Number(seconds)

const ask = async (at: number, dueMs: number) =>
  new Promise<void>((resolve) => {
    const headers = {
      'Accept-Encoding': 'br',
      'X-Forwarded-For': `100.${64 + Math.floor(at / 65_536)}.${Math.floor(at / 256) % 256}.${at % 256}`,
    }
    const end = (isGood: boolean) => {
      if (isGood) waitsMs.push(performance.now() - dueMs)
      else failed += 1
      resolve()
    }
    get(new URL(paths[at % paths.length] ?? '/', origin), { agent, headers }, (response) => {
      response.resume().once('end', () => end(response.statusCode === 200))
    }).once('error', () => end(false))
  })

const asked: Promise<void>[] = []
while (asked.length < total) {
  const due = Math.min(total, Math.floor(((performance.now() - startedMs) / 1_000) * Number(perSecond)))
  while (asked.length < due)
    asked.push(ask(asked.length, startedMs + (asked.length / Number(perSecond)) * 1_000))
  await setTimeout(1)
}
await Promise.all(asked)
const sorted = waitsMs.toSorted((a, b) => a - b)
const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN
process.send?.({ answered: sorted.length, failed, p50Ms: at(0.5), p99Ms: at(0.99), mostMs: at(1) })
process.exit(0)
