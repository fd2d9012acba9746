import type { Api } from '@sitwell/client/api'
import { type CourseAttempt, cmi5Launch, courseQuery, type ScoAttempt, scormData, scormReset } from '@sitwell/contract'
import { isSaveOf } from '../sync/course-saves.ts'
import type { PlayerSync } from '../sync/player-sync-types.ts'
import type { CourseSteps, OpenFailure } from './course.machine.ts'

/** Milliseconds that the server is given to take what a SCO set last, before its course is shown as it is. */
const sendingMs = 4000

type CourseSync = Pick<PlayerSync, 'queue' | 'connection' | 'courses'>

interface StepsParts {
  readonly api: Api
  readonly sync: Promise<CourseSync>
  readonly courseGuid: string
  /** Of the page. */
  readonly language: string
  newId(): string
  /** Takes over what SCOs of this course set as an earlier page went away. */
  collect(): Promise<void>
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

const failureOf = (outcome: { readonly kind: string; readonly status?: number | undefined }): OpenFailure => {
  if (outcome.kind === 'unreachable') return 'course.needsConnection'
  return outcome.kind === 'refused' && outcome.status === 403 ? 'course.notOpenText' : 'course.openFailedText'
}

/** The steps of a course's page against the server. */
export const courseSteps = ({ api, sync, courseGuid, language, newId, collect }: StepsParts): CourseSteps => {
  const ask = async (): Promise<CourseAttempt | undefined> => {
    const outcome = await api.call(courseQuery, { body: { parameters: { GUID: courseGuid } } })
    if (!outcome.ok) throw new Error(outcome.message)
    return outcome.value.results.find(({ GUID }) => GUID === courseGuid)
  }
  const load = async () => {
    await collect()
    const course = await ask()
    const { queue, courses, connection } = await sync
    // The reply may have told that the database was set back: then the course is what it is with all that goes again.
    await courses.settled()
    const isUnsent = ({ attemptId }: ScoAttempt) => queue.waiting().some((request) => isSaveOf(attemptId, request))
    const unsent = course?.ScoAttempts.filter(isUnsent) ?? []
    if (unsent.length === 0) return course
    await Promise.all(unsent.map(({ attemptId }) => untilSent({ queue, connection }, attemptId)))
    return ask()
  }
  const launchAu = async ({ attemptId, name }: ScoAttempt) => {
    const outcome = await api.call(cmi5Launch, { params: { attemptId }, body: { language } })
    if (!outcome.ok) return failureOf(outcome)
    return { kind: 'au' as const, attemptId, name, launch: outcome.value.launch }
  }
  return {
    load,
    async open(sco) {
      if (sco.kind === 'au') return launchAu(sco)
      const { attemptId, name } = sco
      const { courses, ...sending } = await sync
      // What an earlier visit left counts, and is on the server before the SCO asks for it.
      if (!(await untilSent(sending, attemptId))) return 'course.unsentText'
      const call = () => api.call(scormData, { params: { attemptId } })
      let outcome = await call()
      const standing = outcome.ok ? outcome.value.attemptData.standing : undefined
      // The database was set back: the SCO goes on where it was here.
      if (standing !== undefined && (await courses.sendLacking(attemptId, standing))) {
        if (!(await untilSent(sending, attemptId))) return 'course.unsentText'
        outcome = await call()
      }
      if (!outcome.ok) return failureOf(outcome)
      const { attemptData, launch } = outcome.value
      const { data, number, opening } = attemptData
      return { attemptId, name, launch, data, number, opening, writer: newId() }
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
