import type { AnswerRecord } from '../storage/records.ts'

/** Whether a save carried the answer as it stands here: nothing was typed or numbered since. */
const isLatest = ({ changed, sequence }: AnswerRecord, saved: number) => !changed && sequence === saved

/** An answer after the server has acknowledged its save under a sequence; `isLate` where it keeps that one and doesn't count it. */
export const acknowledgedAnswer = (record: AnswerRecord, sequence: number, isLate: boolean): AnswerRecord => ({
  ...record,
  acknowledged: Math.max(record.acknowledged, sequence),
  ...(isLatest(record, sequence) && { late: isLate }),
})

/** An answer after the server has refused its save under a sequence as too late. */
export const tooLateAnswer = (record: AnswerRecord, sequence: number): AnswerRecord =>
  isLatest(record, sequence) ? { ...record, late: true } : record
