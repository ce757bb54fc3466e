import { workerData } from 'node:worker_threads'

const EVERY_MS = 20
const maxBytes = Number(workerData)

// A signal of its own: the system kills with SIGKILL, which says nothing about the document.
// RSS includes what V8's own limits leave out: buffers and WebAssembly memory.
setInterval(() => {
  if (process.memoryUsage.rss() > maxBytes) process.kill(process.pid, 'SIGUSR2')
}, EVERY_MS)
