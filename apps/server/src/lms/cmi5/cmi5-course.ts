import { randomUUID } from 'node:crypto'
import {
  type AuFacts,
  auStatus,
  cmi5CourseStatus,
  isAuOpen,
  isSatisfied,
  nothingDone,
  satisfiedNodes,
} from '@sitwell/exam/courses/cmi5/move-on'
import type { CourseStatus } from '@sitwell/exam/courses/prerequisites'
import type { Kysely } from 'kysely'
import type { Schema, ScoAttemptTable } from '../../db/schema.ts'
import type { AuthoredAu, AuthoredStructure } from '../../import/authored-structure.ts'
import { contentOf } from '../course-content.ts'
import { type Arrived, insertStatements } from '../lrs/statement-queries.ts'
import { type HeldCourse, updateCourse, updateSco } from '../queries.ts'
import { type Speaking, satisfiedStatement } from './lms-statements.ts'
import { authorityOf } from './names.ts'
import {
  countRegistrations,
  factsOf,
  insertRegistration,
  type Registration,
  satisfiedOf,
  selectHomePage,
  selectOpenSessions,
  selectRegistration,
  updateRegistration,
} from './queries.ts'

/** The structure of a course of cmi5; of any other it throws. */
export const structureOf = ({ course }: Pick<HeldCourse, 'course'>): AuthoredStructure => {
  const { structure } = contentOf(course)
  if (!structure) throw new Error('This is not a course of cmi5.')
  return structure
}

/** The AU of an attempt. */
export const auOf = (structure: AuthoredStructure, { position }: Pick<ScoAttemptTable, 'position'>): AuthoredAu => {
  const au = structure.aus[position]
  if (!au) throw new Error(`The course has no AU ${position}.`)
  return au
}

export const speakingOf = (
  { registration, home_page, user_guid }: Pick<Registration, 'registration' | 'home_page' | 'user_guid'>,
  structure: AuthoredStructure,
  nowMs: number,
): Speaking => ({ homePage: home_page, userGuid: user_guid, registration, structure, nowMs })

/** Whether an AU may be launched, from those before it. */
export const isOpenIn = (held: HeldCourse, position: number): boolean => {
  const { aus } = structureOf(held)
  const satisfied = held.scos.map((sco) => isSatisfied(factsOf(sco), aus[sco.position]?.moveOn ?? 'NotApplicable'))
  return isAuOpen(satisfied, position)
}

/** What the server says itself, in the name of the home page. */
export const say = (
  transaction: Kysely<Schema>,
  { org_id, home_page }: Pick<Registration, 'org_id' | 'home_page'>,
  statements: readonly Arrived[],
  nowMs: number,
) => insertStatements(transaction, org_id, statements, { authority: authorityOf(home_page), nowMs: () => nowMs })

/** The registration of a course that is held; one is made if none stands, and what it asks nothing for is satisfied then. */
export const registrationOf = async (
  transaction: Kysely<Schema>,
  held: HeldCourse,
  homePage: string,
  nowMs: number,
): Promise<Registration> => {
  const { org_id, course_attempt_guid, user_guid } = held.course
  const standing = await selectRegistration(transaction, org_id, course_attempt_guid)
  if (standing) return standing
  const row: Registration = {
    org_id,
    registration: randomUUID(),
    course_attempt_guid,
    number: (await countRegistrations(transaction, org_id, course_attempt_guid)) + 1,
    user_guid,
    home_page: (await selectHomePage(transaction, org_id)) ?? homePage,
    satisfied: '[]',
    made_at: nowMs,
    ended_at: null,
    ended_by: null,
  }
  await insertRegistration(transaction, row)
  return row
}

/**
 * Works out what a held course has come to from its AUs as they stand now, keeps it, and says what is newly satisfied: with the session
 * that brought it about, or one of its own.
 */
export const keepCmi5Standing = async (
  transaction: Kysely<Schema>,
  { course, scos }: HeldCourse,
  registration: Registration,
  { sessionId = randomUUID(), nowMs }: { readonly sessionId?: string | undefined; readonly nowMs: number },
): Promise<void> => {
  const structure = structureOf({ course })
  const before = satisfiedOf(registration)
  const facts = scos.map(factsOf)
  const found = satisfiedNodes(structure.root, (au) =>
    isSatisfied(facts[au] ?? nothingDone, structure.aus[au]?.moveOn ?? 'NotApplicable'),
  )
  const news = found.filter((id) => !before.includes(id))
  if (news.length > 0) {
    const speaking = speakingOf(registration, structure, nowMs)
    const statements = news.map((id) => ({ statement: satisfiedStatement(speaking, id, sessionId), sessionGuid: sessionId }))
    await say(transaction, registration, statements, nowMs)
    await updateRegistration(transaction, registration, { satisfied: JSON.stringify([...before, ...news]) })
  }
  const open = await selectOpenSessions(transaction, registration.org_id, registration.registration)
  const statuses: CourseStatus[] = []
  for (const [at, sco] of scos.entries()) {
    const isOpen = open.some(({ sco_attempt_id }) => sco_attempt_id === sco.sco_attempt_id)
    const status = auStatus(facts[at] ?? nothingDone, auOf(structure, sco).moveOn, {
      wasLaunched: sco.started_at !== null,
      isOpen,
    })
    statuses.push(status)
    const ended_at = status >= 2 ? (sco.ended_at ?? nowMs) : null
    if (status !== sco.status || ended_at !== sco.ended_at) await updateSco(transaction, sco, { status, ended_at })
  }
  const status = cmi5CourseStatus(statuses, found.includes(structure.root.id))
  await updateCourse(transaction, course, status, nowMs)
}

/** Notes what an AU has come to, and gives the course with it. */
export const noteFacts = async (
  transaction: Kysely<Schema>,
  held: HeldCourse,
  sco: ScoAttemptTable,
  facts: AuFacts,
  more: Partial<ScoAttemptTable> = {},
): Promise<HeldCourse> => {
  const fields = { outcome: JSON.stringify(facts), ...more }
  await updateSco(transaction, sco, fields)
  return { ...held, scos: held.scos.map((one) => (one.sco_attempt_id === sco.sco_attempt_id ? { ...one, ...fields } : one)) }
}
