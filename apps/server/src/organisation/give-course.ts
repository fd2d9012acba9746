import type { Database } from '../db/database.ts'
import { beginAttempts, type HeldAttempt, holdGiving, removeUnbegun, selectHeldAttempts } from '../lms/give-courses.ts'
import { selectPersonNamed } from '../security/people/person-named.ts'
import type { ImportNote } from './schedules.ts'
import type { StoredCourse } from './store-course.ts'

const done = (text: string): ImportNote => ({ text, isProblem: false })
const problem = (text: string): ImportNote => ({ text, isProblem: true })

/** Why a learner gets no other course than what they hold of it; undefined if they may. */
const standingOf = (held: readonly HeldAttempt[], version: number, username: string): ImportNote | undefined => {
  const unbegun = held.find(({ wasBegun }) => !wasBegun)
  if (unbegun?.version === version) return done(`${username}: has the course already.`)
  if (unbegun && unbegun.version > version) return problem(`${username}: has version ${unbegun.version} already.`)
  // One that was reset is begun: its history stays with its version.
  const running = held.find(({ status, wasBegun }) => status === 1 || (status === 0 && wasBegun))
  if (running?.version === version) return done(`${username}: takes the course already.`)
  return running && problem(`${username}: takes version ${running.version}; nothing was changed.`)
}

/**
 * Gives a course to a learner. Who has it and has not begun takes its version; who takes it stays with theirs; who is through gets it
 * again only where `again` asks for it. Throws an error if there is no such learner.
 */
export const giveCourse = (
  { kysely, dialect }: Pick<Database, 'dialect' | 'kysely'>,
  course: StoredCourse,
  username: string,
  { again, nowMs }: { readonly again: boolean; readonly nowMs: number },
): Promise<ImportNote> =>
  kysely.transaction().execute(async (transaction) => {
    const { org_id: orgId, version } = course
    const reading = { kysely: transaction, dialect }
    await holdGiving(transaction, orgId)
    const person = await selectPersonNamed(transaction, orgId, username)
    if (!person) throw new Error(`Nobody in organisation ${orgId} is called ${username}.`)
    const held = await selectHeldAttempts(reading, course, [person.user_guid], { isHeld: true })
    const settled = standingOf(held, version, username)
    if (settled) return settled
    const unbegun = held.find(({ wasBegun }) => !wasBegun)
    if (!unbegun && held.length > 0 && !again)
      return problem(`${username}: is through with the course; --again gives it once more.`)
    if (unbegun) await removeUnbegun(reading, orgId, [unbegun.course_attempt_guid])
    const receiver = { userGuid: person.user_guid, guid: unbegun?.course_attempt_guid }
    await beginAttempts(transaction, course, [receiver], nowMs)
    if (unbegun) return done(`${username}: takes version ${version} in place of ${unbegun.version}.`)
    return done(`${username}: was given the course${held.length > 0 ? ' once more' : ''}.`)
  })
