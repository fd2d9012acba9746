import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { guid } from '../entities/fields.ts'
import { dashLedgerEvent } from '../entities/invigilation.ts'

/** The ledger of a form run: who did what to its time, and when. */
export const dashEvents = defineCall({
  name: 'dashEvents',
  summary: 'Show the ledger of a form run',
  source: 'ours',
  method: 'GET',
  base: 'api',
  path: 'dashboard/api/view/dashevents',
  access: { permission: 'sittings.read', scope: ['formRunGuid'] },
  query: z.object({ formRunGuid: guid }),
  reply: z.array(dashLedgerEvent),
  refusals: ['NOT_FOUND'],
})
