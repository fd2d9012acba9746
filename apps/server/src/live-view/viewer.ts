import type { Kysely } from 'kysely'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { Schema } from '../db/schema.ts'
import type { Caller } from '../http/caller.ts'
import type { Grant } from '../roles/grant.ts'
import { grantsOfCaller } from '../roles/queries.ts'

/** A database, or a transaction of it. */
export interface Reading {
  readonly kysely: Kysely<Schema>
  readonly dialect: Database['dialect']
}

/** Who asks, with what their roles allow, and when (Unix ms). */
export interface Viewer {
  readonly orgId: number
  readonly userGuid: string
  readonly grants: readonly Grant[]
  readonly nowMs: number
}

export const viewerOf = async (
  { database, clock }: { readonly clock: Clock; readonly database: Database },
  { orgId, userGuid, madeBy }: Pick<Caller, 'madeBy' | 'orgId' | 'userGuid'>,
): Promise<Viewer> => ({
  ...{ orgId, userGuid },
  grants: await grantsOfCaller(database, { orgId, userGuid, madeBy }),
  nowMs: clock.nowMs(),
})

export const iso = (ms: number): string => new Date(ms).toISOString()
