import { toRecorded } from '@sitwell/question-types/recordings'
import { useEffect } from 'react'
import { requestTypes } from '../../storage/records.ts'
import { type ActivityType, activityTypes } from '../../sync/activity-types.ts'
import type { FormRun } from '../../sync/form-run.ts'
import type { ExamVisit } from '../exam-visit.ts'

/** Milliseconds between two loggings of answers that changed (spec 3 §7). */
const logIntervalMs = 30_000

/** What was answered and is not yet logged. */
export interface AnswerLogging {
  /** Logs each answer that changed since it was logged last: on finishing, timing out, moving, and every 30 seconds. */
  flush(): void
}

/** Makes the logging of answers of one form run. */
export const createAnswerLogging = (visit: ExamVisit, formRun: FormRun): AnswerLogging => {
  const ids = [...visit.exam.questions.keys()]
  const logged = new Map(ids.map((id) => [id, formRun.answers.get(id).answer]))
  const loggedWorkings = new Map(ids.map((id) => [id, formRun.answers.get(id).workings]))
  return {
    flush() {
      for (const id of ids) {
        const { answer, workings } = formRun.answers.get(id)
        if (loggedWorkings.get(id) !== workings) {
          loggedWorkings.set(id, workings)
          visit.log.add(activityTypes.workings, { questionId: id, value: workings })
        }
        const question = visit.exam.questions.get(id)
        if (logged.get(id) === answer || !question) continue
        logged.set(id, answer)
        visit.log.add(activityTypes.localAnswer, { questionId: id, value: toRecorded(question, answer) })
      }
    },
  }
}

/** Logs answers as they change, what the server has acknowledged, and the coming and going of the connection. */
export const useActivity = (visit: ExamVisit, logging: AnswerLogging): void => {
  useEffect(() => {
    const { sync, log } = visit
    const add = (type: ActivityType, value?: unknown) => log.add(type, value)
    const timer = setInterval(() => logging.flush(), logIntervalMs)
    const unsubscribe = [
      sync.connection.subscribe((state) => add(state === 'offline' ? activityTypes.offline : activityTypes.online)),
      sync.queue.subscribe(({ kind, request }) => {
        if (kind !== 'acknowledged' || request.type !== requestTypes.saveAnswer) return
        const { answerText, options, otherText, sequence, ClientTime: clientTime } = request.payload
        add(activityTypes.serverAnswer, {
          questionId: request.callbackId,
          answerText,
          options,
          otherText,
          sequence,
          clientTime,
        })
      }),
    ]
    return () => {
      clearInterval(timer)
      for (const stop of unsubscribe) stop()
    }
  }, [visit, logging])
}
