import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { formRunState } from '../entities/dash.ts'
import { guid } from '../entities/fields.ts'

/** The state of the learner's own form run by the server's ledger, for pages that missed live events. */
export const dashState = defineCall({
  name: 'dashState',
  summary: 'Show the state of a form run',
  source: 'ours',
  method: 'GET',
  base: 'api',
  path: 'dashboard/api/view/dashstate',
  access: 'signed-in',
  query: z.object({ formRunGuid: guid }),
  reply: formRunState,
  refusals: ['NOT_FOUND'],
})
