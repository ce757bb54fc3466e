import { execFile, execFileSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

const CONNECTIONS = 32
/** How many clients take turns sending requests, so that none reaches a limit. */
const CLIENTS = 16_384
/** The same for mixed requests, which go on for minutes. */
const MIXED_CLIENTS = 100_000

/** A process that answers requests on this machine. */
export interface Answering {
  readonly origin: string
  readonly pid: number
  /** User and system time so far. */
  cpuSeconds(): number
}

/** The outcome of driving a server for a while. */
export interface Load {
  readonly perSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  /** CPU time of the server per request. */
  readonly cpuMicroseconds: number
}

const SCRIPT = path.join(mkdtempSync(path.join(tmpdir(), 'lunchpail-drive-')), 'clients.lua')
writeFileSync(
  SCRIPT,
  `local requests = {}
local at = 0
function init(args)
  local clients = #args > 1 and ${MIXED_CLIENTS} or ${CLIENTS}
  for client = 0, clients - 1 do
    wrk.headers["Accept-Encoding"] = "br"
    wrk.headers["X-Forwarded-For"] = "100." .. 64 + math.floor(client / 65536) .. "." .. math.floor(client / 256) % 256 .. "." .. client % 256
    requests[client + 1] = wrk.format("GET", args[client % #args + 1])
  end
end
function request()
  at = at % #requests + 1
  return requests[at]
end
function done(summary, latency)
  local errors = summary.errors
  io.write("\\n" .. string.format(
    '{"requests":%d,"microseconds":%d,"bytes":%d,"failed":%d,"p50":%d,"p99":%d}\\n',
    summary.requests, summary.duration, summary.bytes,
    errors.connect + errors.read + errors.write + errors.timeout + errors.status,
    latency:percentile(50), latency:percentile(99)))
end
`,
)

const [GENERATOR_CORE, SERVER_CORE] = availableParallelism() > 1 ? ['1', '0'] : ['0', '0']

/** Keeps a process, with all its threads, off the load generator's core. */
export function keepApart(pid: number): void {
  execFileSync('taskset', ['--all-tasks', '--cpu-list', '--pid', SERVER_CORE, String(pid)], {
    stdio: 'ignore',
  })
}

/** Requests one address over 32 connections, as fast as it is answered, using wrk in a process of its own.
 *  @param leastBytes  of each answer's body
 *  @throws Error if wrk is not installed, or an answer is an error or shorter than that (as a 304 would be) */
export async function drive(
  server: Answering,
  { path: address, seconds, leastBytes }: { path: string; seconds: number; leastBytes: number },
): Promise<Load> {
  const before = server.cpuSeconds()
  const { requests, microseconds, bytes, failed, p50, p99 } = await runWrk(server, [address], seconds)
  const cpuSeconds = server.cpuSeconds() - before
  if (failed > 0) throw new Error(`${address}: ${failed} of ${requests} requests failed`)
  if (bytes < requests * leastBytes) throw new Error(`${address}: answers without their body, perhaps 304`)
  return {
    perSecond: requests / (microseconds / 1e6),
    p50Ms: p50 / 1_000,
    p99Ms: p99 / 1_000,
    cpuMicroseconds: (cpuSeconds * 1e6) / requests,
  }
}

/** Requests several addresses in turn, as 100,000 clients.
 *  @returns how many were answered
 *  @throws Error if an answer is an error */
export async function driveMixed(
  server: Answering,
  { paths, seconds }: { paths: readonly string[]; seconds: number },
): Promise<number> {
  const { requests, failed } = await runWrk(server, paths, seconds)
  if (failed > 0) throw new Error(`${failed} of ${requests} requests failed`)
  return requests
}

type Outcome = Record<'requests' | 'microseconds' | 'bytes' | 'failed' | 'p50' | 'p99', number>

async function runWrk(server: Answering, paths: readonly string[], seconds: number): Promise<Outcome> {
  const words = ['--threads', '1', '--connections', String(CONNECTIONS), '--duration', `${seconds}s`]
  const pinned = [
    '--cpu-list',
    GENERATOR_CORE,
    'wrk',
    ...words,
    '--script',
    SCRIPT,
    server.origin,
    '--',
    ...paths,
  ]
  const { stdout } = await promisify(execFile)('taskset', pinned)
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Outcome
}
