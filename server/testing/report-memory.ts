// Preloaded with --import, it makes a process tell at each SIGUSR2 how much memory it really needs: what is left after a
// collection. What the system counts for it holds garbage too.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose_gc')
const collectGarbage = runInNewContext('gc') as () => void

process.on('SIGUSR2', () => {
  collectGarbage()
  const { heapUsed, external } = process.memoryUsage()
  process.stderr.write(`memory in use: ${heapUsed + external}\n`)
})
