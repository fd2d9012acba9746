import { officeHeldRoles, officePeople, officeSignIn } from '@sitwell/contract'
import { searchNameOf } from '../apps/server/src/search-name.ts'
import { createOfficeBrowser } from '../apps/server/src/testing/office-browser.ts'
import { startTestServer, type TestServer } from '../apps/server/src/testing/start-test-server.ts'
import { arrange, personOf } from '../apps/server/src/testing/test-world.ts'

const first = [
  'Ada',
  'Zoë',
  'Mohammed',
  'Siân',
  'Łukasz',
  'Ngọc',
  'Fatima',
  'Ben',
  'Øystein',
  'Chloé',
  'Ivan',
  'Mei',
  'Noah',
  'أحمد',
]
const last = [
  'Müller',
  'Nguyen',
  'Smith',
  'Ó Briain',
  'Kowalski',
  'Li',
  'Yılmaz',
  'García',
  'Jones',
  'Brown',
  'Haddad',
  'الفاسي',
]

/** SQLite takes some thirty thousand values in a statement; a person has twenty. */
const rowsAStatement = 500

const orgId = 1

/** This many people: a few suspended, one in twenty never signed in, and the officer's role for fifty of them. */
export async function seedPeople({ db }: TestServer, count: number): Promise<void> {
  const { kysely } = db
  const sample = await kysely.selectFrom('person').selectAll().where('org_id', '=', orgId).limit(1).executeTakeFirstOrThrow()
  const person = (number: number) => {
    const named = {
      username: `person-${number}`,
      first_name: first[number % first.length] ?? '',
      last_name: `${last[(number * 7) % last.length]} ${(number * 31) % 997}`,
      learner_identifier: `L-${(number * 7919) % count}`,
      email: `person-${number}@college.example`,
    }
    const state = {
      suspended: number % 300 === 0 ? 1 : 0,
      last_sign_in_at: number % 20 === 0 ? 0 : 1_700_000_000_000 + number * 1000,
    }
    const ids = { user_guid: `guid-${number}`, user_id: 1000 + number, sign_in_name: named.username }
    return { ...sample, admin: 0, invigilator: 0, ...named, ...state, ...ids, search_name: searchNameOf(named) }
  }
  for (let from = 0; from < count; from += rowsAStatement) {
    const rows = Array.from({ length: Math.min(rowsAStatement, count - from) }, (_, index) => person(from + index))
    await kysely.insertInto('person').values(rows).execute()
  }
  const staff = Array.from({ length: 50 }, (_, index) => ({
    ...{
      org_id: orgId,
      grant_id: `grant-${index}`,
      user_guid: `guid-${index * 17}`,
      role: 'marker',
      scope_kind: 'organisation',
    },
    ...{ scope_id: '', scope_room: null, valid_from: null, valid_until: null, granted_by: 'bench', granted_at: 1 },
    ...{ withdrawn_by: null, withdrawn_at: null, withdrawn_reason: null },
  }))
  await kysely.insertInto('role_grant').values(staff).execute()
  // As autovacuum does after a while.
  await db.runPlanned?.({ name: 'vacuum', text: 'vacuum analyze person' }, [])
}

type Query = Readonly<Record<string, string>>
type Call = typeof officePeople | typeof officeHeldRoles

const lists: readonly (readonly [string, Query, Call?])[] = [
  ['by name', {}],
  ['by name, backwards', { descending: 'true' }],
  ['by username', { sort: 'username' }],
  ['by identifier', { sort: 'identifier' }],
  ['by last sign-in', { sort: 'lastSignIn', descending: 'true' }],
  ['learners', { show: 'learners' }],
  ['staff', { show: 'staff' }],
  ['suspended', { show: 'suspended' }],
  ['never signed in', { show: 'never-signed-in' }],
  ['search of a common name', { search: 'mull' }],
  ['search of one person', { search: 'person-77777' }],
  ['search of two words', { search: 'zoe li 31' }],
  ['search of nobody', { search: 'qqqq' }],
  ['search of one person by username', { search: 'person-77777', sort: 'username' }],
  ['search of nobody by last sign-in', { search: 'qqqq', sort: 'lastSignIn', descending: 'true' }],
  ['search among learners', { search: 'haddad 12', show: 'learners' }],
  ['roles by name', {}, officeHeldRoles],
  ['roles of every state, newest first', { show: 'all', sort: 'granted', descending: 'true' }, officeHeldRoles],
  ['search among roles', { show: 'all', search: 'haddad' }, officeHeldRoles],
]

/** Milliseconds of each of this many first pages of a list, and of the pages behind them. */
async function measure(
  browser: ReturnType<typeof createOfficeBrowser>,
  query: Query,
  times: number,
  call: Call = officePeople,
) {
  const firstMs: number[] = []
  const nextMs: number[] = []
  let cursor: string | undefined
  for (let time = 0; time < times; time += 1) {
    let from = performance.now()
    const page = await browser.doIt(call, { query: query as never })
    firstMs.push(performance.now() - from)
    cursor ??= page.next
    if (cursor === undefined) continue
    from = performance.now()
    const next = await browser.doIt(call, { query: { ...query, cursor } as never })
    nextMs.push(performance.now() - from)
    cursor = next.next
  }
  return { firstMs, nextMs }
}

/** How long pages of the office's list of this many people take, through HTTP, one after the other. */
export async function measurePeople(database: 'sqlite' | 'postgres', count: number, times: number) {
  const server = await startTestServer({ database, config: { logLevel: 'fatal', attemptsPerMinute: 1_000_000 } })
  try {
    const officer = { ...personOf('o1', 'officer', 1), roles: ['exams-officer' as const] }
    await arrange(server, { orgId, file: { people: [officer], schedules: [], settings: { OfficeSecondStep: 'off' } } })
    await seedPeople(server, count)
    const browser = createOfficeBrowser(server)
    const body = { orgId, username: 'officer', password: 'officer-secret' }
    browser.page((await browser.doIt(officeSignIn, { body })).sessionId)
    await measure(browser, {}, 5)
    const figures: { name: string; firstMs: number[]; nextMs: number[] }[] = []
    for (const [name, query, call] of lists) figures.push({ name, ...(await measure(browser, query, times, call)) })
    return figures
  } finally {
    await server.stop()
  }
}
