import { readFileSync } from 'node:fs'
import { calls } from '@sitwell/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { linkAfter, rowOfEvent, seedOfLog } from '../../security-log/chain.ts'
import { searchEvents } from '../../security-log/search-events.ts'
import { type SecurityEvent, securityKinds } from '../../security-log/security-event.ts'
import { bothDatabases } from '../../testing/databases.ts'
import type { OfficeBrowser } from '../../testing/office-browser.ts'
import { openOffice } from '../../testing/open-office.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { arrange, countOrganisations, personOf } from '../../testing/test-world.ts'

const startMs = Date.parse('2026-11-01T00:00:00Z')
const hourMs = 3_600_000
const iso = (ms: number) => new Date(ms).toISOString()

test('each kind of the log has a name on the screen', () => {
  const texts = JSON.parse(readFileSync('packages/i18n/messages/en/office-settings.json', 'utf8'))
  for (const kind of securityKinds) expect(texts, kind).toHaveProperty([`log.kind.${kind}`])
})

describe.each(bothDatabases)('the security log in the office on %s', (database) => {
  const nowMs = Date.parse('2026-11-30T09:00:00Z')
  let server: TestServer
  let orgId: number
  let admin: OfficeBrowser
  const nextOrgId = countOrganisations()

  beforeAll(async () => {
    server = await startTestServer({ database, clock: { nowMs: () => nowMs }, config: { logLevel: 'fatal' } })
  })
  afterAll(() => server.stop())
  beforeEach(async () => {
    orgId = nextOrgId()
    await arrange(server, {
      orgId,
      file: {
        people: [
          { ...personOf(`o${orgId}`, 'zoe', 1), firstName: 'Zoë', lastName: 'Müller' },
          { ...personOf(`o${orgId}`, 'ada', 2), firstName: 'Ada', lastName: 'Li' },
          { ...personOf(`o${orgId}`, 'admin', 3), firstName: 'Iolo', lastName: 'Tech', roles: ['it-administrator'] },
          { ...personOf(`o${orgId}`, 'officer', 4), roles: ['exams-officer'] },
        ],
        schedules: [],
        settings: { OfficeSecondStep: 'off' },
      },
    })
    await write(orgId)
    admin = await openOffice(server, orgId, 'admin')
  })

  /** One event an hour, as the log writes them; the sign-in to the office comes after them. */
  const eventsOf = (one: number): SecurityEvent[] => [
    { kind: 'sign-in', orgId: one, userGuid: `o${one}-zoe`, address: '203.0.113.7' },
    { kind: 'sign-in-refused', orgId: one, username: 'Zo', what: 'unknown-name', address: '203.0.113.7', times: 12 },
    { kind: 'person-changed', orgId: one, userGuid: `o${one}-ada`, author: `o${one}-zoe`, target: { fields: 'email' } },
    { kind: 'command', orgId: one, author: 'command:root', what: 'import' },
    {
      kind: 'setting-changed',
      orgId: one,
      author: `o${one}-ada`,
      what: 'rule',
      target: { setting: 'SealParts', from: 'off', to: 'on' },
    },
  ]
  const write = async (one: number) => {
    const { kysely } = server.db
    const rows = linkAfter(
      { number: 0, hash: seedOfLog(one) },
      eventsOf(one).map((event, at) => rowOfEvent({ ...event, atMs: startMs + at * hourMs })),
    )
    await kysely.deleteFrom('security_event').where('org_id', '=', one).execute()
    await kysely.insertInto('security_event').values(rows).execute()
    const end = { number: rows.length, hash: rows.at(-1)?.hash ?? '' }
    await kysely
      .insertInto('security_chain')
      .values({ org_id: one, ...end })
      .onConflict((conflict) => conflict.column('org_id').doUpdateSet(end))
      .execute()
  }
  /** Without those of the signing in of the test itself. */
  const search = async (query: object = {}, one = admin) => {
    const { events, next } = await one.doIt(calls.officeSecurityLog, { query: { until: '2026-11-02T00:00:00Z', ...query } })
    return { events, next, numbers: events.map(({ number }) => number) }
  }

  test('is shown from the newest event on, with names for guids, and without what only its check needs', async () => {
    const { events, next } = await search()
    expect(next).toBeUndefined()
    expect(events).toEqual([
      {
        ...{ number: 5, at: iso(startMs + 4 * hourMs), kind: 'setting-changed', isErased: false, what: 'rule' },
        author: { name: 'Ada Li', userID: 2 },
        target: [
          { name: 'setting', value: 'SealParts' },
          { name: 'from', value: 'off' },
          { name: 'to', value: 'on' },
        ],
      },
      {
        number: 4,
        at: iso(startMs + 3 * hourMs),
        kind: 'command',
        isErased: false,
        author: { name: 'command:root' },
        what: 'import',
      },
      {
        ...{ number: 3, at: iso(startMs + 2 * hourMs), kind: 'person-changed', isErased: false },
        ...{ person: { name: 'Ada Li', userID: 2 }, author: { name: 'Zoë Müller', userID: 1 } },
        target: [{ name: 'fields', value: 'email' }],
      },
      {
        ...{ number: 2, at: iso(startMs + hourMs), kind: 'sign-in-refused', isErased: false, username: 'Zo' },
        ...{ what: 'unknown-name', address: '203.0.113.7', times: 12 },
      },
      {
        ...{ number: 1, at: iso(startMs), kind: 'sign-in', isErased: false },
        ...{ person: { name: 'Zoë Müller', userID: 1 }, address: '203.0.113.7' },
      },
    ])
  })

  test('is searched by person as concerned, as author and as typed, by kind, by address and by time', async () => {
    expect((await search({ person: 'muller zoe' })).numbers).toEqual([3, 1])
    expect((await search({ person: 'Zo' })).numbers).toEqual([3, 2, 1])
    expect((await search({ person: 'LI' })).numbers).toEqual([5, 3])
    expect((await search({ person: 'nobody' })).numbers).toEqual([])
    expect((await search({ person: '%' })).numbers).toEqual([])
    expect((await search({ kind: 'command' })).numbers).toEqual([4])
    expect((await search({ address: '203.0.113.7' })).numbers).toEqual([2, 1])
    const times = { from: iso(startMs + hourMs), until: iso(startMs + 3 * hourMs) }
    expect((await search(times)).numbers).toEqual([3, 2])
    expect((await search({ ...times, kind: 'sign-in' })).numbers).toEqual([])
    expect((await search({ from: '2027-01-01T00:00:00Z', until: '2027-02-01T00:00:00Z' })).numbers).toEqual([])
  })

  test('comes page by page without a gap or a repetition, and a cursor holds for its own search alone', async () => {
    const pages: number[][] = []
    let cursor: string | undefined
    do {
      const { numbers, next } = await search({ limit: 2, ...(cursor !== undefined && { cursor }) })
      pages.push(numbers)
      cursor = next
    } while (cursor !== undefined)
    expect(pages).toEqual([[5, 4], [3, 2], [1]])
    const { next } = await search({ limit: 2 })
    for (const query of [{ kind: 'command' }, { person: 'ada' }, { until: '2026-11-03T00:00:00Z' }])
      expect(
        (await admin.refused(calls.officeSecurityLog, { query: { until: '2026-11-02T00:00:00Z', ...query, cursor: next } }))
          .code,
      ).toBe('INVALID_REQUEST')
    for (const from of ['yesterday', '2026-11-01', '2026-11-01T00:00:00'])
      expect((await admin.refused(calls.officeSecurityLog, { query: { from } })).code).toBe('INVALID_REQUEST')
  })

  test('a search that finds little reads a bounded stretch, and says where it goes on', async () => {
    const one = 900_000 + orgId
    const { kysely } = server.db
    const many = 100_500
    const row = rowOfEvent({ kind: 'sign-in', orgId: one, atMs: startMs })
    const filler = { ...row, hash: '', previous_hash: '' }
    for (let first = 1; first <= many; first += 1500) {
      const numbers = Array.from({ length: Math.min(1500, many - first + 1) }, (_, at) => first + at)
      await kysely
        .insertInto('security_event')
        .values(numbers.map((number) => ({ ...filler, number, kind: number === 3 ? 'command' : 'sign-in' })))
        .execute()
    }
    await kysely.insertInto('security_chain').values({ org_id: one, number: many, hash: '' }).execute()
    const first = await searchEvents(server.db, { orgId: one, kind: 'command' }, { most: 10 })
    expect([first.rows, first.next]).toEqual([[], 501])
    const second = await searchEvents(server.db, { orgId: one, kind: 'command' }, { most: 10, behind: first.next })
    expect([second.rows.map(({ number }) => number), second.next]).toEqual([[3], undefined])
  })

  test('what was erased is still counted, and says nothing', async () => {
    await server.db.kysely
      .updateTable('security_event')
      .set({ content: null, user_guid: null, username: null, address: null })
      .where('org_id', '=', orgId)
      .where('number', '=', 3)
      .execute()
    const { events } = await search({ kind: 'person-changed' })
    expect(events).toEqual([{ number: 3, at: iso(startMs + 2 * hourMs), kind: 'person-changed', isErased: true }])
    expect((await search({ person: 'zoe' })).numbers).toEqual([1])
  })

  test('is closed to who may not read it, and to everybody of another organisation', async () => {
    const officer = await openOffice(server, orgId, 'officer')
    expect((await officer.refused(calls.officeSecurityLog, { query: {} })).code).toBe('NOT_ALLOWED')
    orgId = nextOrgId()
    await arrange(server, {
      orgId,
      file: {
        people: [{ ...personOf(`o${orgId}`, 'admin', 1), roles: ['it-administrator'] }],
        schedules: [],
        settings: { OfficeSecondStep: 'off' },
      },
    })
    const other = await openOffice(server, orgId, 'admin')
    expect((await search({}, other)).events).toEqual([])
  })
})
