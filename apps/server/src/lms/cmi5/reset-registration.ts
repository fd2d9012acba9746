import { nothingDone } from '@sitwell/exam/courses/cmi5/move-on'
import type { Kysely } from 'kysely'
import type { Schema } from '../../db/schema.ts'
import { type HeldCourse, updateCourse, updateSco } from '../queries.ts'
import { abandonSessions } from './abandon-sessions.ts'
import { selectRegistration, updateRegistration } from './queries.ts'

/**
 * Sets a held course of cmi5 back to not started: its registration ends, and the next launch begins another one. All that was said in
 * it stays; launches of it that continue are abandoned, and say nothing more.
 */
export const resetRegistration = async (
  transaction: Kysely<Schema>,
  held: HeldCourse,
  author: string,
  nowMs: number,
): Promise<void> => {
  const { course, scos } = held
  const registration = await selectRegistration(transaction, course.org_id, course.course_attempt_guid)
  if (registration) {
    await abandonSessions(transaction, held, registration, { nowMs })
    await updateRegistration(transaction, registration, { ended_at: nowMs, ended_by: author })
  }
  const outcome = JSON.stringify(nothingDone)
  for (const sco of scos)
    await updateSco(transaction, sco, { status: 0, started_at: null, ended_at: null, outcome, saved_at: null })
  await updateCourse(transaction, course, 0, nowMs)
}
