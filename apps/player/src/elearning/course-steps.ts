import { type CourseAttempt, courseQuery, scormData, scormReset } from '@sitwell/contract'
import type { Api } from '../api/api.ts'
import { isSaveOf } from '../sync/course-saves.ts'
import type { PlayerSync } from '../sync/player-sync.ts'
import type { CourseSteps } from './course.machine.ts'

/** Milliseconds that the server is given to take what a SCO set last, before its course is shown as it is. */
const sendingMs = 4000

interface StepsParts {
  readonly api: Api
  readonly sync: Promise<Pick<PlayerSync, 'queue' | 'connection'>>
  readonly courseGuid: string
  newId(): string
}

/** Waits until nothing of a SCO waits to be sent. False where that takes too long, or the server can't be reached. */
const untilSent = async (
  { queue, connection }: Pick<PlayerSync, 'queue' | 'connection'>,
  attemptId: number,
): Promise<boolean> => {
  const isThere = () => !queue.waiting().some((request) => isSaveOf(attemptId, request))
  if (connection.state() === 'offline' && !isThere()) await connection.pingNow()
  return new Promise((resolve) => {
    const stops: (() => void)[] = []
    const end = (isSent: boolean) => {
      clearTimeout(timer)
      for (const stop of stops) stop()
      resolve(isSent)
    }
    const look = () => {
      if (isThere()) end(true)
      else if (connection.state() === 'offline') end(false)
    }
    const timer = setTimeout(() => end(isThere()), sendingMs)
    stops.push(queue.subscribe(look), connection.subscribe(look))
    look()
  })
}

/** The steps of a course's page against the server. */
export const courseSteps = ({ api, sync, courseGuid, newId }: StepsParts): CourseSteps => {
  const load = async (): Promise<CourseAttempt | undefined> => {
    const outcome = await api.call(courseQuery, { body: { parameters: { GUID: courseGuid } } })
    if (!outcome.ok) throw new Error(outcome.message)
    return outcome.value.results.find(({ GUID }) => GUID === courseGuid)
  }
  return {
    load,
    async open({ attemptId, name }) {
      // What an earlier visit left counts, and is on the server before the SCO asks for it.
      if (!(await untilSent(await sync, attemptId))) return 'course.unsentText'
      const outcome = await api.call(scormData, { params: { attemptId } })
      if (!outcome.ok)
        return outcome.kind === 'refused' && outcome.status === 403 ? 'course.notOpenText' : 'course.openFailedText'
      const { attemptData, launch } = outcome.value
      return { attemptId, name, launch, data: attemptData.data, number: attemptData.number, writer: newId() }
    },
    async settle(attemptId) {
      await untilSent(await sync, attemptId)
      return load()
    },
    async reset(of) {
      const outcome = await api.call(scormReset, { body: of })
      return outcome.ok ? outcome.value.courseData : undefined
    },
  }
}
