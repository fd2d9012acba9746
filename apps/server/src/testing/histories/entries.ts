import type { LedgerEvent } from '@sitwell/exam/ledger/ledger'
import type { Room } from './room.ts'
import type { ServerSide } from './server-side.ts'

/** What the ledger has in its entries of one kind, in their order, as they were written. */
export const entriesOf = async <Details>(
  { sitting }: Pick<ServerSide, 'sitting'>,
  { server }: Pick<Room, 'server'>,
  kind: LedgerEvent['kind'],
): Promise<Details[]> => {
  const events = await server.db.kysely
    .selectFrom('form_run_event')
    .select('details')
    .where('form_run_guid', '=', sitting.formRunGuid)
    .where('kind', '=', kind)
    .orderBy('number')
    .execute()
  return events.map(({ details }) => JSON.parse(details) as Details)
}
