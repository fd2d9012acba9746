import type { Room } from './room.ts'

/** All that is written of answers and time of a form run, as text that can be compared. */
export const written = async ({ server }: Pick<Room, 'server'>, formRunGuid: string): Promise<string> => {
  const { kysely } = server.db
  const tables = ['answer', 'form_run_event', 'answer_event'] as const
  const rows = tables.map((table) => kysely.selectFrom(table).selectAll().where('form_run_guid', '=', formRunGuid).execute())
  return JSON.stringify(await Promise.all(rows))
}
