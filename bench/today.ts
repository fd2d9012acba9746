import { officeSignIn, officeToday, officeTodayOperation } from '@sitwell/contract'
import { sql } from 'kysely'
import { createOfficeBrowser } from '../apps/server/src/testing/office-browser.ts'
import { startTestServer, type TestServer } from '../apps/server/src/testing/start-test-server.ts'
import { arrange, examOf, personOf } from '../apps/server/src/testing/test-world.ts'
import { seedPeople } from './people.ts'

const orgId = 1
const dayMs = 24 * 60 * 60_000

/** So many schedules of 100 exams over a year, half of it to come, each open for a day; and links that end within two weeks. */
export async function seedSchedules(
  { db }: TestServer,
  { people, schedules }: { people: number; schedules: number },
): Promise<void> {
  const { kysely } = db
  const nowMs = Date.now()
  const [first] = await kysely.selectFrom('exam').selectAll().where('org_id', '=', orgId).execute()
  if (!first) throw new Error('There is no exam.')
  const exams = Array.from({ length: 99 }, (_, index) => ({
    ...first,
    exam_guid: `exam-${index}`,
    name: `Exam ${index}`,
    content: '{}',
  }))
  await kysely.insertInto('exam').values(exams).execute()
  const numbers = (count: number) =>
    sql`with recursive number(n) as (select cast(0 as bigint) union all select n + 1 from number where n < ${sql.lit(count - 1)})`
  await sql`insert into schedule (org_id, schedule_guid, user_guid, exam_guid, version, schedule_type, info, start_at, complete_at, practice)
    ${numbers(schedules)} select ${sql.lit(orgId)}, 's-' || n, 'guid-' || (n % ${sql.lit(people)}), 'exam-' || (n % 99), ${sql.lit(first.version)}, 1, '',
      ${sql.lit(nowMs - 182 * dayMs)} + n * ${sql.lit(Math.floor((365 * dayMs) / schedules))},
      ${sql.lit(nowMs - 181 * dayMs)} + n * ${sql.lit(Math.floor((365 * dayMs) / schedules))}, 0 from number`.execute(kysely)
  await sql`insert into personal_token (org_id, token_hash, user_guid, purpose, expires_at)
    ${numbers(people)} select ${sql.lit(orgId)}, 'hash-' || n, 'guid-' || n, 'password',
      ${sql.lit(nowMs)} + (n % 14) * ${sql.lit(dayMs)} from number`.execute(kysely)
  // As autovacuum does after a while.
  await db.runPlanned?.({ name: 'vacuum-today', text: 'vacuum analyze' }, [])
}

/** Milliseconds of each of so many calls of the first page of the office, over so many people and schedules, through HTTP. */
export async function measureToday(
  database: 'sqlite' | 'postgres',
  size: { readonly people: number; readonly schedules: number },
  times: number,
) {
  const server = await startTestServer({ database, config: { logLevel: 'fatal', attemptsPerMinute: 1_000_000 } })
  try {
    const owner = { ...personOf('o1', 'owner', 1), roles: ['owner' as const] }
    const file = { people: [owner], schedules: [], settings: { OfficeSecondStep: 'off' } }
    await arrange(server, { orgId, exam: examOf('o1'), file })
    await seedPeople(server, size.people)
    await seedSchedules(server, size)
    const browser = createOfficeBrowser(server)
    const body = { orgId, username: 'owner', password: 'owner-secret' }
    browser.page((await browser.doIt(officeSignIn, { body })).sessionId)
    const timesOf = async (call: () => Promise<unknown>) => {
      const ms: number[] = []
      for (let time = 0; time < times; time += 1) {
        const from = performance.now()
        await call()
        ms.push(performance.now() - from)
      }
      return ms
    }
    const todayMs = await timesOf(() => browser.doIt(officeToday, { query: {} }))
    return { todayMs, operationMs: await timesOf(() => browser.doIt(officeTodayOperation, {})) }
  } finally {
    await server.stop()
  }
}
