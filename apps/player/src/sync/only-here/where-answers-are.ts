import { visitedText } from '@sitwell/contract'
import { isGivenAnswer } from '@sitwell/exam/answers/receipt'
import type { ExamStore } from '../../storage/exam-store.ts'
import { type AnswerRecord, type RequestRecord, requestTypes } from '../../storage/records.ts'
import { answerPlace } from '../answers/answer-place.ts'
import type { Asking } from '../set-back/compare-with-server.ts'

/** An answer that the server has not acknowledged. */
export interface AnswerOnlyHere {
  readonly questionId: string
  /** As the learner counts; undefined if it was never queued. */
  readonly number: number | undefined
  /** Why the server refused it for good; undefined if it waits. */
  readonly reason: string | undefined
}

/** Where the answers of a form run are. */
export interface AnswersAt {
  /** Answers that the server has, whether they count or came too late. */
  readonly onServer: number
  readonly onlyHere: readonly AnswerOnlyHere[]
  /** The server may have lost some of them, and is being asked. */
  readonly isChecking?: true
  /** It was asked, and has not answered so far. */
  readonly isUnanswered?: true
  /** This device holds nothing of the form run: it can't say where its answers are. */
  readonly isNotHere?: true
}

/** The same, with the names of files that neither the server nor this device has any more. */
export interface WorkAt extends AnswersAt {
  readonly lostFiles: readonly string[]
}

const numberOf = ({ lastSave }: AnswerRecord): number | undefined => {
  const number = lastSave?.payload.questionNumber
  return typeof number === 'number' && number > 0 ? number : undefined
}

/** What is known of a form run beside what the store has of it. */
interface Known {
  /** As the page has them that has it open: some of it may not be in the store. */
  readonly records?: readonly AnswerRecord[] | undefined
  /** How far the server has been asked whether it still has them; undefined if nothing makes one ask. */
  readonly asking?: Asking | undefined
}

/** Why the server has refused the saves of a form run for good, by request id. */
export const refusedSaves = async (
  store: Pick<ExamStore, 'setAside'>,
  formRunGuid: string,
): Promise<ReadonlyMap<string, { readonly reason: string; readonly request: Partial<RequestRecord> }>> => {
  const found = new Map<string, { reason: string; request: Partial<RequestRecord> }>()
  for (const { from, reason, value } of await store.setAside()) {
    // Boundary: what was set aside from the requests is one.
    const request = value as Partial<RequestRecord>
    if (from !== 'requests' || request.type !== requestTypes.saveAnswer || request.formRunGuid !== formRunGuid) continue
    if (request.id !== undefined) found.set(request.id, { reason, request })
  }
  return found
}

/** Reads where the answers of a form run are, from what this device holds of it, whichever page wrote it. */
export const whereAnswersAre = async (
  store: Pick<ExamStore, 'answersOf' | 'setAside'>,
  userGuid: string,
  formRunGuid: string,
  { records, asking }: Known = {},
): Promise<AnswersAt> => {
  const all = records ?? (await store.answersOf(userGuid, formRunGuid))
  const isHere = (record: AnswerRecord) => answerPlace(record) === 'here'
  const wasThere = all.filter((one) => answerPlace(one) !== undefined && !isHere(one) && isGivenAnswer(one))
  const countGiven = (some: readonly AnswerRecord[]) => some.filter(({ answer }) => answer.answerText !== visitedText).length
  // Of a form run that the server doesn't know it has nothing.
  const there = asking === 'unknown' ? [] : wasThere
  const lacking = asking === 'unknown' ? [...all.filter(isHere), ...wasThere] : all.filter(isHere)
  const reasons = new Map<string, string>()
  if (lacking.length > 0)
    for (const { reason, request } of (await refusedSaves(store, formRunGuid)).values())
      if (request.callbackId !== undefined) reasons.set(request.callbackId, reason)
  return {
    // That a page was seen is nothing that its learner gave, and the review counts it nowhere. Whoever typed that very word is counted by the server.
    onServer: countGiven(there),
    onlyHere: lacking.map((record) => ({
      questionId: record.questionId,
      number: numberOf(record),
      reason: reasons.get(record.questionId) ?? (asking === 'unknown' ? 'NOT_FOUND' : undefined),
    })),
    ...((asking === 'asking' || asking === 'unreachable') && { isChecking: true }),
    ...(asking === 'unreachable' && { isUnanswered: true }),
  }
}
