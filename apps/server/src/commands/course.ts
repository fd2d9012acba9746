import { waiveReasons } from '@sitwell/exam/courses/cmi5/vocabulary'
import { isFields } from '@sitwell/exam/courses/xapi/values'
import type { Database } from '../db/database.ts'
import type { ScoAttemptTable, ScoSaveTable } from '../db/schema.ts'
import { statementsOfCourse } from '../lms/cmi5/statements-of-course.ts'
import { waiveAu } from '../lms/cmi5/waive-au.ts'
import { contentOf } from '../lms/course-content.ts'
import { readChanges, readData } from '../lms/course-data.ts'
import { type HeldCourse, selectCourse, selectCourses, selectScoHistory } from '../lms/queries.ts'
import { resetCourse } from '../lms/reset-course.ts'
import { selectPersonNamed } from '../security/people/person-named.ts'
import { createCommandClock } from '../server-time/command-clock.ts'

interface Wishes {
  readonly orgId: number
  /** Guid or number of a course attempt. */
  readonly attempt: string | undefined
  /** Whose courses are listed. */
  readonly username: string | undefined
  readonly reset: boolean
  /** Lets one unit of a course of cmi5 count without it; `homePage` as `waiveAu` takes it. */
  readonly waive?: { readonly reason: string | undefined; readonly homePage: string } | undefined
  /** Counts from 1 in the list; all of the course if none is named. */
  readonly sco: number | undefined
}

const statuses = ['not started', 'started', 'completed', 'failed'] as const

const moment = (atMs: number | null) => (atMs === null ? '-' : new Date(atMs).toISOString())

const timesOf = ({ started_at, ended_at }: Pick<ScoAttemptTable, 'started_at' | 'ended_at'>) =>
  `started ${moment(started_at)}, ended ${moment(ended_at)}`

const lineOf = ({ course }: HeldCourse) =>
  `${course.course_attempt_id}  ${course.course_attempt_guid}  "${course.name}" version ${course.version}, ${statuses[course.status] ?? ''}, ${timesOf(course)}`

/** On one line, whatever a course has set. */
const historyLine = (save: ScoSaveTable) =>
  `      ${moment(save.received_at)}  save ${save.entry}  number ${save.number}  ${save.outcome}${save.ends === 1 ? ', ends' : ''}  writer ${save.writer}  ${readChanges(
    save,
  )
    .map(([element, value]) => `${element}=${JSON.stringify(value)}`)
    .join(' ')}`

/** What a statement says, on one line; all of it is behind. */
const statementLine = (statement: Readonly<Record<string, unknown>>) => {
  const { timestamp, verb, object, result } = statement
  const id = (value: unknown) => (isFields(value) ? String(value.id ?? value.objectType ?? '') : '')
  const what = id(verb).split('/').at(-1) ?? ''
  return `   ${String(timestamp)}  ${what}  ${id(object)}${result === undefined ? '' : `  ${JSON.stringify(result)}`}  ${JSON.stringify(statement)}`
}

const printStatements = async ({ kysely }: Database, { course }: HeldCourse) => {
  for (const { registration, endedAt, statements } of await statementsOfCourse(
    kysely,
    course.org_id,
    course.course_attempt_guid,
  )) {
    console.log(`Registration ${registration}${endedAt === null ? '' : `, set back ${moment(endedAt)}`}`)
    for (const statement of statements) console.log(statementLine(statement))
  }
}

const waiveOne = async (
  { kysely }: Database,
  { course }: HeldCourse,
  sco: number | undefined,
  { reason, homePage }: NonNullable<Wishes['waive']>,
  nowMs: number,
): Promise<number> => {
  const given = waiveReasons.find((one) => one.toLowerCase() === (reason ?? 'Administrative').toLowerCase())
  if (course.standard !== 'cmi5' || sco === undefined || given === undefined) {
    const words =
      given === undefined
        ? `A reason is one of: ${waiveReasons.join(', ')}.`
        : 'A unit of a course of cmi5 is waived: name it with --sco N.'
    console.error(words)
    return 1
  }
  const place = {
    orgId: course.org_id,
    courseAttemptGuid: course.course_attempt_guid,
    position: sco - 1,
    reason: given,
    homePage,
  }
  const done = await waiveAu(kysely, place, nowMs)
  console.log(done === 'waived' ? `Unit ${sco} of "${course.name}" was waived.` : `Unit ${sco} was waived before.`)
  return 0
}

