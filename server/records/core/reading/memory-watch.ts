import { workerData } from 'node:worker_threads'

const EVERY_MS = 20
const maxBytes = Number(workerData)

// Counts what V8's own limits do not: buffers, and the memory of WebAssembly.
setInterval(() => {
  if (process.memoryUsage.rss() > maxBytes) process.kill(process.pid, 'SIGKILL')
}, EVERY_MS)
