import { workerData } from 'node:worker_threads'

const EVERY_MS = 20
const maxBytes = Number(workerData)

// RSS includes what V8's own limits leave out: buffers and WebAssembly memory.
setInterval(() => {
  if (process.memoryUsage.rss() > maxBytes) process.kill(process.pid, 'SIGKILL')
}, EVERY_MS)
