import { type Call, calls, isStaffAccess, permissionsOfRole, type Role, type RoleScope } from '@sitwell/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { bothDatabases } from '../testing/databases.ts'
import type { OfficeBrowser } from '../testing/office-browser.ts'
import { openOffice } from '../testing/open-office.ts'
import { type Names, sampleInput } from '../testing/sample-input.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'
import { arrange, countOrganisations, personOf } from '../testing/test-world.ts'

/** Calls of staff in the office, with the fields by which their scope is found. */
const ofOffice = (Object.values(calls) as Call[]).flatMap((call) =>
  call.office && isStaffAccess(call.access) ? [{ call, access: call.access }] : [],
)

describe.each(bothDatabases)('roles in a part of the organisation on %s', (database) => {
  const nowMs = Date.parse('2026-11-30T09:00:00Z')
  let server: TestServer
  let orgId: number
  let owner: OfficeBrowser
  let inside: string
  let outside: string
  let centre: string
  let otherCentre: string
  let room: string
  let otherRoom: string
  const nextOrgId = countOrganisations()

  beforeAll(async () => {
    server = await startTestServer({ database, clock: { nowMs: () => nowMs }, config: { logLevel: 'fatal' } })
  })
  afterAll(() => server.stop())

  /** Learner 1 is in the group `inside`, learner 2 in `outside`, 3 in none; 10 is given a role in a part, 11 is a marker. */
  beforeEach(async () => {
    orgId = nextOrgId()
    const prefix = `o${orgId}`
    const people = [
      ...[1, 2, 3].map((id) => personOf(prefix, `learner-${id}`, id)),
      personOf(prefix, 'narrow', 10),
      { ...personOf(prefix, 'marker', 11), roles: ['marker' as const] },
      { ...personOf(prefix, 'officer', 12), roles: ['exams-officer' as const] },
      { ...personOf(prefix, 'owner', 13), roles: ['owner' as const] },
    ]
    await arrange(server, { orgId, file: { people, schedules: [], settings: { OfficeSecondStep: 'off' } } })
    owner = await openOffice(server, orgId, 'owner')
    const addGroup = async (name: string) => (await owner.doIt(calls.officeAddGroup, { body: { name } })).group.groupID
    const addCentre = async (name: string) => {
      const { centreID } = (await owner.doIt(calls.officeAddCentre, { body: { name, zone: 'UTC' } })).centre
      const { roomID } = (await owner.doIt(calls.officeAddRoom, { body: { centreID, name: 'Hall' } })).room
      return [centreID, roomID] as const
    }
    ;[inside, outside] = [await addGroup('Inside'), await addGroup('Outside')]
    ;[centre, room] = await addCentre('Leith')
    ;[otherCentre, otherRoom] = await addCentre('Ayr')
    await join(inside, [1])
    await join(outside, [2])
  })

  const join = async (groupID: string, userIDs: number[], action: 'add' | 'remove' = 'add', one = owner) => {
    const { hash, group } = await one.doIt(calls.officePreviewMembers, { body: { groupID, action, userIDs } })
    const body = { groupID, version: group.version, action, userIDs, hash }
    return (await one.doIt(calls.officeChangeMembers, { body })).changed
  }
  const give = (userID: number, role: Role, scope?: RoleScope, one = owner) =>
    one.tryIt(calls.officeGrantRole, { body: { userID, role, ...(scope && { scope }) } })
  const group = (id: string): RoleScope => ({ kind: 'group', id })
  const narrowIn = async (scope: RoleScope, role: Role = 'exams-officer') => {
    expect((await give(10, role, scope)).status).toBe(200)
    return openOffice(server, orgId, 'narrow')
  }
  const codeOf = async (answer: Promise<{ status: number; text: string }>) => {
    const { status, text } = await answer
    return status === 200 ? 'OK' : JSON.parse(text).error.code
  }

  test('open every call of the office that names a person, group, centre or room of it, and no other, whatever the role and the call', async () => {
    // A version that nothing has, so that what is tried changes nothing that is tried later.
    const namesOf = (userid: number, groupid: string, [centreid, roomid]: readonly [string, string]): Names => ({
      ...{ userid, groupid, centreid, roomid, zone: 'UTC', version: 99, show: 'all', role: 'marker' },
    })
    const [own, others] = [namesOf(1, inside, [centre, room]), namesOf(2, outside, [otherCentre, otherRoom])]
    const fieldsOf = { group: ['userID', 'groupID'], centre: ['centreID', 'roomID'], room: ['roomID'] } as const
    const parts = [
      { kind: 'group', id: inside } as const,
      { kind: 'centre', id: centre } as const,
      { kind: 'room', id: room } as const,
    ]
    const isClosed = async (one: OfficeBrowser, call: Call, names: Names) => {
      const input = { ...sampleInput(call, names, 'required'), ...(call.file && { file: new File(['x'], 'x.txt') }) }
      const { status, text } = await one.tryIt(call, input as never)
      // What the rules about a person refuse is another matter: the call itself is open.
      return status === 403 && JSON.parse(text).error.message.includes('permission')
    }
    for (const { part, role } of parts.flatMap((part) =>
      (['exams-officer', 'auditor'] as const).map((role) => ({ part, role })),
    )) {
      const one = await narrowIn(part, role)
      const allowed: readonly string[] = permissionsOfRole[role]
      const fields: readonly string[] = fieldsOf[part.kind]
      for (const { call, access } of ofOffice) {
        const { scope, permission } = access
        const isOfPart = scope !== 'organisation' && (scope === 'places' || scope.every((field) => fields.includes(field)))
        const isOpen = allowed.includes(permission) && isOfPart
        expect([part.kind, role, call.name, await isClosed(one, call, own)]).toEqual([part.kind, role, call.name, !isOpen])
        const isElsewhereClosed = scope !== 'places' || !isOpen
        expect([call.name, 'elsewhere', await isClosed(one, call, others)]).toEqual([call.name, 'elsewhere', isElsewhereClosed])
      }
      await owner.doIt(calls.officeWithdrawRole, { body: { userID: 10, role, reason: 'next' } })
    }
  })

  test('list the people, groups and centres of that part alone', async () => {
    const one = await narrowIn(group(inside))
    const people = await one.doIt(calls.officePeople, { query: {} })
    expect([people.people.map(({ userID }) => userID), people.total]).toEqual([[1], 1])
    expect((await one.doIt(calls.officePeople, { query: { group: outside } })).people).toEqual([])
    expect((await one.doIt(calls.officePeople, { query: { search: 'learner-2' } })).people).toEqual([])
    const groups = await one.doIt(calls.officeGroups, { query: {} })
    expect([groups.groups.map(({ name }) => name), groups.total]).toEqual([['Inside'], 1])
    expect((await one.doIt(calls.officeCentres, { query: {} })).centres).toEqual([])
    // Another group of the person is none that the caller sees.
    await join(outside, [1])
    const [person] = (await one.doIt(calls.officePeople, { query: {} })).people
    expect(person?.groups).toEqual([{ groupID: inside, name: 'Inside' }])
    const shown = await one.doIt(calls.officePerson, { query: { userID: 1 } })
    expect(shown.groups).toEqual([{ groupID: inside, name: 'Inside' }])
    await give(10, 'auditor', { kind: 'room', id: room })
    const { centres } = await one.doIt(calls.officeCentres, { query: {} })
    expect(centres.map(({ name, rooms }) => [name, rooms.map(({ roomID }) => roomID)])).toEqual([['Leith', [room]]])
    const alone = async (id: string) => (await one.doIt(calls.officeCentres, { query: { centre: id, closed: 'true' } })).centres
    expect([(await alone(centre)).length, await alone(otherCentre)]).toEqual([1, []])
    expect((await one.doIt(calls.officePeople, { query: {} })).people).toHaveLength(1)
  })

  test('follow the members of a group at once, and are over with it', async () => {
    const one = await narrowIn(group(inside))
    const show = (userID: number) => codeOf(one.tryIt(calls.officePerson, { query: { userID } }))
    expect([await show(1), await show(2), await show(3), await show(99)]).toEqual([
      'OK',
      'NOT_ALLOWED',
      'NOT_ALLOWED',
      'NOT_ALLOWED',
    ])
    await join(inside, [3])
    await join(inside, [1], 'remove')
    expect([await show(1), await show(3)]).toEqual(['NOT_ALLOWED', 'OK'])
    const { hash, group: state } = await owner.doIt(calls.officePreviewRemoval, { query: { groupID: inside } })
    await owner.doIt(calls.officeRemoveGroup, { body: { groupID: inside, version: state.version, hash } })
    expect(await show(3)).toBe('NO_AUTHORISATION')
  })

  test('let act on people of the group, and tell so', async () => {
    const one = await narrowIn(group(inside))
    const { person, may } = await one.doIt(calls.officePerson, { query: { userID: 1 } })
    expect(may).toMatchObject({ change: true, suspend: true, resetPassword: true, grant: [], withdraw: [] })
    const change = { userID: 1, version: person.version, lastName: 'Changed' }
    expect((await one.doIt(calls.officeChangePerson, { body: change })).person.lastName).toBe('Changed')
    expect((await one.refused(calls.officeChangePerson, { body: { ...change, userID: 2 } })).code).toBe('NOT_ALLOWED')
    const session = await one.doIt(calls.officeSession, {})
    expect(session.permissions).toEqual([])
    expect(session.permissionsInParts).toEqual(expect.arrayContaining(['people.write', 'groups.write']))
    expect(session.roles).toEqual([{ role: 'exams-officer', scope: { kind: 'group', id: inside, name: 'Inside' } }])
    // Staff who came into the group keep their accounts to themselves.
    await join(inside, [11])
    expect((await one.doIt(calls.officePerson, { query: { userID: 11 } })).may).toMatchObject({ change: false, suspend: false })
    expect((await one.refused(calls.officeResetPassword, { body: { userID: 11 } })).code).toBe('NOT_ALLOWED')
  })

  test('are given no wider than whoever gives them has them, and no way leads out of the part', async () => {
    const one = await narrowIn(group(inside))
    const grant = (role: Role, scope?: RoleScope, userID = 1) => codeOf(give(userID, role, scope, one))
    expect(await grant('marker', group(inside))).toBe('OK')
    for (const scope of [
      undefined,
      group(outside),
      { kind: 'centre' as const, id: centre },
      { kind: 'room' as const, id: room },
    ])
      expect([scope, await grant('marker', scope)]).toEqual([scope, 'NOT_ALLOWED'])
    for (const role of ['owner', 'auditor', 'it-administrator'] as const)
      expect([role, await grant(role, group(inside))]).toEqual([role, role === 'owner' ? 'INVALID_REQUEST' : 'NOT_ALLOWED'])
    // To people outside, and to themselves, nothing.
    for (const userID of [2, 3, 10])
      expect([userID, await grant('marker', group(inside), userID)]).toEqual([userID, 'NOT_ALLOWED'])
    // Whom they don't have they don't get by adding them to their group.
    const preview = await one.doIt(calls.officePreviewMembers, {
      body: { groupID: inside, action: 'add', userIDs: [1, 2, 3, 11, 13] },
    })
    expect(preview.people.map(({ becomes, username }) => [becomes, username !== undefined])).toEqual([
      ['unchanged', true],
      ...[2, 3, 11, 13].map(() => ['refused', false]),
    ])
    expect(await join(inside, [2, 3, 13], 'add', one)).toEqual([])
    // A role in the whole organisation is withdrawn by whoever has it there.
    const withdraw = (body: object) =>
      codeOf(one.tryIt(calls.officeWithdrawRole, { body: { userID: 1, role: 'marker', reason: 'x', ...body } }))
    expect(await withdraw({})).toBe('NOT_ALLOWED')
    expect(await withdraw({ scope: group(outside) })).toBe('NOT_ALLOWED')
    expect(await withdraw({ scope: group(inside) })).toBe('OK')
    expect(await withdraw({ scope: group(inside) })).toBe('NOT_FOUND')
  })

  test('of an owner are in the whole organisation only, and whoever has less adds nobody to a group in which others have more', async () => {
    expect(await codeOf(give(10, 'owner', group(inside)))).toBe('INVALID_REQUEST')
    await give(10, 'auditor', group(inside))
    // An exams officer doesn't read the security log, and an auditor of the group does.
    const officer = await openOffice(server, orgId, 'officer')
    const preview = await officer.doIt(calls.officePreviewMembers, { body: { groupID: inside, action: 'add', userIDs: [3] } })
    expect(preview.people).toMatchObject([{ becomes: 'refused', reason: 'beyond' }])
    const removal = await officer.doIt(calls.officePreviewRemoval, { query: { groupID: inside } })
    expect([removal.isAllowed, removal.roleTotal]).toEqual([false, 1])
    const body = { groupID: inside, version: removal.group.version, hash: removal.hash }
    expect((await officer.refused(calls.officeRemoveGroup, { body })).code).toBe('NOT_ALLOWED')
    expect(await join(inside, [3])).toEqual([3])
  })

  test('are in parts that the organisation has', async () => {
    for (const kind of ['group', 'centre', 'room'] as const)
      expect([kind, await codeOf(give(10, 'marker', { kind, id: 'nowhere' }))]).toEqual([kind, 'NOT_FOUND'])
    expect(JSON.parse((await give(10, 'marker', group(inside))).text)).toEqual({ isNew: true })
    expect(JSON.parse((await give(10, 'marker', group(inside))).text)).toEqual({ isNew: false })
    expect(JSON.parse((await give(10, 'marker', group(outside))).text)).toEqual({ isNew: true })
    await owner.doIt(calls.officeWithdrawRole, { body: { userID: 10, role: 'marker', reason: 'x', scope: group(inside) } })
    const { roles: held = [] } = await owner.doIt(calls.officePerson, { query: { userID: 10 } })
    expect(held.map(({ state, scope }) => [state, scope?.name]).sort()).toEqual([
      ['open', 'Outside'],
      ['withdrawn', 'Inside'],
    ])
  })
})
