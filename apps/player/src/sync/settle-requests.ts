import type { ExamStore, RecordChange } from '../storage/exam-store.ts'
import type { AnswerRecord, RequestRecord } from '../storage/records.ts'
import { acknowledgedAnswer, tooLateAnswer } from './answers/acknowledged-answer.ts'
import { digestOf } from './answers/answer-book.ts'
import type { StoredCourses } from './courses/stored-courses.ts'
import type { FormRun } from './form-run/form-run.ts'
import { isTakenBack, reopened } from './form-run/take-back.ts'
import { isRefusedAsLate, saveReplyOf, savesIn, sequenceOf } from './queue/delivery.ts'
import type { ExamKind } from './queue/exam-queue.ts'
import { withoutHopeless } from './queue/without-hopeless.ts'

/** What happens to the records as the server answers requests of one kind. */
type Settling = Pick<ExamKind, 'acknowledged' | 'refused' | 'closing'>

export interface SettlingParts {
  readonly store: ExamStore
  readonly userGuid: string
  /** Form runs that are open in this tab. */
  readonly open: ReadonlyMap<string, FormRun>
  /** Those that are about to be open: what they send at once may be answered before they are. */
  readonly opening: ReadonlyMap<string, Promise<unknown>>
  readonly courses: Pick<StoredCourses, 'acknowledged'>
  /** The server has a form run's completion. */
  completed(formRunGuid: string): Promise<void>
  /** The server didn't take a completion: the form run is open again. */
  onTakenBack(formRunGuid: string): void
}

/** What happens to the records of answers and form runs as the server answers requests, whether their form run is open in this tab or not. */
export const settleRequests = ({
  store,
  userGuid,
  open,
  opening,
  courses,
  completed,
  onTakenBack,
}: SettlingParts): Readonly<Record<'saveAnswer' | 'saveTime' | 'finishExam' | 'saveCourse', Settling>> => {
  /** Changes the answer of a save whose form run isn't open in this tab: its record is in the store alone. */
  const changeClosed = async (
    request: RequestRecord,
    change: (record: AnswerRecord, sequence: number) => AnswerRecord,
  ): Promise<RecordChange[]> => {
    const records = await store.answersOf(userGuid, request.formRunGuid)
    return records
      .filter((record) => record.questionId === request.callbackId)
      .map((record) => ({ answer: change(record, sequenceOf(request)) }))
  }

  /** The form run of a completion that the server didn't take is open again; a page that has it open knows it as finished. */
  const takeBack = async ({ formRunGuid }: RequestRecord): Promise<RecordChange[]> => {
    await opening.get(formRunGuid)
    open.get(formRunGuid)?.stop()
    const run = await store.formRun(userGuid, formRunGuid)
    onTakenBack(formRunGuid)
    return run ? [{ formRun: reopened(run) }] : []
  }

  /** The form run that is open in this tab, with what the server said of how many saves it has. */
  const heard = async ({ formRunGuid }: RequestRecord, reply: unknown, isSave: boolean): Promise<FormRun | undefined> => {
    await opening.get(formRunGuid)
    const formRun = open.get(formRunGuid)
    formRun?.comparison.received(savesIn(reply), isSave)
    return formRun
  }

  return {
    saveAnswer: {
      async acknowledged(request, reply) {
        const formRun = await heard(request, reply, true)
        const saveReply = saveReplyOf(reply)
        const acknowledged = (record: AnswerRecord, sequence: number) => acknowledgedAnswer(record, sequence, saveReply)
        return formRun?.acknowledge(request, saveReply) ?? changeClosed(request, acknowledged)
      },
      async refused(request, reason) {
        if (!isRefusedAsLate(request, reason)) return []
        await opening.get(request.formRunGuid)
        return open.get(request.formRunGuid)?.refusedAsLate(request) ?? changeClosed(request, tooLateAnswer)
      },
    },
    saveTime: {
      async acknowledged(request, reply) {
        await heard(request, reply, false)
        return []
      },
    },
    finishExam: {
      async acknowledged({ formRunGuid }) {
        await completed(formRunGuid)
        return []
      },
      refused: async (request, reason) => (isTakenBack(request, reason) ? takeBack(request) : []),
      closing: {
        numberOf: sequenceOf,
        without: withoutHopeless,
        async resend(request, missing) {
          const formRun = open.get(request.formRunGuid)
          if (formRun) return formRun.resend(request, missing)
          const records = await store.answersOf(userGuid, request.formRunGuid)
          const lacking = records.filter(({ sequence, lastSave }) => lastSave && missing.includes(sequence))
          const numbered = records.filter(({ writerId: by, sequence }) => by === request.payload.writerId && sequence > 0)
          const digest = request.payload.answers === undefined ? {} : { answers: digestOf(records, 'numbered') }
          return {
            first: lacking.flatMap(({ lastSave }) => (lastSave ? [lastSave] : [])),
            request: {
              ...request,
              payload: { ...request.payload, sequences: numbered.map(({ sequence }) => sequence), ...digest },
            },
          }
        },
      },
    },
    saveCourse: { acknowledged: courses.acknowledged },
  }
}
