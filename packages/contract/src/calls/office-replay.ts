import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { guid, queryNumber } from '../entities/fields.ts'
import { replayStep } from '../entities/office-replay.ts'

/**
 * What happened in a sitting step by step, and what stood on each question: what `officeReplaySitting` writes into a file. It has marks only if its learner is shown them. Each look
 * is in the security log. NOT_FOUND: there is no such sitting of the person in the delivery, or the caller may not read its results.
 */
export const officeReplaySteps = defineCall({
  name: 'officeReplaySteps',
  summary: 'Show what happened in a sitting step by step',
  source: 'ours',
  method: 'GET',
  base: 'site',
  path: 'office/api/results/evidence/steps',
  access: { permission: 'results.read', scope: 'places' },
  office: 'named',
  query: z.object({ deliveryID: guid, userID: queryNumber, formRunGuid: guid }),
  reply: z.object({
    questions: z.array(z.object({ id: z.string(), number: z.number(), text: z.string() })),
    /** In the order of their moments, the first `mostReplaySteps`. */
    steps: z.array(replayStep),
    /** Steps after these. */
    left: z.number(),
    asOf: z.string(),
  }),
  refusals: ['NOT_FOUND'],
})
