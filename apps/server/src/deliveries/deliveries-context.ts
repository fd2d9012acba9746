import type { Kysely } from 'kysely'
import type { Database } from '../db/database.ts'
import type { Schema } from '../db/schema.ts'
import type { Caller } from '../http/caller.ts'
import type { Grant } from '../roles/grant.ts'
import { grantsOfCaller } from '../roles/queries.ts'
import type { SecurityContext } from '../security/security-context.ts'

/** A database, or a transaction of it. */
export interface Reading {
  readonly kysely: Kysely<Schema>
  readonly dialect: Database['dialect']
}

/** Who asks, and when (Unix ms). */
export interface Asking {
  readonly orgId: number
  /** The caller's grants. */
  readonly actor: readonly Grant[]
  readonly nowMs: number
}

export const askingOf = async (
  { database, clock }: Pick<SecurityContext, 'clock' | 'database'>,
  caller: Caller,
): Promise<Asking> => ({ orgId: caller.orgId, actor: await grantsOfCaller(database, caller), nowMs: clock.nowMs() })

export const iso = (ms: number): string => new Date(ms).toISOString()
