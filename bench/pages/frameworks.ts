import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'

import { findFreePort } from '../../e2e/support/site.ts'
import { end, readCpuSeconds } from '../attacks/site.ts'
import { keepApart, type Answering } from './drive.ts'

/** A page of another server that answers as ours does. */
export interface OtherPage {
  readonly name: string
  readonly server: Answering
  readonly path: string
  stop(): Promise<void>
}

const PEERS = path.join(import.meta.dirname, '../peers')
const STARTS_WITHIN_MS = 60_000

/** Starts small apps of Next.js and React Router that show the same ticker, if `npm ci && npm run build` was run in
 *  bench/peers. They render it for each request, as our site does when nothing is cached; Next.js also serves it from its
 *  cache.
 *  @param site  the site whose API answers they show */
export async function startFrameworks(site: string): Promise<readonly OtherPage[]> {
  if (!existsSync(path.join(PEERS, 'next/dist')) || !existsSync(path.join(PEERS, 'router/dist'))) return []
  const [prices, stats, trades] = await Promise.all(
    ['stocks', 'stats', 'trades'].map(async (name) => (await fetch(`${site}/api/${name}/RISE`)).json()),
  )
  const data = path.join(mkdtempSync(path.join(tmpdir(), 'lunchpail-peers-')), 'data.json')
  writeFileSync(data, JSON.stringify({ prices, stats, trades }))
  const start = async (words: (port: number) => readonly string[], cwd: string) => {
    const port = await findFreePort()
    const child = spawn(process.execPath, words(port), {
      cwd: path.join(PEERS, cwd),
      env: {
        PATH: process.env['PATH'],
        NODE_ENV: 'production',
        NEXT_TELEMETRY_DISABLED: '1',
        PEER_DATA: data,
        PORT: String(port),
        HOST: '127.0.0.1',
      },
      stdio: 'ignore',
    })
    return answering(child, { port, pid: child.pid ?? 0 })
  }
  const next = await start(
    (port) => ['../node_modules/next/dist/bin/next', 'start', '-p', String(port), '-H', '127.0.0.1'],
    'next',
  )
  const router = await start(
    () => ['../node_modules/@react-router/serve/bin.cjs', 'dist/server/index.js'],
    'router',
  )
  return [
    { name: 'Next.js, made for each request', path: '/stocks/RISE', ...next },
    { name: 'Next.js, kept for 30 s', path: '/kept/RISE', ...next, stop: async () => {} },
    { name: 'React Router, made for each request', path: '/stocks/RISE', ...router },
  ]
}

/** Starts nginx, if it is installed, with its own cache in front of a server: one worker, with everything in memory.
 *  @param origin  the server whose answers it caches */
export async function startNginx(origin: string, address: string): Promise<OtherPage | undefined> {
  if (!existsSync('/usr/sbin/nginx')) return undefined
  const folder = mkdtempSync(path.join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'lunchpail-nginx-'))
  const port = await findFreePort()
  // Otherwise its worker may not read files that root created.
  const user = process.getuid?.() === 0 ? 'user root;' : ''
  const config = `${user} daemon off; worker_processes 1; pid ${folder}/pid; error_log ${folder}/errors;
events { worker_connections 512; }
http {
  access_log ${folder}/log;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
  proxy_cache_path ${folder}/cache keys_zone=pages:1m;
  server { listen 127.0.0.1:${port}; location / {
    proxy_pass ${origin}; proxy_cache pages; proxy_cache_valid 200 30s; proxy_ignore_headers Cache-Control Vary;
  } }
}`
  writeFileSync(path.join(folder, 'nginx.conf'), config)
  const child = spawn('/usr/sbin/nginx', ['-c', path.join(folder, 'nginx.conf')], { stdio: 'inherit' })
  const running = await answering(child, { port, pid: child.pid ?? 0 })
  // Besides the worker, which has just answered, nginx runs processes that manage the cache.
  const worker = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8')
    .trim()
    .split(' ')
    .map(Number)
    .find((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('worker process'))
  if (worker === undefined) throw new Error('nginx has no worker')
  keepApart(worker)
  return {
    name: 'nginx with a cache',
    path: address,
    ...running,
    server: { ...running.server, pid: worker, cpuSeconds: () => readCpuSeconds(worker) },
  }
}

/** @throws Error if it does not answer within a minute */
async function answering(child: ChildProcess, { port, pid }: { port: number; pid: number }) {
  const origin = `http://127.0.0.1:${port}`
  const until = performance.now() + STARTS_WITHIN_MS
  while (!(await answers(origin))) {
    if (performance.now() > until || child.exitCode !== null) {
      child.kill()
      throw new Error(`${child.spawnargs.join(' ')} does not answer`)
    }
    await setTimeout(200)
  }
  keepApart(pid)
  return {
    server: { origin, pid, cpuSeconds: () => readCpuSeconds(pid) },
    stop: () => end(child),
  }
}

async function answers(origin: string): Promise<boolean> {
  try {
    const [response] = (await once(get(origin), 'response')) as [NodeJS.ReadableStream]
    response.resume()
    return true
  } catch {
    return false
  }
}
