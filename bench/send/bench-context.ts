import type { BenchDatabase } from './bench-database.ts'
import type { ContenderName, Job } from './contender.ts'
import type { BenchOptions } from './options.ts'

/** What all parts of the benchmark share. */
export interface BenchContext {
  readonly database: BenchDatabase
  readonly options: BenchOptions
  /** An RSA key of 2048 bits in PEM. */
  readonly dkimKeyFile: string
  /** The file outside the database that records what was handed over. */
  readonly dataDir: string
}

export const CONNECTIONS = 20

/** The default job with `changes` applied: twenty connections, 30 kB, no signature, leases that never end. */
export function jobFor(
  { database, options, dataDir }: BenchContext,
  changes: { contender: ContenderName; smtpUrl: string } & Partial<Job>,
): Job {
  return {
    databaseUrl: database.url,
    letterKilobytes: 30,
    dkimKeyFile: undefined,
    dataDir,
    connections: CONNECTIONS,
    leaseSeconds: 900,
    isRestart: false,
    profileFolder: options.profileFolder,
    ...changes,
  }
}

export const whole = (value: number) => Math.round(value).toLocaleString('en-US')
export const inMegabytes = (bytes: number) => whole(bytes / 1e6)
