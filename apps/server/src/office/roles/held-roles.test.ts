import { calls, permissionsOfRole, type Role, type RoleScope, roles } from '@sitwell/contract'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { bothDatabases } from '../../testing/databases.ts'
import type { OfficeBrowser } from '../../testing/office-browser.ts'
import { openOffice } from '../../testing/open-office.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { arrange, countOrganisations, personOf } from '../../testing/test-world.ts'

const dayMs = 86_400_000

describe.each(bothDatabases)('the list of held roles on %s', (database) => {
  let nowMs = Date.parse('2026-11-30T09:00:00Z')
  let server: TestServer
  let orgId: number
  let owner: OfficeBrowser
  let inside: string
  let outside: string
  let centre: string
  let room: string
  const nextOrgId = countOrganisations()

  beforeAll(async () => {
    server = await startTestServer({ database, clock: { nowMs: () => nowMs }, config: { logLevel: 'fatal' } })
  })
  afterAll(() => server.stop())

  beforeEach(async () => {
    nowMs = Date.parse('2026-11-30T09:00:00Z')
    orgId = nextOrgId()
    const prefix = `o${orgId}`
    const named = (username: string, id: number, firstName: string, lastName: string) => ({
      ...personOf(prefix, username, id),
      ...{ firstName, lastName },
    })
    const people = [
      named('learner', 1, 'Lea', 'Arner'),
      named('ada', 2, 'Ada', 'Byron'),
      named('cem', 3, 'Cem', 'Çelik'),
      named('zoe', 4, 'Zoë', 'Zahn'),
      named('narrow', 10, 'Nora', 'Narrow'),
      { ...named('owner', 13, 'Olga', 'Owner'), roles: ['owner' as const] },
      { ...named('auditor', 14, 'Otto', 'Auditor'), roles: ['auditor' as const] },
    ]
    await arrange(server, { orgId, file: { people, schedules: [], settings: { OfficeSecondStep: 'off' } } })
    owner = await openOffice(server, orgId, 'owner')
    const addGroup = async (name: string) => (await owner.doIt(calls.officeAddGroup, { body: { name } })).group.groupID
    ;[inside, outside] = [await addGroup('Inside'), await addGroup('Outside')]
    centre = (await owner.doIt(calls.officeAddCentre, { body: { name: 'Leith', zone: 'UTC' } })).centre.centreID
    room = (await owner.doIt(calls.officeAddRoom, { body: { centreID: centre, name: 'Hall' } })).room.roomID
    await join(inside, [2])
    await join(outside, [3])
  })

  const join = async (groupID: string, userIDs: number[]) => {
    const { hash, group } = await owner.doIt(calls.officePreviewMembers, { body: { groupID, action: 'add', userIDs } })
    await owner.doIt(calls.officeChangeMembers, { body: { groupID, version: group.version, action: 'add', userIDs, hash } })
  }
  const tomorrow = async () => {
    nowMs += dayMs
    owner = await openOffice(server, orgId, 'owner')
  }
  const group = (id: string): RoleScope => ({ kind: 'group', id })
  const at = (afterMs: number) => new Date(nowMs + afterMs).toISOString()
  interface Given {
    readonly scope?: RoleScope
    readonly from?: string
    readonly until?: string
  }
  const give = (userID: number, role: Role, given: Given = {}, one = owner) =>
    one.tryIt(calls.officeGrantRole, { body: { userID, role, ...given } })
  const list = (query: object = {}, one = owner) => one.doIt(calls.officeHeldRoles, { query })
  const lines = async (query: object = {}, one = owner) =>
    (await list(query, one)).held.map(({ username, grant }) => `${username} ${grant.role} ${grant.scope?.name ?? '*'}`)

  test('has everybody who holds a role, with its part, its time and who gave it, and no learner', async () => {
    await give(2, 'marker', { scope: group(inside), until: at(dayMs) })
    await give(4, 'invigilator', { scope: { kind: 'room', id: room } })
    const { held, total, asOf } = await list()
    expect(held.map(({ username }) => username)).toEqual(['auditor', 'ada', 'owner', 'zoe'])
    expect([total, asOf]).toEqual([4, new Date(nowMs).toISOString()])
    expect(held[1]).toMatchObject({
      ...{ userID: 2, firstName: 'Ada', lastName: 'Byron', isSuspended: false, mayOpen: true },
      grant: {
        ...{ role: 'marker', state: 'open', isInForce: true, until: at(dayMs), mayWithdraw: true },
        ...{ scope: { kind: 'group', id: inside, name: 'Inside' }, grantedBy: 'Olga Owner', grantedAt: at(0) },
      },
    })
    expect(held[3]?.grant.scope).toEqual({ kind: 'room', id: room, name: 'Hall', centre: 'Leith' })
  })

  test('shows what is current, coming, over and withdrawn apart, by role, by part and by words of a name', async () => {
    await give(2, 'marker', { until: at(dayMs) })
    await give(3, 'author', { from: at(2 * dayMs), scope: group(inside) })
    await give(4, 'marker', { scope: group(outside) })
    await owner.doIt(calls.officeWithdrawRole, { body: { userID: 4, role: 'marker', reason: 'gone' } })
    expect(await lines({ show: 'coming' })).toEqual(['cem author Inside'])
    expect(await lines({ show: 'withdrawn' })).toEqual(['zoe marker Outside'])
    expect((await list({ show: 'withdrawn' })).held[0]?.grant).toMatchObject({ reason: 'gone', mayWithdraw: false })
    expect(await lines({ show: 'over' })).toEqual([])
    await tomorrow()
    expect(await lines({ show: 'over' })).toEqual(['ada marker *'])
    expect(await lines({ show: 'current', role: 'marker' })).toEqual([])
    expect(await lines({ show: 'all', role: 'marker' })).toEqual(['ada marker *', 'zoe marker Outside'])
    expect(await lines({ show: 'all', scope: 'group' })).toEqual(['cem author Inside', 'zoe marker Outside'])
    expect(await lines({ show: 'all', scope: 'centre' })).toEqual([])
    expect(await lines({ show: 'all', search: 'CELIK' })).toEqual(['cem author Inside'])
    await tomorrow()
    expect(await lines({ search: 'celik' })).toEqual(['cem author Inside'])
  })

  test('is read page by page without a role missing or twice, whatever the order, and a cursor holds for its list alone', async () => {
    for (const [userID, role] of [
      [2, 'marker'],
      [2, 'author'],
      [3, 'marker'],
      [4, 'marker'],
      [4, 'auditor'],
    ] as const)
      await give(userID, role, { until: at(userID * dayMs), ...(role === 'marker' && { scope: group(inside) }) })
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('name', 'role', 'from', 'until', 'granted'),
        fc.constantFrom('true', 'false'),
        fc.integer({ min: 1, max: 4 }),
        async (sort, descending, limit) => {
          const whole = await list({ sort, descending })
          const ids: string[] = []
          let cursor: string | undefined
          do {
            const page = await list({ sort, descending, limit, ...(cursor && { cursor }) })
            expect(page.total).toBe(cursor === undefined ? 7 : undefined)
            ids.push(...page.held.map(({ grant }) => grant.id))
            cursor = page.next
          } while (cursor !== undefined)
          expect(ids).toEqual(whole.held.map(({ grant }) => grant.id))
          expect(new Set(ids).size).toBe(7)
        },
      ),
      { numRuns: 12 },
    )
    const ranks = (await list({ sort: 'role' })).held.map(({ grant }) => roles.indexOf(grant.role))
    expect(ranks).toEqual(ranks.toSorted((one, other) => one - other))
    expect((await list({ sort: 'until' })).held.at(-1)?.grant.until).toBeUndefined()
    const { next } = await list({ limit: 1 })
    const foreign = await owner.refused(calls.officeHeldRoles, { query: { limit: 1, sort: 'role', cursor: next } })
    expect(foreign.code).toBe('INVALID_REQUEST')
  })

  test('of a group shows its exams officer what is held in it and what its people hold everywhere, and nothing else', async () => {
    await give(10, 'exams-officer', { scope: group(inside) })
    await give(2, 'marker')
    await give(2, 'author', { scope: group(outside) })
    await give(3, 'marker', { scope: group(outside) })
    await give(3, 'author')
    await give(4, 'marker', { scope: group(inside) })
    await give(4, 'invigilator', { scope: { kind: 'centre', id: centre } })
    const narrow = await openOffice(server, orgId, 'narrow')
    expect(await lines({ show: 'all' }, narrow)).toEqual(['ada marker *', 'narrow exams-officer Inside', 'zoe marker Inside'])
    const { held, total } = await list({ show: 'all' }, narrow)
    expect(total).toBe(3)
    // Those who hold something in the group are no members of it: their pages stay closed, and so does the call that withdraws.
    expect(held.map(({ mayOpen, grant }) => [mayOpen, grant.mayWithdraw])).toEqual([
      [true, false],
      [false, false],
      [false, false],
    ])
    expect(await lines({ show: 'all', search: 'cem' }, narrow)).toEqual([])
    await owner.doIt(calls.officeWithdrawRole, { body: { userID: 10, role: 'exams-officer', reason: 'x' } })
    await give(10, 'exams-officer', { scope: { kind: 'centre', id: centre } })
    await give(3, 'marker', { scope: { kind: 'room', id: room } })
    expect(await lines({ show: 'current' }, narrow)).toEqual([
      'cem marker Hall',
      'narrow exams-officer Leith',
      'zoe invigilator Leith',
    ])
  })

  test('of an organisation has nothing of another, and is closed to whoever may not read roles', async () => {
    const otherOrgId = nextOrgId()
    const boss = { ...personOf(`o${otherOrgId}`, 'boss', 1), roles: ['owner' as const] }
    await arrange(server, { orgId: otherOrgId, file: { people: [boss], schedules: [], settings: { OfficeSecondStep: 'off' } } })
    expect(await lines({ show: 'all' }, await openOffice(server, otherOrgId, 'boss'))).toEqual(['boss owner *'])
    await give(2, 'marker')
    const marker = await openOffice(server, orgId, 'ada')
    expect((await marker.refused(calls.officeHeldRoles, { query: {} })).code).toBe('NOT_ALLOWED')
    expect((await marker.refused(calls.officeBuiltInRoles, {})).code).toBe('NOT_ALLOWED')
    const auditor = await openOffice(server, orgId, 'auditor')
    expect((await list({}, auditor)).held.map(({ grant }) => grant.mayWithdraw)).toEqual([false, false, false])
  })

  test('has the flags of people whom a node of 0.2.0 stored, until a row of theirs counts', async () => {
    const update = server.db.kysely.updateTable('person').set({ admin: 1, invigilator: 1 })
    await update.where('org_id', '=', orgId).where('user_id', '=', 4).execute()
    expect(await lines({ search: 'zoe' })).toEqual(['zoe invigilator *', 'zoe it-administrator *'])
    await owner.doIt(calls.officeWithdrawRole, { body: { userID: 4, role: 'invigilator', reason: 'x' } })
    expect(await lines({ search: 'zoe', show: 'all', sort: 'role' })).toEqual(['zoe invigilator *', 'zoe it-administrator *'])
    expect(await lines({ search: 'zoe' })).toEqual(['zoe it-administrator *'])
  })

  test('comes with what each role allows, by the table that decides', async () => {
    const { roles: built, permissions: all } = await owner.doIt(calls.officeBuiltInRoles, {})
    expect(built.map(({ role }) => role)).toEqual(roles)
    for (const { role, permissions } of built) expect(permissions.toSorted()).toEqual([...permissionsOfRole[role]].toSorted())
    expect(all.toSorted()).toEqual([...permissionsOfRole.owner].toSorted())
  })

  test('what a caller may give and withdraw is shown as the calls decide: to no other group, nothing wider, no other role, and no longer', async () => {
    const ends = at(5 * dayMs)
    await give(10, 'exams-officer', { scope: group(inside), until: ends })
    const narrow = await openOffice(server, orgId, 'narrow')
    const mayGive = async (userID: number, one = narrow) => (await one.doIt(calls.officePerson, { query: { userID } })).mayGive
    const [part, ...others] = await mayGive(2)
    expect(others).toEqual([])
    expect(part?.scope).toEqual({ kind: 'group', id: inside, name: 'Inside' })
    expect(part?.roles).toEqual(
      ['exams-officer', 'author', 'invigilator', 'marker', 'chief-examiner'].map((role) => ({ role, until: ends })),
    )
    const code = async (userID: number, role: Role, given: Given) => {
      const { status, text } = await give(userID, role, given, narrow)
      return status === 200 ? 'OK' : JSON.parse(text).error.code
    }
    for (const role of roles)
      for (const [what, given] of Object.entries({
        otherGroup: { scope: group(outside), until: ends },
        otherCentre: { scope: { kind: 'centre' as const, id: centre }, until: ends },
        wider: { until: ends },
        longer: { scope: group(inside), until: at(5 * dayMs + 1) },
        noEnd: { scope: group(inside) },
      })) {
        const refused = role === 'owner' && 'scope' in given ? 'INVALID_REQUEST' : 'NOT_ALLOWED'
        expect([role, what, await code(2, role, given)]).toEqual([role, what, refused])
      }
    for (const role of ['auditor', 'it-administrator'] as const)
      expect(await code(2, role, { scope: group(inside), until: ends })).toBe('NOT_ALLOWED')
    // A person of another group, and the caller themselves.
    for (const userID of [3, 10])
      expect(await code(userID, 'marker', { scope: group(inside), until: ends })).toBe('NOT_ALLOWED')
    for (const { role, until } of part?.roles ?? [])
      expect(await code(2, role, { scope: group(inside), ...(until && { until }) })).toBe('OK')
    // What was given is withdrawn from the list, and what others gave in all of the organisation is not.
    await give(2, 'marker')
    const mine = (await list({ search: 'ada', role: 'author' }, narrow)).held[0]
    expect(mine?.grant.mayWithdraw).toBe(false)
    await owner.doIt(calls.officeWithdrawRole, {
      body: { userID: 2, role: 'marker', reason: 'x', scope: { kind: 'organisation' } },
    })
    expect((await list({ search: 'ada', role: 'author' }, narrow)).held[0]?.grant.mayWithdraw).toBe(true)
    await narrow.doIt(calls.officeWithdrawRole, { body: { userID: 2, role: 'author', reason: 'x', scope: group(inside) } })
    // An owner gives everything everywhere, an auditor nothing.
    expect(await mayGive(3, owner)).toEqual([{ roles: roles.map((role) => ({ role })) }])
    expect(await mayGive(3, await openOffice(server, orgId, 'auditor'))).toEqual([])
  })
})
