import { setImmediate } from 'node:timers/promises'

import { expect, it } from 'vitest'

import { openCsv } from './import-files.ts'

it('a CSV file on a disk that is full fails where it is written, and does not end the process', async () => {
  const write = async () => {
    const csv = await openCsv('/dev/full', [], ['line', 'email'])
    for (let line = 2; ; line += 1) {
      await csv.add([line, 'ada@mail.example'])
      await setImmediate()
    }
  }
  await expect(write()).rejects.toMatchObject({
    name: 'AppError',
    message: '/dev/full cannot be written: its disk is full.',
  })
})

it('and fails at its end, if all of it was waiting to be written', async () => {
  const csv = await openCsv('/dev/full', [], ['line', 'email'])
  await expect(csv.close()).rejects.toThrow('/dev/full cannot be written: its disk is full.')
})
