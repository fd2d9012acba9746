import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { extensionStatus } from '../entities/dash.ts'
import { guid } from '../entities/fields.ts'

/** The status of the learner's own request: `extendable` is the number of seconds that were granted. */
export const dashExtendableAlert = defineCall({
  name: 'dashExtendableAlert',
  summary: 'Show the status of a request for an extension',
  source: 'spec 3 §7',
  method: 'GET',
  base: 'api',
  path: 'dashboard/api/view/dashextendablealert',
  access: 'signed-in',
  query: z.object({ formRunGuid: guid }),
  reply: z.object({ status: extensionStatus, extendable: z.number() }),
  refusals: ['NOT_FOUND'],
})
