import * as z from 'zod/mini'
import { guid } from './fields.ts'

// What a learner's page reads of an action of staff. Apart from what staff read: a bundle takes all schemas of a file or none.

/** What staff did that the page of a learner receives. */
export const learnerActionKinds = [
  'message',
  'add-time',
  'pause',
  'resume',
  'evacuate',
  'reopen',
  'end',
  'decide-request',
] as const

/**
 * An action of staff, as the learner's page receives it, until it is acknowledged: by the live event {@link learnerActionEvent}, and by the replies of
 * `pageReport` and `awaitStart`. What it does to the time comes by the ledger's own events as before; of that this is only the receipt.
 */
export const learnerAction = z.object({
  actionID: guid,
  kind: z.enum(learnerActionKinds),
  /** ISO 8601. */
  at: z.string(),
  /** Of a message. */
  text: z.optional(z.string()),
  /** Seconds that were given. */
  seconds: z.optional(z.number()),
})
export type LearnerAction = z.infer<typeof learnerAction>

/** The live event of a form run that carries a {@link learnerAction}; also sent after each connecting, for each that isn't acknowledged. */
export const learnerActionEvent = 'liveaction'
