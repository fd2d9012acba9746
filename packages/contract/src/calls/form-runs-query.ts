import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { guid, text } from '../entities/fields.ts'

/** Tells whether a form run is completed: `results[0].Processed`. Only the caller's own form runs answer. */
export const formRunsQuery = defineCall({
  name: 'formRunsQuery',
  summary: 'Query form runs',
  source: 'spec 3 §7',
  method: 'POST',
  base: 'api',
  path: 'formrun/api/FormRuns/query',
  access: 'signed-in',
  body: z.object({
    properties: z.array(z.enum(['ID', 'GUID', 'Processed'])),
    filter: z.object({ property: z.literal('GUID'), operator: z._default(text(10), 'equals'), value: guid }),
  }),
  reply: z.object({
    results: z.array(
      z.object({ ID: z.optional(z.number()), GUID: z.optional(z.string()), Processed: z.optional(z.boolean()) }),
    ),
  }),
  refusals: [],
})
