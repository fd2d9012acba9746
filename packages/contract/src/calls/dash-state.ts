import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { formRunState } from '../entities/dash.ts'
import { guid } from '../entities/fields.ts'

/** How the learner's own form run stands by the server's ledger: for whoever was away from the live events. */
export const dashState = defineCall({
  name: 'dashState',
  summary: 'How a form run stands',
  source: 'ours',
  method: 'GET',
  base: 'api',
  path: 'dashboard/api/view/dashstate',
  access: 'signed-in',
  query: z.object({ formRunGuid: guid }),
  reply: formRunState,
  refusals: ['NOT_FOUND'],
})
