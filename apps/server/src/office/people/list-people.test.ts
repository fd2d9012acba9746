import { calls, type peopleSorts, type shownPeople } from '@sitwell/contract'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { fillSearchNames, forgetErasedNames } from '../../db/fill-search-names.ts'
import { searchNameOf } from '../../search-name.ts'
import { insertPerson } from '../../security/people/write-person.ts'
import { giveRole } from '../../testing/change-roles.ts'
import { bothDatabases } from '../../testing/databases.ts'
import { createOfficeBrowser, type OfficeBrowser } from '../../testing/office-browser.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { arrange, countOrganisations, personOf, signIn } from '../../testing/test-world.ts'

type Sort = (typeof peopleSorts)[number]
type Show = (typeof shownPeople)[number]

const names = [
  ['Zoë', 'Müller', 'zm', 'L-10'],
  ['Ada', 'Li', 'ada', 'L-2'],
  ['Ben', 'Lia', 'Ben', undefined],
  ['أحمد', 'الفاسي', 'ahmed', undefined],
  ['Siân', 'Ŵyn', 'sian', 'X'],
  ['Ada', 'Li', 'ada2', 'L-3'],
] as const

describe.each(bothDatabases)('the list of people on %s', (database) => {
  let nowMs = Date.parse('2026-11-30T09:00:00Z')
  let server: TestServer
  let orgId: number
  let one: OfficeBrowser
  const nextOrgId = countOrganisations()

  beforeAll(async () => {
    const config = { logLevel: 'fatal' } as const
    server = await startTestServer({ database, clock: { nowMs: () => nowMs }, config })
  })
  afterAll(() => server.stop())
  beforeEach(async () => {
    orgId = nextOrgId()
    const prefix = `o${orgId}`
    const people = names.map(([firstName, lastName, username, learnerIdentifier], index) => ({
      ...{ ...personOf(prefix, username, index + 1), firstName, lastName },
      ...(learnerIdentifier && { learnerIdentifier }),
    }))
    const officer = {
      ...personOf(prefix, 'officer', 50),
      firstName: 'Olga',
      lastName: 'Stern',
      roles: ['exams-officer' as const],
    }
    const file = { people: [...people, officer], schedules: [], settings: { OfficeSecondStep: 'off' } }
    await arrange(server, { orgId, file })
    one = createOfficeBrowser(server)
    const body = { orgId, username: 'officer', password: 'officer-secret' }
    one.page((await one.doIt(calls.officeSignIn, { body })).sessionId)
    // It is noted beside the reply to the sign-in.
    await vi.waitFor(async () => {
      const { last_sign_in_at } = await rowOf('officer')
      expect(last_sign_in_at).toBe(nowMs)
    })
  })

  const list = (query: {
    search?: string
    show?: Show
    sort?: Sort
    descending?: 'true' | 'false'
    cursor?: string
    limit?: number
  }) => one.doIt(calls.officePeople, { query })
  const usernames = async (query: Parameters<typeof list>[0]) => (await list(query)).people.map(({ username }) => username)
  const rowOf = (username: string) =>
    server.db.kysely
      .selectFrom('person')
      .selectAll()
      .where('org_id', '=', orgId)
      .where('username', '=', username)
      .executeTakeFirstOrThrow()
  const setOf = (username: string) =>
    server.db.kysely.updateTable('person').where('org_id', '=', orgId).where('username', '=', username)

  test('is sorted by last name, first name and username without capitals and accents, in either direction', async () => {
    const byName = ['ada', 'ada2', 'Ben', 'zm', 'officer', 'sian', 'ahmed']
    expect(await usernames({})).toEqual(byName)
    expect(await usernames({ descending: 'true' })).toEqual([...byName].reverse())
    expect((await list({})).total).toBe(7)
    expect((await list({ limit: 1 })).people[0]).toEqual({
      ...{ userID: 2, username: 'ada', firstName: 'Ada', lastName: 'Li', identifier: 'L-2', roles: [], isSuspended: false },
    })
  })

  test('is sorted by username, identifier and last sign-in too, with whoever has none in a place of their own', async () => {
    expect(await usernames({ sort: 'username' })).toEqual(['ada', 'ada2', 'ahmed', 'Ben', 'officer', 'sian', 'zm'])
    expect((await usernames({ sort: 'identifier' })).slice(3)).toEqual(['zm', 'ada', 'ada2', 'sian'])
    nowMs += 1000
    await signIn(server, { orgId }, 'zm')
    nowMs += 1000
    await signIn(server, { orgId }, 'ahmed')
    expect((await usernames({ sort: 'lastSignIn', descending: 'true' })).slice(0, 3)).toEqual(['ahmed', 'zm', 'officer'])
    expect((await usernames({ sort: 'lastSignIn' })).slice(-3)).toEqual(['officer', 'zm', 'ahmed'])
  })

  test('shows learners, staff, those who are suspended and those who never signed in', async () => {
    await giveRole(server, { orgId, userGuid: `o${orgId}-zm` }, 'marker')
    // A node of 0.2.0 has made somebody an administrator.
    await setOf('sian').set({ admin: 1 }).execute()
    await setOf('Ben').set({ suspended: 1 }).execute()
    await signIn(server, { orgId }, 'ada')
    const expected: Readonly<Record<Show, readonly string[]>> = {
      all: ['ada', 'ada2', 'Ben', 'zm', 'officer', 'sian', 'ahmed'],
      learners: ['ada', 'ada2', 'Ben', 'ahmed'],
      staff: ['zm', 'officer', 'sian'],
      suspended: ['Ben'],
      'never-signed-in': ['ada2', 'Ben', 'zm', 'sian', 'ahmed'],
    }
    for (const [show, found] of Object.entries(expected) as [Show, readonly string[]][]) {
      expect([show, await usernames({ show })]).toEqual([show, found])
      expect([show, (await list({ show })).total]).toEqual([show, found.length])
    }
    expect((await list({ show: 'staff' })).people.map(({ roles }) => roles)).toEqual([
      ['marker'],
      ['exams-officer'],
      ['it-administrator'],
    ])
  })

  test('is searched by words of names, username, identifier and e-mail, and by no sign that means something to a database', async () => {
    for (const [search, found] of [
      ['muller', ['zm']],
      ['LI ada', ['ada', 'ada2']],
      ['l-1', ['zm']],
      ['wyn sian', ['sian']],
      ['احمد', ['ahmed']],
      ['ada zm', []],
      ['%', []],
      ['_', []],
      ["'", []],
      ['\\', []],
    ] as const) {
      const { people, total } = await list({ search })
      expect([search, people.map(({ username }) => username), total]).toEqual([search, found, found.length])
    }
    expect(await usernames({ search: 'ada', show: 'staff' })).toEqual([])
    expect(await usernames({ search: '  ' })).toHaveLength(7)
  })

  test('a cursor holds for its own list alone, and one that is made up for none', async () => {
    const { next = '' } = await list({ limit: 2 })
    expect((await list({ limit: 5, cursor: next })).people.map(({ username }) => username)).toEqual([
      ...['Ben', 'zm', 'officer', 'sian', 'ahmed'],
    ])
    for (const query of [
      { search: 'a' },
      { show: 'learners' },
      { sort: 'username' },
      { descending: 'true' },
      { cursor: 'x' },
      { cursor: `${next}x` },
    ] as const)
      expect((await one.refused(calls.officePeople, { query: { cursor: next, ...query } })).code).toBe('INVALID_REQUEST')
    expect((await one.refused(calls.officePeople, { query: { limit: 201 } })).code).toBe('INVALID_REQUEST')
    expect(next).not.toMatch(/lia|ada/i)
  })

  const insert = (name: string, number: number) =>
    server.db.kysely.transaction().execute((transaction) =>
      insertPerson(
        transaction,
        { org_id: orgId, user_guid: `n${number}` },
        {
          ...{ username: `n${number}`, first_name: name, last_name: name.toUpperCase(), email: null, phone: null },
          ...{ learner_identifier: name, date_of_birth: null, language_id: 1, suspended: 0, passwordHash: 'x' },
        },
      ),
    )

  test('no page skips or repeats anybody who was there, whoever is added between pages', async () => {
    let number = 0
    const added = fc.array(fc.array(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 3 }), { maxLength: 3 }), {
      maxLength: 6,
    })
    const wishes = fc.record({
      sort: fc.constantFrom<Sort>('name', 'username', 'identifier', 'lastSignIn'),
      descending: fc.constantFrom('true' as const, 'false' as const),
      limit: fc.integer({ min: 1, max: 4 }),
      show: fc.constantFrom<Show>('all', 'learners', 'never-signed-in'),
    })
    await fc.assert(
      fc.asyncProperty(added, wishes, async (rounds, query) => {
        const before = await list({ ...query, limit: 200 })
        const seen: number[] = []
        let page = await list(query)
        for (let round = 0; ; round += 1) {
          seen.push(...page.people.map(({ userID }) => userID))
          for (const name of rounds[round] ?? []) {
            number += 1
            await insert(name, number)
          }
          if (page.next === undefined) break
          page = await list({ ...query, cursor: page.next })
        }
        const there = before.people.map(({ userID }) => userID)
        expect(new Set(seen).size).toBe(seen.length)
        expect(seen.filter((id) => there.includes(id))).toEqual(there)
        await server.db.kysely.deleteFrom('person').where('org_id', '=', orgId).where('user_guid', 'like', 'n%').execute()
      }),
      { numRuns: 25 },
    )
  })

  test('has what an import brings at once, whom an older server adds once a job has looked, and nobody who was erased', async () => {
    const { kysely } = server.db
    const row = await rowOf('zm')
    expect(row.search_name).toBe(searchNameOf(row))
    const older = { ...row, user_guid: 'older', user_id: 99, username: 'older', sign_in_name: 'older', search_name: null }
    await kysely.insertInto('person').values(older).execute()
    expect(await usernames({ search: 'older' })).toEqual([])
    await fillSearchNames(kysely)
    expect(await usernames({ search: 'older muller' })).toEqual(['older'])
    // An older server erases without a word about the column.
    await kysely.insertInto('erased_person').values({ org_id: orgId, user_guid: 'older', erased_at: nowMs }).execute()
    await forgetErasedNames(kysely)
    expect(await usernames({ search: 'muller' })).toEqual(['zm'])
    expect(await usernames({ sort: 'username' })).not.toContain('older')
    expect((await one.refused(calls.officePerson, { query: { userID: 99 } })).code).toBe('NOT_FOUND')
  })
})
