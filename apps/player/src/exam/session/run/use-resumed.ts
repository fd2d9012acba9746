import { newUuid } from '@sitwell/client/new-uuid'
import { resumeSitting } from '@sitwell/contract'
import { useEffect, useMemo } from 'react'
import { usePlayer } from '../../../context/player-context.tsx'
import type { FormRun } from '../../../sync/form-run/form-run.ts'
import type { ExamVisit } from '../../content/exam-visit.ts'
import type { LiveRun } from './live-run.ts'
import { createTellResumed, type TellResumed } from './tell-resumed.ts'

/** The learner's way back after a pause; the server hears of it before what waits for the connection is sent. */
export const useResumed = (
  { sync }: ExamVisit,
  formRun: FormRun,
  live: LiveRun,
  onError: (error: unknown) => void,
): TellResumed => {
  const { api } = usePlayer()
  const { formRunGuid, time } = formRun
  const resumed = useMemo(
    () =>
      createTellResumed({
        formRunGuid,
        time,
        call: (body) => api.call(resumeSitting, { body }, { attempts: 1 }),
        newId: newUuid,
        steadyMs: () => performance.now(),
        onError,
      }),
    [api, formRunGuid, time, onError],
  )
  useEffect(() => {
    const stops = [resumed.start(), sync.beforeFlush(resumed.tell), live.onState(resumed.compare)]
    return () => stops.forEach((stop) => void stop())
  }, [sync, resumed, live])
  return resumed
}
