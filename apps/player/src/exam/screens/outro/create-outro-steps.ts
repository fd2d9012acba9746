import type { Api } from '@sitwell/client/api'
import type { Connection } from '@sitwell/request-queue/connection'
import { requestTypes } from '../../../storage/records.ts'
import type { ActivityLog } from '../../../sync/activity/activity-log.ts'
import { followUploads } from '../../../sync/activity/upload-activity.ts'
import type { UploadLane } from '../../../sync/files/upload-lane-types.ts'
import type { FormRun } from '../../../sync/form-run/form-run.ts'
import type { RequestQueue } from '../../../sync/queue/exam-queue.ts'
import { ExamFailure } from '../../content/exam-failure.ts'
import { fetchResult } from './fetch-result.ts'
import type { OutroSteps } from './outro-steps.ts'

/** Milliseconds that finishing waits for the activity log, then it continues without (spec 3 §4). */
export const logTimeoutMs = 30_000

/** What the outro needs of an exam's visit. */
export interface OutroVisit {
  readonly exam: { readonly questions: ReadonlyMap<string, unknown> }
  readonly log: Pick<ActivityLog, 'record' | 'send' | 'stop'>
  readonly sync: {
    readonly queue: Pick<RequestQueue, 'subscribe' | 'waiting'>
    readonly connection: Pick<Connection, 'state' | 'subscribe'>
    readonly uploads: Pick<UploadLane, 'subscribe'>
  }
}

/** The steps of the outro over the queue and the player's client. */
export const createOutroSteps = (
  visit: OutroVisit,
  formRun: Pick<FormRun, 'formRunGuid' | 'answers' | 'keepFinishing' | 'finish'>,
  api: Pick<Api, 'call'>,
  /** Ends the session of a monitor, once the answers are on the server. */
  endMonitor: (api: Pick<Api, 'call'>, answersLeaving: () => Promise<void>) => Promise<void>,
): OutroSteps => {
  const { queue, connection } = visit.sync
  let stopUploads = () => {}

  /** Resolves once a request has left the queue, with why where the server refused it. */
  const leavingQueue = (requestId: string) =>
    new Promise<string | undefined>((resolve) => {
      const stop = queue.subscribe((event) => {
        if (event.request.id !== requestId) return
        if (event.kind !== 'acknowledged' && event.kind !== 'set-aside') return
        stop()
        resolve(event.kind === 'set-aside' ? event.reason : undefined)
      })
    })

  const hasAnswersWaiting = () =>
    queue.waiting().some(({ type, formRunGuid }) => type === requestTypes.saveAnswer && formRunGuid === formRun.formRunGuid)

  /** Resolves once no answer waits for the server, which writes down each that comes after the monitor's end. */
  const answersLeaving = async () => {
    if (!hasAnswersWaiting() || connection.state() === 'offline') return
    const { promise, resolve } = Promise.withResolvers<void>()
    const stop = queue.subscribe(() => hasAnswersWaiting() || resolve())
    await Promise.race([promise, goingOffline(visit)])
    stop()
  }

  return {
    async finishActivityLogger() {
      // Ahead of the wait for the log: whoever closes the page in it has finished anyway.
      void formRun.keepFinishing()
      stopUploads()
      // Files continue to the server until the exam is completed, and are logged like those before.
      stopUploads = followUploads({ ...visit, formRunGuid: formRun.formRunGuid })
      let timer: ReturnType<typeof setTimeout> | undefined
      const tooLong = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, logTimeoutMs)
      })
      const saved = (async () => {
        const logged = await visit.log.send()
        if (logged !== undefined && connection.state() === 'online') await leavingQueue(logged.id)
      })()
      // A failure of the log never keeps an exam from being completed (spec 3 §4).
      await Promise.race([saved.catch(() => undefined), tooLong, goingOffline(visit)])
      clearTimeout(timer)
      visit.log.stop()
    },
    closeIntegrityAdvocate: () => endMonitor(api, answersLeaving),
    async completeExam() {
      const request = await formRun.finish()
      const isWaiting = queue.waiting().some(({ id }) => id === request.id)
      const refused = isWaiting ? await leavingQueue(request.id) : undefined
      stopUploads()
      if (refused === 'TIME_LEFT') return 'time-left'
      await visit.log.send().catch(() => undefined)
      if (refused !== undefined) throw new ExamFailure(`The exam could not be completed: ${refused}`)
      return 'completed'
    },
    fetchResults: () =>
      fetchResult(api, formRun.formRunGuid, async () => [...visit.exam.questions.keys()].map(formRun.answers.get)),
  }
}

/** Without a connection the log waits in the queue; there is no use in waiting for it here. */
const goingOffline = ({ sync: { connection } }: OutroVisit) =>
  new Promise<void>((resolve) => {
    const stop = connection.subscribe((state) => {
      if (state !== 'offline') return
      stop()
      resolve()
    })
  })
