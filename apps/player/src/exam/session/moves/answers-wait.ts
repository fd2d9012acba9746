import { requestTypes } from '../../../storage/records.ts'
import type { PlayerSync } from '../../../sync/player-sync-types.ts'

/** Milliseconds until it is looked again whether the server has all answers that the key of a part waits for. */
export const answersMs = 250

/**
 * Milliseconds for which a key waits for answers while the server can be reached. If they take longer, the server fails at one of them,
 * and would keep its learner out of the next part.
 */
const mostOnlineMs = 20_000

interface Sending {
  readonly queue: Pick<PlayerSync['queue'], 'unacknowledged' | 'failed' | 'hasBlocked'>
  readonly connection: Pick<PlayerSync['connection'], 'state'>
}

/**
 * Whether all answers are on the server that can be sent at all. Those that wait for the connection are not, though the server may be there
 * again before the queue knows it; what something on the way refuses in every form is waited for by nobody.
 */
export const areAnswersThere = ({ queue }: Pick<Sending, 'queue'>, formRunGuid: string): boolean => {
  const waiting = queue.hasBlocked(formRunGuid) ? queue.unacknowledged() : [...queue.unacknowledged(), ...queue.failed()]
  return !waiting.some((request) => request.formRunGuid === formRunGuid && request.type === requestTypes.saveAnswer)
}

/** How long a key has waited for answers while the server could be reached. Empty whenever its learner comes to the part. */
export interface AnswersWait {
  onlineMs?: number
}

/**
 * Whether the key of a part waits for answers still; asked every `answersMs`. The key settles the parts before: an answer that comes later
 * waits for staff, so the page sends all of them first. Where answers decide which part comes next, it waits until all are on the server.
 */
export const waitsForAnswers = (
  wait: AnswersWait,
  { queue, connection }: Sending,
  formRunGuid: string,
  { hangsOnAnswers = false }: { readonly hangsOnAnswers?: boolean | undefined },
): boolean => {
  if (areAnswersThere({ queue }, formRunGuid)) return false
  const onlineMs = connection.state() === 'online' ? (wait.onlineMs ?? 0) + answersMs : 0
  wait.onlineMs = onlineMs
  return hangsOnAnswers || onlineMs < mostOnlineMs
}
