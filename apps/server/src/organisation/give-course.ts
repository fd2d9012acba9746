import { randomUUID } from 'node:crypto'
import { nothingSet } from '@sitwell/exam/courses/sco-outcome'
import type { Kysely } from 'kysely'
import { nextNumber } from '../db/next-number.ts'
import type { Schema, ScoAttemptTable } from '../db/schema.ts'
import { selectPersonNamed } from '../security/people/person-named.ts'
import type { ImportNote } from './schedules.ts'
import type { StoredCourse } from './store-course.ts'

const done = (text: string): ImportNote => ({ text, isProblem: false })
const problem = (text: string): ImportNote => ({ text, isProblem: true })

/** Written by `store-course.ts`. */
const countOf = ({ content }: StoredCourse) => (JSON.parse(content) as { readonly scos: readonly unknown[] }).scos.length

const begin = async (
  kysely: Kysely<Schema>,
  course: StoredCourse,
  userGuid: string,
  nowMs: number,
  guid: string = randomUUID(),
) => {
  const { org_id, course_guid, version } = course
  const course_attempt_guid = guid
  const course_attempt_id = await nextNumber(kysely, org_id, 'course-attempt')
  await kysely
    .insertInto('course_attempt')
    .values({
      ...{ org_id, course_attempt_guid, course_attempt_id, user_guid: userGuid, course_guid, version },
      ...{ status: 0, given_at: nowMs, started_at: null, ended_at: null, sequencing_state: null, cluster_attempts: null },
    })
    .execute()
  const count = countOf(course)
  const last = await nextNumber(kysely, org_id, 'sco-attempt', count)
  for (let position = 0; position < count; position += 1) {
    const row: ScoAttemptTable = {
      ...{ org_id, sco_attempt_id: last - count + 1 + position, sco_attempt_guid: randomUUID(), course_attempt_guid, position },
      ...{ status: 0, started_at: null, ended_at: null, data: '[]', outcome: JSON.stringify(nothingSet) },
      ...{ number: 0, last_sequence: 0, over_from: null, has_ended: 0, saves: 0, saved_at: null, attempts: 0 },
    }
    await kysely.insertInto('sco_attempt').values(row).execute()
  }
}

const takeAway = async (kysely: Kysely<Schema>, orgId: number, courseAttemptGuid: string) => {
  for (const table of ['sco_attempt', 'course_attempt'] as const)
    await kysely.deleteFrom(table).where('org_id', '=', orgId).where('course_attempt_guid', '=', courseAttemptGuid).execute()
}

/** Why a learner gets no other course than what they hold of it; undefined where they may. */
const standingOf = (
  held: readonly { readonly status: number; readonly version: number }[],
  version: number,
  username: string,
): ImportNote | undefined => {
  const unbegun = held.find(({ status }) => status === 0)
  if (unbegun?.version === version) return done(`${username}: has the course already.`)
  if (unbegun && unbegun.version > version) return problem(`${username}: has version ${unbegun.version} already.`)
  const running = held.find(({ status }) => status === 1)
  if (running?.version === version) return done(`${username}: takes the course already.`)
  return running && problem(`${username}: takes version ${running.version}; nothing was changed.`)
}

/**
 * Gives a course to a learner. Who has it and has not begun takes its version; who takes it stays with theirs; who is through gets it
 * once more only where `again` asks for it. Throws where there is no such learner.
 */
export const giveCourse = (
  kysely: Kysely<Schema>,
  course: StoredCourse,
  username: string,
  { again, nowMs }: { readonly again: boolean; readonly nowMs: number },
): Promise<ImportNote> =>
  kysely.transaction().execute(async (transaction) => {
    const { org_id: orgId, course_guid, version } = course
    const person = await selectPersonNamed(transaction, orgId, username)
    if (!person) throw new Error(`Nobody in organisation ${orgId} is called ${username}.`)
    const held = await transaction
      .updateTable('course_attempt')
      // It holds the rows: who begins the course this moment has begun it, or waits.
      .set((set) => ({ status: set.ref('status') }))
      .where('org_id', '=', orgId)
      .where('course_guid', '=', course_guid)
      .where('user_guid', '=', person.user_guid)
      .returning(['course_attempt_guid', 'version', 'status'])
      .execute()
    const unbegun = held.find(({ status }) => status === 0)
    const settled = standingOf(held, version, username)
    if (settled) return settled
    if (!unbegun && held.length > 0 && !again)
      return problem(`${username}: is through with the course; --again gives it once more.`)
    if (unbegun) await takeAway(transaction, orgId, unbegun.course_attempt_guid)
    await begin(transaction, course, person.user_guid, nowMs, unbegun?.course_attempt_guid)
    if (unbegun) return done(`${username}: takes version ${version} in place of ${unbegun.version}.`)
    return done(`${username}: was given the course${held.length > 0 ? ' once more' : ''}.`)
  })
