import type { ExamStore } from '../storage/exam-store.ts'
import { type AnswerRecord, type RequestRecord, requestTypes } from '../storage/records.ts'

/** An answer that the server has not acknowledged. */
export interface AnswerOnlyHere {
  readonly questionId: string
  /** As the learner counts; undefined where it was never queued. */
  readonly number: number | undefined
  /** Why the server refused it for good; undefined where it waits. */
  readonly reason: string | undefined
}

/** Where the answers of a form run are. */
export interface AnswersAt {
  /** Questions whose last answer the server has. */
  readonly onServer: number
  readonly onlyHere: readonly AnswerOnlyHere[]
}

const isGiven = ({ sequence, changed }: AnswerRecord) => sequence > 0 || changed
/** One that came late is on the server too, in its history. */
const isThere = ({ changed, acknowledged, sequence, late }: AnswerRecord) =>
  late === true || (!changed && acknowledged >= sequence)

const numberOf = ({ lastSave }: AnswerRecord): number | undefined => {
  const number = lastSave?.payload.questionNumber
  return typeof number === 'number' && number > 0 ? number : undefined
}

/** Reads where the answers of a form run are, from what this device holds of it, whichever page wrote it. */
export const whereAnswersAre = async (
  store: Pick<ExamStore, 'answersOf' | 'setAside'>,
  userGuid: string,
  formRunGuid: string,
): Promise<AnswersAt> => {
  const given = (await store.answersOf(userGuid, formRunGuid)).filter(isGiven)
  const lacking = given.filter((record) => !isThere(record))
  const reasons = new Map<string, string>()
  for (const { from, reason, value } of lacking.length > 0 ? await store.setAside() : []) {
    // Boundary: what was set aside from the requests is one.
    const request = value as Partial<RequestRecord>
    if (from !== 'requests' || request.type !== requestTypes.saveAnswer || request.formRunGuid !== formRunGuid) continue
    if (request.callbackId !== undefined) reasons.set(request.callbackId, reason)
  }
  return {
    onServer: given.length - lacking.length,
    onlyHere: lacking.map((record) => ({
      questionId: record.questionId,
      number: numberOf(record),
      reason: reasons.get(record.questionId),
    })),
  }
}
