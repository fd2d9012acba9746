import { randomUUID } from 'node:crypto'
import { calls, centreState, roomState } from '@sitwell/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { selectEvents } from '../../security-log/queries.ts'
import { bothDatabases } from '../../testing/databases.ts'
import type { OfficeBrowser } from '../../testing/office-browser.ts'
import { openOffice } from '../../testing/open-office.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { arrange, countOrganisations, personOf } from '../../testing/test-world.ts'

describe.each(bothDatabases)('centres and rooms on %s', (database) => {
  const nowMs = Date.parse('2026-11-30T09:00:00Z')
  let server: TestServer
  let orgId: number
  let officer: OfficeBrowser
  const nextOrgId = countOrganisations()

  beforeAll(async () => {
    server = await startTestServer({ database, clock: { nowMs: () => nowMs }, config: { logLevel: 'fatal' } })
  })
  afterAll(() => server.stop())
  const arrangeIn = (one: number) =>
    arrange(server, {
      orgId: one,
      file: {
        people: [
          personOf(`o${one}`, 'learner', 1),
          { ...personOf(`o${one}`, 'officer', 50), roles: ['exams-officer'] },
          { ...personOf(`o${one}`, 'it', 51), roles: ['it-administrator'] },
        ],
        schedules: [],
        settings: { OfficeSecondStep: 'off' },
      },
    })
  beforeEach(async () => {
    orgId = nextOrgId()
    await arrangeIn(orgId)
    officer = await openOffice(server, orgId, 'officer')
  })

  const add = async (name: string, more: object = {}) =>
    (await officer.doIt(calls.officeAddCentre, { body: { name, zone: 'Europe/London', ...more } })).centre
  const addRoom = async (centreID: string, name: string, more: object = {}) =>
    (await officer.doIt(calls.officeAddRoom, { body: { centreID, name, ...more } })).room
  const list = async (query: object = {}, one = officer) => (await one.doIt(calls.officeCentres, { query })).centres
  const errorOf = (text: string) => JSON.parse(text).error

  test('are listed by name with their rooms, page by page, and whoever may read people reads them', async () => {
    const [leith] = [
      await add('Leith', { address: ' 1 Shore\r\n\tEdinburgh ' }),
      await add('ayr', { zone: 'utc' }),
      await add('Ōban'),
    ]
    await addRoom(leith.centreID, 'Hall', { seats: 120 })
    await addRoom(leith.centreID, 'Annexe')
    const first = await officer.doIt(calls.officeCentres, { query: { limit: 2 } })
    expect([first.total, first.asOf]).toEqual([3, new Date(nowMs).toISOString()])
    expect(first.centres).toMatchObject([
      { name: 'ayr', zone: 'UTC', address: '', rooms: [], isUsed: false, isClosed: false },
      { name: 'Leith', zone: 'Europe/London', address: '1 Shore\nEdinburgh', isUsed: true },
    ])
    expect(first.centres[1]?.rooms.map(({ name, seats }) => [name, seats])).toEqual([
      ['Annexe', undefined],
      ['Hall', 120],
    ])
    const second = await officer.doIt(calls.officeCentres, { query: { limit: 2, cursor: first.next } })
    expect([second.centres.map(({ name }) => name), second.next]).toEqual([['Ōban'], undefined])
    expect((await list({ search: 'OBA' })).map(({ name }) => name)).toEqual(['Ōban'])
    const other = { query: { limit: 2, cursor: first.next, closed: 'true' as const } }
    expect((await officer.refused(calls.officeCentres, other)).code).toBe('INVALID_REQUEST')
    // An IT administrator sees them, and changes none.
    const it = await openOffice(server, orgId, 'it')
    expect((await list({}, it)).length).toBe(3)
    const body = { name: 'Wick', zone: 'Europe/London' }
    expect((await it.refused(calls.officeAddCentre, { body })).code).toBe('NOT_ALLOWED')
  })

  test('are listed backwards too, and one of them alone, with what is closed if that is asked for', async () => {
    const [first] = [await add('Leith'), await add('Ayr')]
    expect((await list({ descending: 'true' })).map(({ name }) => name)).toEqual(['Leith', 'Ayr'])
    const { next: cursor } = await officer.doIt(calls.officeCentres, { query: { descending: 'true', limit: 1 } })
    expect((await list({ descending: 'true', cursor })).map(({ name }) => name)).toEqual(['Ayr'])
    expect((await officer.refused(calls.officeCentres, { query: { cursor } })).code).toBe('INVALID_REQUEST')
    const centre = first.centreID
    expect((await list({ centre })).map(({ name }) => name)).toEqual(['Leith'])
    await officer.doIt(calls.officeCloseCentre, { body: { centreID: centre, version: 1, isClosed: true } })
    expect([await list({ centre }), (await list({ centre, closed: 'true' })).length]).toEqual([[], 1])
    expect(await list({ centre: randomUUID() })).toEqual([])
    const far = nextOrgId()
    await arrangeIn(far)
    expect(await list({ centre, closed: 'true' }, await openOffice(server, far, 'officer'))).toEqual([])
  })

  test('name themselves in the roles that are held in them: a room with its centre', async () => {
    const { centreID } = await add('Leith')
    const { roomID } = await addRoom(centreID, 'Hall')
    for (const scope of [
      { kind: 'centre', id: centreID },
      { kind: 'room', id: roomID },
    ] as const)
      await officer.doIt(calls.officeGrantRole, { body: { userID: 1, role: 'invigilator', scope } })
    const { roles = [] } = await officer.doIt(calls.officePerson, { query: { userID: 1 } })
    expect(roles.map(({ scope }) => scope)).toEqual(
      expect.arrayContaining([
        { kind: 'centre', id: centreID, name: 'Leith' },
        { kind: 'room', id: roomID, name: 'Hall', centre: 'Leith' },
      ]),
    )
    // One role is withdrawn, and the other stays.
    const scope = { kind: 'room', id: roomID } as const
    await officer.doIt(calls.officeWithdrawRole, { body: { userID: 1, role: 'invigilator', reason: 'over', scope } })
    const { roles: left = [] } = await officer.doIt(calls.officePerson, { query: { userID: 1 } })
    expect(left.filter(({ isInForce }) => isInForce).map(({ scope: one }) => one?.kind)).toEqual(['centre'])
  })

  test('have names of their own and a time zone that is one, and a repeated request adds no second one', async () => {
    const requestId = randomUUID()
    const body = { name: 'Leith', zone: 'Europe/London', requestId }
    const first = await officer.doIt(calls.officeAddCentre, { body })
    expect(await officer.doIt(calls.officeAddCentre, { body })).toEqual(first)
    const refused = async (more: object) => (await officer.refused(calls.officeAddCentre, { body: { ...body, ...more } })).code
    expect(await refused({ name: 'Other' })).toBe('INVALID_REQUEST')
    expect(await refused({ name: 'LEITH', requestId: randomUUID() })).toBe('NAME_TAKEN')
    for (const odd of [{ name: ' ' }, { zone: 'London' }, { zone: '+01:00' }, { zone: '' }])
      expect([odd, await refused({ name: 'New', ...odd, requestId: randomUUID() })]).toEqual([odd, 'INVALID_REQUEST'])
    const { centreID } = first.centre
    const room = { centreID, name: 'Hall', requestId: randomUUID() }
    const added = await officer.doIt(calls.officeAddRoom, { body: room })
    expect(await officer.doIt(calls.officeAddRoom, { body: room })).toEqual(added)
    const refusedRoom = async (more: object) =>
      (await officer.refused(calls.officeAddRoom, { body: { ...room, ...more } })).code
    expect(await refusedRoom({ name: 'hall', requestId: randomUUID() })).toBe('NAME_TAKEN')
    expect(await refusedRoom({ name: 'Other' })).toBe('INVALID_REQUEST')
    expect(await refusedRoom({ centreID: 'nowhere', requestId: randomUUID() })).toBe('NOT_FOUND')
    // The same name in another centre is another room.
    expect((await addRoom((await add('Ayr')).centreID, 'Hall')).name).toBe('Hall')
  })

  test('are changed on the version that somebody saw, and whoever saw an older one is shown how it is now', async () => {
    const centre = await add('Leith')
    await add('Ayr')
    const change = (fields: object, version = centre.version) =>
      officer.tryIt(calls.officeChangeCentre, { body: { centreID: centre.centreID, version, ...fields } })
    const changed = { ...centre, zone: 'Europe/Paris', address: 'Quai', version: 2 }
    expect(JSON.parse((await change({ zone: 'europe/paris', address: 'Quai' })).text)).toEqual({ centre: changed })
    expect((await change({ zone: 'Europe/Paris' })).status).toBe(200)
    const stale = errorOf((await change({ name: 'Portobello' })).text)
    expect([stale.code, centreState.parse(stale.current)]).toEqual(['CHANGED_MEANWHILE', changed])
    expect(errorOf((await change({ name: 'ayr' }, 2)).text).code).toBe('NAME_TAKEN')
    expect(errorOf((await change({ zone: 'Mars/Base' }, 2)).text).code).toBe('INVALID_REQUEST')
    const room = await addRoom(centre.centreID, 'Hall', { seats: 3 })
    const changeRoom = (fields: object, version = room.version) =>
      officer.tryIt(calls.officeChangeRoom, { body: { roomID: room.roomID, version, ...fields } })
    expect(JSON.parse((await changeRoom({ seats: null })).text).room).toEqual({
      ...{ roomID: room.roomID, centreID: centre.centreID, version: 2, name: 'Hall', isClosed: false, isUsed: false },
    })
    const staleRoom = errorOf((await changeRoom({ name: 'Gym' })).text)
    expect([staleRoom.code, roomState.parse(staleRoom.current).version]).toEqual(['CHANGED_MEANWHILE', 2])
    await vi.waitFor(async () => {
      const events = await selectEvents(server.db, { orgId, kind: 'centre-changed', most: 10 })
      const what = events.map(({ content }) => JSON.parse(content ?? '').what).sort()
      expect(what).toEqual(['added', 'added', 'changed', 'room added', 'room changed'])
    })
  })

  // OFFICE-411
  test('are removed if nothing names them, and closed otherwise: then they stay, and nothing new is put into them', async () => {
    const centre = await add('Leith')
    const room = await addRoom(centre.centreID, 'Hall')
    const { centreID, version } = centre
    const { roomID } = room
    const grant = (scope: { kind: 'centre' | 'room'; id: string }) =>
      officer.tryIt(calls.officeGrantRole, { body: { userID: 1, role: 'invigilator', scope } })
    const inRoom = { kind: 'room' as const, id: roomID }
    expect((await grant(inRoom)).status).toBe(200)
    await officer.doIt(calls.officeWithdrawRole, { body: { userID: 1, role: 'invigilator', reason: 'over', scope: inRoom } })
    // Who invigilated there can be read for good.
    expect((await officer.refused(calls.officeRemoveRoom, { body: { roomID, version: 1 } })).code).toBe('IN_USE')
    expect((await officer.refused(calls.officeRemoveCentre, { body: { centreID, version } })).code).toBe('IN_USE')
    const closed = await officer.doIt(calls.officeCloseCentre, { body: { centreID, version, isClosed: true } })
    expect(closed.centre).toMatchObject({ isClosed: true, isUsed: true, version: 2 })
    expect(await list()).toEqual([])
    expect(await list({ closed: 'true' })).toMatchObject([{ name: 'Leith', isClosed: true, rooms: [{ isUsed: true }] }])
    for (const scope of [inRoom, { kind: 'centre' as const, id: centreID }])
      expect(errorOf((await grant(scope)).text).code).toBe('CLOSED')
    expect((await officer.refused(calls.officeAddRoom, { body: { centreID, name: 'Gym' } })).code).toBe('CLOSED')
    await officer.doIt(calls.officeCloseRoom, { body: { roomID, version: 1, isClosed: true } })
    const reopen = { body: { roomID, version: 2, isClosed: false } }
    expect((await officer.refused(calls.officeCloseRoom, reopen)).code).toBe('CLOSED')
    // Its name may be given to another one, and then it can't be opened under it.
    const other = await add('Leith')
    const open = { body: { centreID, version: 2, isClosed: false } }
    expect((await officer.refused(calls.officeCloseCentre, open)).code).toBe('NAME_TAKEN')
    const stale = { body: { centreID: other.centreID, version: 7 } }
    expect((await officer.refused(calls.officeRemoveCentre, stale)).code).toBe('CHANGED_MEANWHILE')
    await officer.doIt(calls.officeRemoveCentre, { body: { centreID: other.centreID, version: 1 } })
    expect((await officer.doIt(calls.officeCloseCentre, open)).centre.isClosed).toBe(false)
    await officer.doIt(calls.officeCloseRoom, reopen)
    const spare = await addRoom(centreID, 'Spare')
    await officer.doIt(calls.officeRemoveRoom, { body: { roomID: spare.roomID, version: 1 } })
    expect((await list())[0]?.rooms.map(({ name }) => name)).toEqual(['Hall'])
  })

  test('of another organisation are not there', async () => {
    const { centreID } = await add('Leith')
    const { roomID } = await addRoom(centreID, 'Hall')
    const far = nextOrgId()
    await arrangeIn(far)
    const stranger = await openOffice(server, far, 'officer')
    const [ofCentre, ofRoom] = [
      { centreID, version: 1 },
      { roomID, version: 1 },
    ]
    for (const [call, body] of [
      [calls.officeChangeCentre, { ...ofCentre, name: 'x' }],
      [calls.officeCloseCentre, { ...ofCentre, isClosed: true }],
      [calls.officeRemoveCentre, ofCentre],
      [calls.officeAddRoom, { centreID, name: 'x' }],
      [calls.officeChangeRoom, { ...ofRoom, name: 'x' }],
      [calls.officeCloseRoom, { ...ofRoom, isClosed: true }],
      [calls.officeRemoveRoom, ofRoom],
      [calls.officeGrantRole, { userID: 1, role: 'invigilator', scope: { kind: 'room', id: roomID } }],
      [calls.officeGrantRole, { userID: 1, role: 'invigilator', scope: { kind: 'centre', id: centreID } }],
    ] as const)
      expect([call.name, (await stranger.refused(call, { body } as never)).code]).toEqual([call.name, 'NOT_FOUND'])
    expect(await list({ closed: 'true' }, stranger)).toEqual([])
    expect(await list()).toMatchObject([{ name: 'Leith', version: 1, rooms: [{ version: 1 }] }])
  })
})
