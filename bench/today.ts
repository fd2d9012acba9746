import { officeSignIn, officeToday, officeTodayOperation } from '@sitwell/contract'
import { createOfficeBrowser } from '../apps/server/src/testing/office-browser.ts'
import { runStatement } from '../apps/server/src/testing/run-statement.ts'
import { startTestServer, type TestServer } from '../apps/server/src/testing/start-test-server.ts'
import { arrange, examOf, personOf } from '../apps/server/src/testing/test-world.ts'
import { seedPeople } from './people.ts'

const orgId = 1
const dayMs = 24 * 60 * 60_000

/** The numbers from 0 on, this many of them, as the beginning of a query of both databases. */
const numbers = (count: number) =>
  `with recursive number(n) as (select cast(0 as bigint) union all select n + 1 from number where n < ${count - 1})`

/** This many schedules of 100 exams over a year, half of it to come, each open for a day; and links that end within two weeks. */
async function seedSchedules({ db }: TestServer, { people, schedules }: { people: number; schedules: number }): Promise<void> {
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
  const apartMs = Math.floor((365 * dayMs) / schedules)
  await runStatement(
    db,
    `insert into schedule (org_id, schedule_guid, user_guid, exam_guid, version, schedule_type, info, start_at, complete_at, practice)
      ${numbers(schedules)} select ${orgId}, 's-' || n, 'guid-' || (n % ${people}), 'exam-' || (n % 99), ${first.version}, 1, '',
        ${nowMs - 182 * dayMs} + n * ${apartMs}, ${nowMs - 181 * dayMs} + n * ${apartMs}, 0 from number`,
  )
  await runStatement(
    db,
    `insert into personal_token (org_id, token_hash, user_guid, purpose, expires_at)
      ${numbers(people)} select ${orgId}, 'hash-' || n, 'guid-' || n, 'password', ${nowMs} + (n % 14) * ${dayMs} from number`,
  )
  // As autovacuum does after a while.
  await db.runPlanned?.({ name: 'vacuum-today', text: 'vacuum analyze' }, [])
}

/** Milliseconds of each of this many calls of the first page of the office, over this many people and schedules, through HTTP. */
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
