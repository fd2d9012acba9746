import type { Api } from '@sitwell/client/api'
import {
  type CourseAttempt,
  type CourseLaunch,
  cmi5Launch,
  courseKeep,
  courseQuery,
  type LeftPlace,
  type ScoAttempt,
  scormData,
  scormReset,
} from '@sitwell/contract'
import { requestTypes } from '../storage/records.ts'
import type { CourseHere } from '../sync/courses/course-here.ts'
import { type CourseOpening, isSaveOf, sayOpening } from '../sync/courses/course-saves.ts'
import type { PlayerSync } from '../sync/player-sync-types.ts'
import type { CourseSteps, OpenedSco, OpenFailure } from './course.machine.ts'

/** Milliseconds until a server that did not say how a course stands is asked again. */
const keepAgainMs = 5000

/** Milliseconds that the server is given to take what a SCO set last, before its course is shown as it is. */
const sendingMs = 4000

type CourseSync = Pick<PlayerSync, 'queue' | 'connection' | 'courses' | 'coursesHere'>

interface StepsParts {
  readonly api: Api
  readonly sync: Promise<CourseSync>
  readonly courseGuid: string
  readonly learner: Omit<CourseOpening['about'], 'courseName'>
  /** Of the page. */
  readonly language: string
  newId(): string
  /** Takes over what SCOs of this course set as an earlier page went away. */
  collect(): Promise<void>
  /** A course continues here without the server: so does the page that it is on, loaded again. */
  keepStart(): void
  onError(error: unknown): void
}

/** Waits until nothing of a SCO waits to be sent. False if that takes too long, or the server can't be reached. */
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
export const courseSteps = ({
  api,
  sync,
  courseGuid,
  learner,
  language,
  newId,
  collect,
  keepStart,
  onError,
}: StepsParts): CourseSteps => {
  /** What is kept here is asked for where the server doesn't answer, and that isn't waited for long. */
  const stored = async (): Promise<CourseHere | undefined> => (await sync).coursesHere.read(courseGuid).catch(() => undefined)
  const quickly = () => ({ attempts: 1, signal: AbortSignal.timeout(sendingMs) })
  const ask = async (): Promise<CourseAttempt | undefined> => {
    const here = await stored()
    const outcome = await api.call(courseQuery, { body: { parameters: { GUID: courseGuid } } }, here && quickly())
    if (outcome.ok) return outcome.value.results.find(({ GUID }) => GUID === courseGuid)
    if (here && outcome.kind === 'unreachable') return here.course
    throw new Error(outcome.message)
  }
  let openings = 0
  /** Keeps how the course stands beside its files, once the server says it; false if it doesn't before another SCO is opened. */
  const keepStanding = async (content: string, place: LeftPlace): Promise<boolean> => {
    const opening = openings
    const { coursesHere } = await sync
    while (opening === openings) {
      const outcome = await api.call(courseKeep, { params: { courseGuid } })
      if (outcome.ok) {
        if (outcome.value.content !== content) return false
        await coursesHere.keep(courseGuid, place, outcome.value)
        keepStart()
        return true
      }
      if (outcome.kind === 'refused') return false
      await new Promise((resolve) => setTimeout(resolve, keepAgainMs))
    }
    return false
  }
  /** What is set from now on is here anyway. */
  const keepCourse = async ({ content }: CourseLaunch): Promise<Pick<OpenedSco, 'place' | 'standing'>> => {
    if (content === undefined) return {}
    const place = await (await sync).coursesHere.placeOf(courseGuid, content)
    const standing = keepStanding(content, place).catch((error: unknown) => {
      onError(error)
      return false
    })
    return { place, standing }
  }
  const openHere = async ({ attemptId, name }: ScoAttempt, failure: OpenFailure): Promise<OpenedSco | OpenFailure> => {
    const { coursesHere, queue } = await sync
    const here = await coursesHere.read(courseGuid)
    if (!here) return failure
    const opened = await coursesHere.open(courseGuid, attemptId)
    if (!opened) return 'course.notOpenText'
    const { number, launch } = opened
    const writer = newId()
    // Opening an asset is completing it, and it has nothing to set that would say so.
    if (launch.kind === 'asset' && launch.mode === 'normal')
      await queue.enqueue({
        type: requestTypes.saveCourse,
        callbackId: String(attemptId),
        formRunGuid: '',
        payload: {
          ...sayOpening({ writer, about: { ...learner, courseName: here.course.Course_Name }, number, isOpenedHere: true }),
          data: [],
          number: number + 1,
          ends: true,
        },
      })
    return { attemptId, name, ...opened, opening: undefined, isOpenedHere: true, writer }
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
  /** What the server says of a SCO as it opens; undefined where what it lacks of an earlier visit can't be sent before. */
  const askFor = async (attemptId: ScoAttempt['attemptId']) => {
    const { courses, coursesHere: _, ...sending } = await sync
    const options = (await stored()) && quickly()
    const call = () => api.call(scormData, { params: { attemptId } }, options)
    const outcome = await call()
    const standing = outcome.ok ? outcome.value.attemptData.standing : undefined
    // The database was set back: the SCO continues where it was here.
    if (standing === undefined || !(await courses.sendLacking(attemptId, standing))) return outcome
    return (await untilSent(sending, attemptId)) ? call() : undefined
  }
  return {
    load,
    async open(sco) {
      openings += 1
      if (sco.kind === 'au') return launchAu(sco)
      const { attemptId, name } = sco
      const { courses: _, coursesHere: __, ...sending } = await sync
      // What an earlier visit left counts, and is on the server before the SCO asks for it.
      if (!(await untilSent(sending, attemptId)))
        return sending.connection.state() === 'offline' ? openHere(sco, 'course.unsentText') : 'course.unsentText'
      const outcome = await askFor(attemptId)
      if (!outcome) return 'course.unsentText'
      if (!outcome.ok) return outcome.kind === 'unreachable' ? openHere(sco, failureOf(outcome)) : failureOf(outcome)
      const { attemptData, launch } = outcome.value
      const { data, number, opening } = attemptData
      return { attemptId, name, launch, data, number, opening, writer: newId(), ...(await keepCourse(launch)) }
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
