import { browserStorage } from '@sitwell/client/held-storage'
import { newUuid } from '@sitwell/client/new-uuid'
import { dashState, noteLearnerActions, pageReport, restBreak } from '@sitwell/contract'
import { untilOverMs } from '@sitwell/exam/time/exam-time'
import { useEffect, useMemo } from 'react'
import { usePlayer } from '../../../context/player-context.tsx'
import { confirmedActions } from '../../../day/confirmed-actions.ts'
import { createLearnerActions, type LearnerActions } from '../../../day/learner-actions.ts'
import type { LiveNews } from '../../../live/live-news.ts'
import type { ExamRun } from '../run/use-exam-run.ts'
import { followRest, type Rest } from './follow-rest.ts'
import { createPageReports } from './page-reports.ts'

/** What staff do on the day of an exam, as it reaches a page, and what the page says of itself. */
export interface ExamDay {
  readonly actions: LearnerActions
  readonly rest: Rest
}

/** Follows a running exam for as long as its screens show; without a connection it waits, and the exam continues as it is. */
export const useExamDay = (run: ExamRun): ExamDay => {
  const { api, appSettings, reportError } = usePlayer()
  const { formRun, live, visit } = run
  const { connection, queue } = visit.sync
  const { formRunGuid, time } = formRun
  const isPartSlow = run.partWaiting === 'slow'

  const day = useMemo(() => {
    const onError = (error: unknown) => reportError(error, 'exam day')
    const ask = () => api.call(dashState, { query: { formRunGuid } }, { attempts: 1 })
    return {
      onError,
      actions: createLearnerActions({
        note: (body) => api.call(noteLearnerActions, { body }, { attempts: 1 }),
        confirmed: confirmedActions(browserStorage),
        onError,
      }),
      rest: followRest({
        ...{ time, live, ask, onError },
        begin: async () => {
          // What was typed before the break is there before it, if the network lets it.
          await formRun.saveAll()
          return api.call(restBreak, { body: { formRunGuid, requestId: newUuid() } })
        },
      }),
    }
  }, [api, formRun, formRunGuid, time, live, reportError])
  const { actions, rest, onError } = day
  useEffect(() => () => rest.stop(), [rest])

  useEffect(() => {
    const take = (news: LiveNews) => {
      if (news.kind === 'action') actions.receive([news.action], true)
    }
    live.past.forEach(take)
    const stops = [
      live.onNews(take),
      live.onState(actions.met),
      // What waited for the server is told with what else waited for it.
      visit.sync.beforeFlush(actions.tell),
    ]
    return () => stops.forEach((stop) => void stop())
  }, [live, actions, visit.sync])

  useEffect(() => {
    const reports = createPageReports({
      facts: () => {
        const leftMs = untilOverMs(time.exact())
        return {
          formRunGuid,
          ...(leftMs !== undefined && { leftMs: Math.round(leftMs) }),
          unsent: formRun.unsent().length,
          build: appSettings.appVersion,
        }
      },
      deviceMs: () => Date.now(),
      mayReport: () =>
        connection.state() !== 'offline' &&
        time.read().pausedBy !== 'connection' &&
        !isPartSlow &&
        formRun.sitting() !== undefined,
      send: (body) => api.call(pageReport, { body }, { attempts: 1 }),
      onActions: (received) => {
        actions.receive(received, false)
        void actions.tell().catch(onError)
      },
      random: Math.random,
      onError,
    })
    const stop = queue.subscribe(reports.look)
    return () => {
      stop()
      reports.stop()
    }
  }, [api, appSettings, formRun, formRunGuid, time, connection, queue, isPartSlow, actions, onError])
  return { actions, rest }
}
