import type { Question } from '@sitwell/contract'
import { toRecorded } from '@sitwell/question-types/recordings'
import { requestTypes } from '../../storage/records.ts'
import type { AnswerBook } from '../answers/answer-book.ts'
import type { PlayerSync } from '../player-sync-types.ts'
import type { ActivityLog } from './activity-log.ts'
import { activityTypes } from './activity-types.ts'

/** Milliseconds between two loggings of answers that changed (spec 3 §7). */
export const logIntervalMs = 30_000

/** The part of the activity log that follows from answers and connection, whatever screen shows. */
export interface ExamActivity {
  /** Logs each answer that changed since it was logged last: on finishing, timing out, moving, and every 30 seconds. */
  flush(): void
  stop(): void
}

/** Logs answers as they change, what the server has acknowledged, and the coming and going of the connection. */
export const followExamActivity = (parts: {
  readonly log: Pick<ActivityLog, 'record'>
  readonly sync: Pick<PlayerSync, 'connection' | 'queue'>
  readonly questions: ReadonlyMap<string, Question>
  readonly formRunGuid: string
  readonly answers: Pick<AnswerBook, 'get'>
}): ExamActivity => {
  const { log, sync, questions, answers, formRunGuid } = parts
  const logged = new Map([...questions.keys()].map((id) => [id, answers.get(id)]))

  const flush = () => {
    for (const [id, question] of questions) {
      const before = logged.get(id)
      const now = answers.get(id)
      logged.set(id, now)
      if (before?.workings !== now.workings) log.record(activityTypes.workings, { questionId: id, value: now.workings })
      if (before?.answer !== now.answer)
        log.record(activityTypes.localAnswer, { questionId: id, ...toRecorded(question, now.answer) })
    }
  }

  const timer = setInterval(flush, logIntervalMs)
  const stopConnection = sync.connection.subscribe((state) =>
    log.record(state === 'offline' ? activityTypes.offline : activityTypes.online),
  )
  const stopQueue = sync.queue.subscribe(({ kind, request }) => {
    if (kind !== 'acknowledged' || request.type !== requestTypes.saveAnswer || request.formRunGuid !== formRunGuid) return
    const { answerText, options, otherText, sequence, ClientTime: clientTime } = request.payload
    log.record(activityTypes.serverAnswer, {
      questionId: request.payload.questionVersionId,
      answerText,
      options,
      otherText,
      sequence,
      clientTime,
    })
  })
  return {
    flush,
    stop() {
      clearInterval(timer)
      stopConnection()
      stopQueue()
    },
  }
}
