import { parseArgs } from 'node:util'

import { CONTENDERS, type ContenderName } from './contender.ts'

const PARTS = ['speed', 'kill', 'two', 'freeze', 'memory'] as const
export type Part = (typeof PARTS)[number]

export interface BenchOptions {
  /** For each run of the part "speed". */
  readonly recipients: number
  readonly rounds: number
  readonly only: readonly ContenderName[]
  readonly parts: readonly Part[]
  /** For the parts "freeze" and "memory". */
  readonly manyRecipients: number
  /** Where each contender's process writes a CPU profile; undefined for none. */
  readonly profileFolder: string | undefined
}

export const USAGE = `npm run bench:send -- [--recipients 5000] [--rounds 3] [--only ${CONTENDERS.join(',')}]
  [--parts ${PARTS.join(',')}] [--many-recipients 1000000] [--profile FOLDER]
Without --parts: all but freeze and memory, which take long. --profile leaves CPU profiles. Needs TEST_DATABASE_URL, whose user may create a database.`

/** The message says which argument is wrong. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** @throws UsageError */
export function parseOptions(args: readonly string[]): BenchOptions {
  const values = readArguments(args)
  return {
    recipients: parseCount('recipients', values.recipients),
    rounds: parseCount('rounds', values.rounds),
    only: parseNames('only', values.only, CONTENDERS),
    parts: parseNames('parts', values.parts, PARTS),
    manyRecipients: parseCount('many-recipients', values['many-recipients']),
    profileFolder: values.profile,
  }
}

function readArguments(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        recipients: { type: 'string', default: '5000' },
        rounds: { type: 'string', default: '3' },
        only: { type: 'string', default: CONTENDERS.join(',') },
        parts: { type: 'string', default: 'speed,kill,two' },
        'many-recipients': { type: 'string', default: '1000000' },
        profile: { type: 'string' },
      },
    }).values
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error), { cause: error })
  }
}

function parseCount(name: string, text: string): number {
  const count = Number(text)
  if (!Number.isInteger(count) || count < 1) throw new UsageError(`--${name} is not a whole number above 0`)
  return count
}

function parseNames<Name extends string>(option: string, text: string, known: readonly Name[]): Name[] {
  return text.split(',').map((given) => {
    const name = known.find((each) => each === given)
    if (name === undefined) throw new UsageError(`--${option} knows ${known.join(', ')}, not "${given}"`)
    return name
  })
}
