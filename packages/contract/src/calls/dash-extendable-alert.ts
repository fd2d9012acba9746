import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { extensionStatus } from '../entities/dash.ts'
import { guid } from '../entities/fields.ts'

/** Where the learner's own request stands: `extendable` are the seconds that were granted. */
export const dashExtendableAlert = defineCall({
  name: 'dashExtendableAlert',
  summary: 'How a request for an extension stands',
  source: 'spec 3 §7',
  method: 'GET',
  base: 'api',
  path: 'dashboard/api/view/dashextendablealert',
  access: 'signed-in',
  query: z.object({ formRunGuid: guid }),
  reply: z.object({ status: extensionStatus, extendable: z.number() }),
  refusals: ['NOT_FOUND'],
})
