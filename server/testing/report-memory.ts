// Preloaded with --import. At each SIGUSR2 the process reports the memory left after a garbage collection; the system's own
// figure includes garbage.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose_gc')
const collectGarbage = runInNewContext('gc') as () => void

process.on('SIGUSR2', () => {
  collectGarbage()
  const { heapUsed, external } = process.memoryUsage()
  process.stderr.write(`memory in use: ${heapUsed + external}\n`)
})
