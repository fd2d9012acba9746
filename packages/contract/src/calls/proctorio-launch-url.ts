import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { queryNumber, text } from '../entities/fields.ts'
import { proctoringOptions, proctoringSessionId } from '../entities/proctoring.ts'
import { refusalsOfAdmission } from '../refusals.ts'

/**
 * Where the browser-extension provider lets a learner in, who comes back from there with a ticket that only the provider was given.
 * `options` may ask for more than the organisation does, and for nothing less.
 */
export const proctorioLaunchUrl = defineCall({
  name: 'proctorioLaunchUrl',
  summary: 'The launch address of a proctored session',
  source: 'spec 1 §7',
  method: 'GET',
  base: 'api',
  path: 'proctor/api/Proctorio/launchurl',
  access: 'signed-in',
  query: z.object({
    proctorSessionID: proctoringSessionId,
    userID: queryNumber,
    options: z._default(proctoringOptions, ''),
    /** The origin of the player's page: one of the organisation's. */
    host: text(300),
  }),
  reply: z.object({ url: z.string() }),
  refusals: [...refusalsOfAdmission, 'PROCTORING_UNAVAILABLE'],
})
