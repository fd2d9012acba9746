import type { Database } from './db/database.ts'
import type { ScoAttemptTable, ScoSaveTable } from './db/schema.ts'
import { contentOf } from './lms/course-content.ts'
import { readChanges, readData } from './lms/course-data.ts'
import { type HeldCourse, selectCourse, selectCourses, selectScoHistory } from './lms/queries.ts'
import { resetCourse } from './lms/reset-course.ts'
import { createCommandClock } from './server-time/command-clock.ts'

interface Wishes {
  readonly orgId: number
  /** Guid or number of a course attempt. */
  readonly attempt: string | undefined
  /** Whose courses are listed. */
  readonly username: string | undefined
  readonly reset: boolean
  /** Counts from 1 in the list; all of the course where none is named. */
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

const printSco = async (database: Database, { course }: HeldCourse, sco: ScoAttemptTable) => {
  const content = contentOf(course).scos[sco.position]
  console.log(
    `${sco.position + 1}. "${content?.title ?? ''}" (${content?.identifier ?? ''}): ${statuses[sco.status] ?? ''}, ${timesOf(sco)}`,
  )
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
  const person = await database.kysely
    .selectFrom('person')
    .select('user_guid')
    .where('org_id', '=', orgId)
    .where('username', '=', username)
    .executeTakeFirst()
  if (!person) {
    console.error(`Nobody in organisation ${orgId} is called ${username}.`)
    return 1
  }
  const courses = await selectCourses(database.kysely, { orgId, userGuid: person.user_guid })
  for (const held of courses) console.log(lineOf(held))
  if (courses.length === 0) console.log(`${username} has no courses.`)
  return 0
}

/** `sitwell course`: prints what a course has reported, or sets it back. Answers the exit code. */
export const commandCourse = async (
  database: Database,
  { orgId, attempt = '', username, reset, sco }: Wishes,
): Promise<number> => {
  if (username !== undefined) return list(database, orgId, username)
  const guid = await guidOfAttempt(database, orgId, attempt)
  const held = guid === undefined ? undefined : await selectCourse(database.kysely, orgId, guid)
  const one = sco === undefined ? undefined : held?.scos.find(({ position }) => position === sco - 1)
  if (!held || (sco !== undefined && !one)) {
    console.error(held ? `The course has no SCO ${sco}.` : `Organisation ${orgId} has no course attempt ${attempt}.`)
    return 1
  }
  if (reset) {
    const place = { orgId, courseAttemptGuid: held.course.course_attempt_guid, scoAttemptId: one?.sco_attempt_id }
    const clock = await createCommandClock(database)
    await resetCourse(database.kysely, place, 'command', clock.nowMs())
    console.log(`${one ? `SCO ${sco} of "` : '"'}${held.course.name}" was set back; what was saved stays in its history.`)
    return 0
  }
  console.log(lineOf(held))
  for (const row of one ? [one] : held.scos) await printSco(database, held, row)
  return 0
}
