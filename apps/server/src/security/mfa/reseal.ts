import type { Kysely } from 'kysely'
import type { Database } from '../../db/database.ts'
import type { Schema } from '../../db/schema.ts'
import type { Keys } from '../../keys.ts'

/** What happened to what is sealed in the database. */
export interface Resealed {
  /** Sealed again, with the secret that signs. */
  readonly resealed: number
  readonly current: number
  /** Sealed with a secret that isn't accepted: nobody reads it any more. */
  readonly lost: number
}

/** Rows that are looked at with one query. */
const atOnce = 500

/** A sealed text with what names its row. */
interface Sealed {
  readonly org_id: number
  readonly id: string
  readonly sealed: string
}

/** A column that holds sealed texts: how its rows are read one after another, and written if nobody has changed them meanwhile. */
interface SealedColumn {
  read(kysely: Kysely<Schema>, after: Pick<Sealed, 'org_id' | 'id'>): Promise<readonly Sealed[]>
  write(kysely: Kysely<Schema>, row: Sealed, anew: string): Promise<unknown>
}

/** Seeds of authenticator apps. */
const seeds: SealedColumn = {
  read: (kysely, after) =>
    kysely
      .selectFrom('mfa')
      .select(['org_id', 'user_guid as id', 'secret as sealed'])
      .where('secret', 'is not', null)
      .$narrowType<{ sealed: string }>()
      .where((where) =>
        where.or([where('org_id', '>', after.org_id), where('org_id', '=', after.org_id).and('user_guid', '>', after.id)]),
      )
      .orderBy('org_id')
      .orderBy('user_guid')
      .limit(atOnce)
      .execute(),
  write: (kysely, { org_id, id, sealed }, anew) =>
    kysely
      .updateTable('mfa')
      .set({ secret: anew })
      .where('org_id', '=', org_id)
      .where('user_guid', '=', id)
      .where('secret', '=', sealed)
      .execute(),
}

/** Addresses that people are told of their sign-ins. */
const places: SealedColumn = {
  read: (kysely, after) =>
    kysely
      .selectFrom('session')
      .select(['org_id', 'session_id as id', 'place as sealed'])
      .where('place', 'is not', null)
      .$narrowType<{ sealed: string }>()
      .where((where) =>
        where.or([where('org_id', '>', after.org_id), where('org_id', '=', after.org_id).and('session_id', '>', after.id)]),
      )
      .orderBy('org_id')
      .orderBy('session_id')
      .limit(atOnce)
      .execute(),
  write: (kysely, { org_id, id, sealed }, anew) =>
    kysely
      .updateTable('session')
      .set({ place: anew })
      .where('org_id', '=', org_id)
      .where('session_id', '=', id)
      .where('place', '=', sealed)
      .execute(),
}

/** Seals one text with the secret that signs, if it isn't yet and can still be read; answers what happened to it. */
const resealRow = async (kysely: Kysely<Schema>, keys: Keys, column: SealedColumn, row: Sealed): Promise<keyof Resealed> => {
  if (keys.isCurrent(row.sealed)) return 'current'
  const text = keys.open(row.sealed)
  if (text === undefined) return 'lost'
  await column.write(kysely, row, keys.seal(text))
  return 'resealed'
}

/** Seals everything that is kept sealed in the database with the secret that signs; while it serves, and again where it was broken off. */
export const reseal = async ({ kysely }: Database, keys: Keys): Promise<Resealed> => {
  const counts = { resealed: 0, current: 0, lost: 0 }
  for (const column of [seeds, places]) {
    let after: Pick<Sealed, 'org_id' | 'id'> = { org_id: 0, id: '' }
    for (;;) {
      const rows = await column.read(kysely, after)
      for (const row of rows) counts[await resealRow(kysely, keys, column, row)] += 1
      const last = rows.at(-1)
      if (!last || rows.length < atOnce) break
      after = last
    }
  }
  return counts
}
