import type { OpenedDatabase } from '../../server/db/open-database.ts'
import type { Letter } from './letter.ts'

export const CONTENDERS = ['ours', 'naive', 'pg-boss', 'graphile-worker'] as const
export type ContenderName = (typeof CONTENDERS)[number]

/** The job of one process; passed as JSON. */
export interface Job {
  readonly contender: ContenderName
  readonly databaseUrl: string
  readonly smtpUrl: string
  readonly letterKilobytes: number
  /** An RSA key in PEM; undefined sends without a signature. */
  readonly dkimKeyFile: string | undefined
  /** Where a contender may note what it handed over, outside the database. */
  readonly dataDir: string
  readonly connections: number
  /** How long a killed process keeps its claims, for contenders with a setting for that. */
  readonly leaseSeconds: number
  /** Whether this process follows a killed one and must finish its work. */
  readonly isRestart: boolean
  /** Where its process writes a CPU profile; undefined for none. */
  readonly profileFolder: string | undefined
}

/** One way of sending a letter to all subscribers. */
export interface Contender {
  /** Sends to all subscribers, and ends when none are left.
   *  @returns how many messages a server accepted in this process */
  send(): Promise<number>
  close(): Promise<void>
}

/** Opens what a contender needs and creates its tables; not part of the measured time. */
export type OpenContender = (
  job: Job,
  deps: { database: OpenedDatabase; letter: Letter },
) => Promise<Contender>

/** What a process tells its parent. */
export type ContenderMessage =
  | { type: 'ready' }
  | { type: 'done'; submitted: number; cpuSeconds: number; peakBytes: number }
