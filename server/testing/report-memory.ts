// Preloaded with --import. Makes a process report at each SIGUSR2 the memory left after a garbage collection; what the
// system counts for it includes garbage.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose_gc')
const collectGarbage = runInNewContext('gc') as () => void

process.on('SIGUSR2', () => {
  collectGarbage()
  const { heapUsed, external } = process.memoryUsage()
  process.stderr.write(`memory in use: ${heapUsed + external}\n`)
})
