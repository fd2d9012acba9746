import type { AnswerRecord } from '../../storage/records.ts'
import type { SaveReply } from '../queue/delivery.ts'

/** Whether a save carried the answer as it stands here: nothing was typed or numbered since. */
const isLatest = ({ changed, sequence }: AnswerRecord, saved: number) => !changed && sequence === saved

/** An answer after the server has acknowledged its save under a sequence, whether it counts it or not. */
export const acknowledgedAnswer = (
  { barred: _before, forgotten, ...record }: AnswerRecord,
  sequence: number,
  { isLate, isInReview, isInPause, barred }: Pick<SaveReply, 'isLate' | 'isInReview' | 'isInPause' | 'barred'>,
): AnswerRecord => ({
  ...record,
  acknowledged: Math.max(record.acknowledged, sequence),
  ...(isLatest(record, sequence)
    ? { late: isLate, review: isInReview, paused: isInPause, ...(barred && { barred }) }
    : forgotten && { forgotten }),
})

/** An answer after the server has refused its save under a sequence as too late. */
export const tooLateAnswer = (record: AnswerRecord, sequence: number): AnswerRecord =>
  isLatest(record, sequence) ? { ...record, late: true, review: false, paused: false } : record
