import { type CourseLaunch, scormData } from '@sitwell/contract'
import { leastAfter, sequencesEach } from '@sitwell/exam/save-sequences'
import type { Kysely } from 'kysely'
import type { Schema, ScoAttemptTable } from '../db/schema.ts'
import { refuse } from '../http/refusal.ts'
import { route, type ServiceContext } from '../http/service.ts'
import type { AuthoredSco } from '../import/imported-course.ts'
import { contentOf } from './course-content.ts'
import { readData, toElements } from './course-data.ts'
import { selectFilesToKeep } from './course-files.ts'
import { keepStanding } from './course-standing.ts'
import { signCourseToken } from './course-token.ts'
import { type CourseAttemptRow, type HeldCourse, lockCourse, selectCourse, selectCourseOfSco, updateSco } from './queries.ts'
import { sealOpening } from './sco-opening.ts'
import { scormOrigin } from './scorm-address.ts'
import { closedIn, isToResume } from './sequenced-course.ts'
import { shownCourse } from './shown-course.ts'

/** Sets numbers aside for the page that opens a SCO, and answers the last one before them. */
const open = async (
  transaction: Kysely<Schema>,
  held: HeldCourse,
  sco: ScoAttemptTable,
  kind: AuthoredSco['kind'],
  nowMs: number,
) => {
  // Over all SCOs of the course: who opened one later is known by its number.
  const known = held.scos.flatMap((one) => [one.last_sequence + sequencesEach, one.number])
  const number = Math.max(leastAfter(nowMs), ...known)
  const isReview = sco.status === 2
  const isShown = kind === 'asset'
  // What ended without being suspended was one attempt; in SCORM 2004 the next one begins with nothing set.
  const isAnew = held.course.standard === '2004' && sco.saved_at !== null && !isReview && !isToResume(sco)
  const fields = {
    last_sequence: number,
    started_at: sco.started_at ?? nowMs,
    status: isReview || isShown ? 2 : Math.max(1, sco.status),
    ...(isAnew && { attempts: sco.attempts + 1, saved_at: null, has_ended: 0 as const }),
    ...((isReview || isShown) && { over_from: sco.over_from ?? number, ended_at: sco.ended_at ?? nowMs }),
    ...(isShown && { outcome: JSON.stringify({ completion: 'completed', success: 'passed' }) }),
  }
  await updateSco(transaction, sco, fields)
  await keepStanding(transaction, { ...held, scos: held.scos.map((one) => (one === sco ? { ...one, ...fields } : one)) }, nowMs)
  return { number, isReview }
}

const pathOf = (path: string) => path.split('/').map(encodeURIComponent).join('/')

const launchOf = (
  { sequencing_state, ...course }: CourseAttemptRow,
  version: CourseLaunch['version'],
  { path, parameters, prerequisites: _, completionSetByContent: __, objectiveSetByContent: ___, ...sco }: AuthoredSco,
  base: string,
): Omit<CourseLaunch, 'entry' | 'mode' | 'files'> => {
  const { sequencing } = contentOf(course)
  return {
    ...sco,
    version,
    base,
    address: base + pathOf(path) + parameters,
    ...(sequencing && { sequencing }),
    ...(sequencing_state !== null && { sequencingState: sequencing_state }),
  }
}

/** Opens a SCO of the learner's own, if it is open: what it had set, and how it is launched. */
export const scormDataRoute = ({ database: { kysely }, clock, keys, config, ports }: ServiceContext) =>
  route(scormData, async ({ caller, params: { attemptId }, request }) => {
    const notFound = () => refuse('NOT_FOUND', 'There is no such attempt of this person.')
    const guid = await selectCourseOfSco(kysely, caller, attemptId)
    if (guid === undefined) return notFound()
    const nowMs = clock.nowMs()
    const opened = await kysely.transaction().execute(async (transaction) => {
      const held = await lockCourse(transaction, caller.orgId, guid)
      const sco = held?.scos.find((one) => one.sco_attempt_id === attemptId)
      const content = held && sco && contentOf(held.course).scos[sco.position]
      // An AU is launched by a call of its own.
      if (!content || held.course.standard === 'cmi5' || closedIn(held)[held.scos.indexOf(sco)] !== undefined) return undefined
      return { sco, content, standard: held.course.standard, ...(await open(transaction, held, sco, content.kind, nowMs)) }
    })
    if (!opened)
      return refuse(
        'SCO_NOT_OPEN',
        'This SCO waits for another one, was failed, or is not given out by the rules of its course.',
      )
    const held = await selectCourse(kysely, caller.orgId, guid)
    if (!held) return notFound()
    const { sco, content, standard, number, isReview } = opened
    const { content_guid } = held.course
    const { orgId, userGuid, sessionId } = caller
    const { sco_attempt_guid: scoAttemptGuid } = sco
    const { course_guid: courseGuid } = held.course
    const { identifier } = content
    const token = signCourseToken(keys, { orgId, contentGuid: content_guid, sessionId }, nowMs)
    const base = `${scormOrigin(config, ports, request)}/course/${token}/`
    const files = await selectFilesToKeep(kysely, orgId, content_guid)
    const entry: CourseLaunch['entry'] = isReview ? '' : isToResume(sco) ? 'resume' : 'ab-initio'
    // In SCORM 2004 what ended without being suspended begins anew; in 1.2 a SCO finds again whatever it set.
    const data = standard === '2004' && entry === 'ab-initio' ? [] : toElements(readData(sco))
    return {
      ok: true,
      value: {
        attemptData: {
          data,
          number,
          standing: sco.number,
          opening: sealOpening(keys, { orgId, userGuid, scoAttemptGuid, courseGuid, identifier, number, openedAtMs: nowMs }),
        },
        courseAttemptDetails: shownCourse(held),
        launch: {
          ...launchOf(held.course, standard, content, base),
          entry,
          mode: isReview ? ('review' as const) : ('normal' as const),
          ...(files && { files }),
        },
      },
    }
  })