const printSco = async (database: Database, { course }: HeldCourse, sco: ScoAttemptTable) => {
  const content = contentOf(course).scos[sco.position]
  console.log(
    `${sco.position + 1}. "${content?.title ?? ''}" (${content?.identifier ?? ''}): ${statuses[sco.status] ?? ''}, ${timesOf(sco)}`,
  )
  if (course.standard === 'cmi5') return
  const elements = [...readData(sco)]
  const isInteraction = (element: string) => element.startsWith('cmi.interactions.')
  for (const [title, some] of [
    ['Elements', elements.filter(([element]) => !isInteraction(element))],
    ['Interactions', elements.filter(([element]) => isInteraction(element))],
  ] as const) {
    if (some.length > 0) console.log(`   ${title}`)
    for (const [element, value] of some) console.log(`      ${element} = ${JSON.stringify(value)}`)
  }
  const saves = await selectScoHistory(database.kysely, sco)
  if (saves.length > 0) console.log('   Saves')
  for (const save of saves) console.log(historyLine(save))
}

const guidOfAttempt = async ({ kysely }: Database, orgId: number, attempt: string): Promise<string | undefined> => {
  const row = await kysely
    .selectFrom('course_attempt')
    .select('course_attempt_guid')
    .where('org_id', '=', orgId)
    .where((where) =>
      /^\d{1,15}$/.test(attempt)
        ? where('course_attempt_id', '=', Number(attempt))
        : where('course_attempt_guid', '=', attempt),
    )
    .executeTakeFirst()
  return row?.course_attempt_guid
}

const list = async (database: Database, orgId: number, username: string): Promise<number> => {
  const person = await selectPersonNamed(database.kysely, orgId, username)
  if (!person) {
    console.error(`Nobody in organisation ${orgId} is called ${username}.`)
    return 1
  }
  const courses = await selectCourses(database.kysely, { orgId, userGuid: person.user_guid })
  for (const held of courses) console.log(lineOf(held))
  if (courses.length === 0) console.log(`${username} has no courses.`)
  return 0
}

/** Sets a course back, or one of its SCOs. */
const setBack = async (
  database: Database,
  { course }: HeldCourse,
  sco: HeldCourse['scos'][number] | undefined,
): Promise<number> => {
  if (sco && course.standard === 'cmi5') {
    console.error('A course of cmi5 is set back as a whole.')
    return 1
  }
  const place = { orgId: course.org_id, courseAttemptGuid: course.course_attempt_guid, scoAttemptId: sco?.sco_attempt_id }
  const clock = await createCommandClock(database)
  await resetCourse(database.kysely, place, 'command', clock.nowMs())
  console.log(`${sco ? `SCO ${sco.position + 1} of "` : '"'}${course.name}" was set back; what was saved stays in its history.`)
  return 0
}

/** `sitwell course`: prints what a course has reported, or sets it back. Answers the exit code. */
export const commandCourse = async (
  database: Database,
  { orgId, attempt = '', username, reset, waive, sco }: Wishes,
): Promise<number> => {
  if (username !== undefined) return list(database, orgId, username)
  const guid = await guidOfAttempt(database, orgId, attempt)
  const held = guid === undefined ? undefined : await selectCourse(database.kysely, orgId, guid)
  const one = sco === undefined ? undefined : held?.scos.find(({ position }) => position === sco - 1)
  if (!held || (sco !== undefined && !one)) {
    console.error(held ? `The course has no SCO ${sco}.` : `Organisation ${orgId} has no course attempt ${attempt}.`)
    return 1
  }
  if (waive) return waiveOne(database, held, sco, waive, (await createCommandClock(database)).nowMs())
  if (reset) return setBack(database, held, one)
  console.log(lineOf(held))
  for (const row of one ? [one] : held.scos) await printSco(database, held, row)
  if (!one && held.course.standard === 'cmi5') await printStatements(database, held)
  return 0
}
