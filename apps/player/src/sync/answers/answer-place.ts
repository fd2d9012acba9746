import type { AnswerRecord } from '../../storage/records.ts'

/**
 * Where the last answer of a question is, by what this device knows of it: on the server, or there and not counted, or here alone.
 * Undefined while nothing was answered. What is on the server may have been taken from it since: whoever says so to a learner asks
 * whether that is being looked at.
 */
export const answerPlace = ({
  sequence,
  changed,
  acknowledged,
  late,
}: AnswerRecord): 'there' | 'uncounted' | 'here' | undefined => {
  if (sequence === 0 && !changed) return undefined
  // One that came late is there too, in the history.
  if (late) return 'uncounted'
  return !changed && acknowledged >= sequence ? 'there' : 'here'
}
