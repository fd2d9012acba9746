import { officeCoursePeople, officeCourses, officeSignIn } from '@sitwell/contract'
import { createOfficeBrowser } from '../apps/server/src/testing/office-browser.ts'
import { runStatement } from '../apps/server/src/testing/run-statement.ts'
import { startTestServer, type TestServer } from '../apps/server/src/testing/start-test-server.ts'
import { arrange, personOf } from '../apps/server/src/testing/test-world.ts'
import { seedPeople } from './people.ts'

const orgId = 1
const small = 20

/** The numbers from 0 on, this many of them, as the beginning of a query of both databases. */
const numbers = (count: number) =>
  `with recursive number(n) as (select cast(0 as bigint) union all select n + 1 from number where n < ${count - 1})`

/** A course that all of this many people have, and twenty more among which as many are divided; a third of each is completed, a fiftieth failed. */
async function seedCourses({ db }: TestServer, people: number): Promise<void> {
  const courses = Array.from({ length: 1 + small }, (_, at) => ({
    ...{ org_id: orgId, course_guid: `course-${at}`, version: 1, course_id: 500 + at, name: `Course ${at}`, description: null },
    ...{
      standard: '1.2' as const,
      content: '{"scos":[]}',
      content_guid: `content-${at}`,
      fingerprint: `${at}`,
      imported_at: 1,
    },
  }))
  await db.kysely.insertInto('course').values(courses).execute()
  const give = (guid: string, count: number, id: number) =>
    runStatement(
      db,
      `insert into course_attempt (org_id, course_attempt_guid, course_attempt_id, user_guid, course_guid, version, status, given_at)
        ${numbers(count)} select ${orgId}, '${guid}-' || n, ${id} + n, 'guid-' || n, '${guid}', 1,
          case when n % 3 = 0 then 2 when n % 50 = 1 then 3 else 0 end, 1 from number`,
    )
  await give('course-0', people, 10_000_000)
  for (let at = 1; at <= small; at += 1) await give(`course-${at}`, people / small, 20_000_000 + at * people)
  // As autovacuum does after a while.
  await db.runPlanned?.({ name: 'vacuum-courses', text: 'vacuum analyze' }, [])
}

/** Milliseconds of each of this many pages of the office's lists of courses and of who has one, through HTTP, twice as many given courses as people. */
export async function measureGivenCourses(database: 'sqlite' | 'postgres', people: number, times: number) {
  const server = await startTestServer({ database, config: { logLevel: 'fatal', attemptsPerMinute: 1_000_000 } })
  try {
    const officer = { ...personOf('o1', 'officer', 1), roles: ['exams-officer' as const] }
    await arrange(server, { orgId, file: { people: [officer], schedules: [], settings: { OfficeSecondStep: 'off' } } })
    await seedPeople(server, people)
    await seedCourses(server, people)
    const [large, few] = ['course-0', 'course-1']
    const browser = createOfficeBrowser(server)
    const body = { orgId, username: 'officer', password: 'officer-secret' }
    browser.page((await browser.doIt(officeSignIn, { body })).sessionId)
    const peopleOf = (courseGuid: string, more: object = {}) =>
      browser.doIt(officeCoursePeople, { query: { courseGuid, ...more } as never })
    const { next } = await peopleOf(large)
    const lists: readonly (readonly [string, () => Promise<unknown>])[] = [
      ['the courses', () => browser.doIt(officeCourses, { query: {} as never })],
      ['who has one that all have', () => peopleOf(large)],
      ['the next of them', () => peopleOf(large, { cursor: next })],
      ['of them who completed it', () => peopleOf(large, { state: 'completed' })],
      ['of them who failed', () => peopleOf(large, { state: 'failed' })],
      ['a common name among them', () => peopleOf(large, { search: 'mull' })],
      ['one person among them', () => peopleOf(large, { search: 'person-77777' })],
      ['who failed, by a common name', () => peopleOf(large, { state: 'failed', search: 'mull' })],
      ['who has one that few have', () => peopleOf(few)],
      ['of those who failed', () => peopleOf(few, { state: 'failed' })],
    ]
    const figures: { name: string; ms: number[] }[] = []
    for (const [name, call] of lists) {
      await call()
      const ms: number[] = []
      for (let time = 0; time < times; time += 1) {
        const from = performance.now()
        await call()
        ms.push(performance.now() - from)
      }
      figures.push({ name, ms })
    }
    return figures
  } finally {
    await server.stop()
  }
}
