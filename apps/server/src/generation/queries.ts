import { randomUUID } from 'node:crypto'
import type { KnownGeneration } from '@sitwell/exam/answers/set-back'
import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import type { GenerationTable } from '../db/schema.ts'

export const selectGenerations = ({ kysely }: Pick<Database, 'kysely'>): Promise<GenerationTable[]> =>
  kysely.selectFrom('server_generation').selectAll().orderBy('number', 'desc').execute()

/** The present one; undefined before a server has ever served. */
export const selectGeneration = ({ kysely }: Pick<Database, 'kysely'>): Promise<GenerationTable | undefined> =>
  kysely.selectFrom('server_generation').selectAll().orderBy('number', 'desc').limit(1).executeTakeFirst()

/** The first that began after a moment (ISO 8601) because the database was set back. */
export const setBackAfter = async (database: Pick<Database, 'kysely'>, moment: string): Promise<GenerationTable | undefined> =>
  (await selectGenerations(database)).findLast(({ because, since_at }) => because !== 'first' && since_at >= Date.parse(moment))

/** Begins one under a number; where another server was quicker, its one stands. */
export const insertGeneration = async (
  { kysely }: Pick<Database, 'kysely'>,
  row: Pick<GenerationTable, 'number' | 'since_at' | 'because' | 'mark'>,
): Promise<void> => {
  await kysely
    .insertInto('server_generation')
    .values({ ...row, generation: randomUUID(), beats: 0 })
    .onConflict((conflict) => conflict.column('number').doNothing())
    .execute()
}

/** Counts a sign of life; answers how many there are then, undefined if the generation is gone. */
export const countBeat = async (
  { kysely }: Pick<Database, 'kysely'>,
  { number, generation }: Pick<KnownGeneration, 'number' | 'generation'>,
): Promise<number | undefined> => {
  const row = await kysely
    .updateTable('server_generation')
    .set({ beats: sql<number>`beats + 1` })
    .where('number', '=', number)
    .where('generation', '=', generation)
    .returning('beats')
    .executeTakeFirst()
  return row?.beats
}
