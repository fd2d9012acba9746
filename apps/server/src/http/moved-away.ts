import { type RefusedOutcome, refuse } from './refusal.ts'

/** Seconds after which a browser asks again: the proxy sends it to the right node by then, or soon. */
const againSeconds = 10

/**
 * To whom belongs to an organisation that this database no longer serves. A refusal that passes: what a browser has not sent yet stays on its
 * device, and goes to the organisation's new nodes under the same address (decision 87).
 */
export const movedAway = (): RefusedOutcome<'CANNOT_SAVE'> =>
  refuse('CANNOT_SAVE', "Nothing was saved: the organisation has moved to another database, which this server doesn't serve.", {
    retryAfterSeconds: againSeconds,
  })
