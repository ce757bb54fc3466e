import { createHash, randomBytes } from 'node:crypto'

import { sql } from 'kysely'

import type { Database } from '../../db/database.ts'
import { databaseNow } from '../subscribers.queries.ts'

/** What a token may do. */
export const SCOPES = ['subscribers:read', 'subscribers:write', 'suppressions:write'] as const
export type Scope = (typeof SCOPES)[number]

/** Prefix of every token, which lets secret scanners find a published one. */
const PREFIX = 'lp_op_'
const SECRET_BYTES = 32
const SHAPE = /^lp_op_[\w-]{43}$/

/** A token as listed; its secret is not stored. */
export interface OperatorToken {
  readonly id: string
  readonly name: string
  readonly scopes: readonly Scope[]
  readonly createdAt: Date
  readonly expiresAt: Date | null
  readonly revokedAt: Date | null
  /** To the minute. */
  readonly lastUsedAt: Date | null
  readonly state: 'valid' | 'expired' | 'revoked'
}

/** Credentials of the operator's programs. Stored as hashes: 32 random bytes need neither a salt nor a slow hash. */
export interface OperatorTokens {
  /** @param given.expiresAt  undefined: valid until revoked
   *  @returns the token, which cannot be shown again */
  create(given: {
    name: string
    scopes: readonly Scope[]
    expiresAt?: Date | undefined
  }): Promise<{ id: string; token: string }>
  list(): Promise<readonly OperatorToken[]>
  /** @returns whether there was one that was not yet revoked */
  revoke(id: string): Promise<boolean>
  /** @returns the token's record; undefined if it is not ours, was revoked or has expired */
  verify(token: string): Promise<Pick<OperatorToken, 'id' | 'name' | 'scopes'> | undefined>
}

export function createOperatorTokens(db: Database): OperatorTokens {
  return {
    async create({ name, scopes, expiresAt }) {
      const token = `${PREFIX}${randomBytes(SECRET_BYTES).toString('base64url')}`
      const { id } = await db
        .insertInto('operator_token')
        .values({
          name,
          token_hash: hash(token),
          scopes: [...new Set(scopes)],
          created_at: databaseNow,
          expires_at: expiresAt ?? null,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return { id, token }
    },
    async list() {
      const { rows } = await sql<OperatorToken>`
        select id::text, name, scopes, created_at as "createdAt", expires_at as "expiresAt",
          revoked_at as "revokedAt", last_used_at as "lastUsedAt",
          case when revoked_at is not null then 'revoked'
            when expires_at <= lunchpail_now() then 'expired' else 'valid' end as state
        from operator_token order by operator_token.id`.execute(db)
      return rows
    },
    async revoke(id) {
      const { numUpdatedRows } = await db
        .updateTable('operator_token')
        .set({ revoked_at: databaseNow })
        .where('id', '=', id)
        .where('revoked_at', 'is', null)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },
    async verify(token) {
      if (!SHAPE.test(token)) return undefined
      const { rows } = await sql<Pick<OperatorToken, 'id' | 'name' | 'scopes'> & { isStale: boolean }>`
        select id::text, name, scopes,
          coalesce(last_used_at < lunchpail_now() - interval '1 minute', true) as "isStale"
        from operator_token
        where token_hash = ${hash(token)} and revoked_at is null
          and (expires_at is null or expires_at > lunchpail_now())`.execute(db)
      const [found] = rows
      if (found === undefined) return undefined
      const { isStale, ...whose } = found
      if (isStale) {
        await db
          .updateTable('operator_token')
          .set({ last_used_at: databaseNow })
          .where('id', '=', whose.id)
          .execute()
      }
      return whose
    },
  }
}

const hash = (token: string) => createHash('sha256').update(token).digest('base64url')
