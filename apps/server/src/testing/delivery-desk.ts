import { calls, type InputOf, type RoleScope } from '@sitwell/contract'
import { selectEvents } from '../security-log/queries.ts'
import type { OfficeBrowser } from './office-browser.ts'
import { openOffice } from './open-office.ts'
import type { TestServer } from './start-test-server.ts'
import { arrange, doCall, examOf, personOf, signIn, tryCall } from './test-world.ts'

type Fields = InputOf<typeof calls.officeAddDelivery>['body']

/**
 * An organisation with learners (1 to 6, the last one suspended), a person without a role (10), an exams officer and an owner; a group of 1 and 2 and one of 3;
 * two centres with a room each; and an exam of ten minutes in version 3.
 */
export const arrangeDeliveries = async (server: TestServer, orgId: number, exam = examOf(`o${orgId}`)) => {
  const prefix = `o${orgId}`
  const names = ['Zoë Müller', 'Ada Li', 'Ben Lia', 'Siân Ŵyn', 'Omar Farouk', 'Eve Out'].map((name) => name.split(' '))
  const learners = names.map(([firstName = '', lastName = ''], at) => ({
    ...personOf(prefix, `learner-${at + 1}`, at + 1),
    ...{ firstName, lastName, suspended: at === 5 },
  }))
  const people = [
    ...learners,
    personOf(prefix, 'narrow', 10),
    { ...personOf(prefix, 'auditor', 12), roles: ['auditor' as const] },
    { ...personOf(prefix, 'officer', 13), roles: ['exams-officer' as const] },
    { ...personOf(prefix, 'owner', 14), roles: ['owner' as const] },
  ]
  const world = await arrange(server, { orgId, exam, file: { people, schedules: [], settings: { OfficeSecondStep: 'off' } } })
  const officer = await openOffice(server, orgId, 'officer')
  const addGroup = async (name: string, userIDs: number[]) => {
    const { groupID } = (await officer.doIt(calls.officeAddGroup, { body: { name } })).group
    const members = { groupID, action: 'add' as const, userIDs }
    const { hash, group } = await officer.doIt(calls.officePreviewMembers, { body: members })
    await officer.doIt(calls.officeChangeMembers, { body: { ...members, version: group.version, hash } })
    return groupID
  }
  const addRoom = async (centre: string, zone: string, name: string) => {
    const { centreID } = (await officer.doIt(calls.officeAddCentre, { body: { name: centre, zone } })).centre
    return { centreID, roomID: (await officer.doIt(calls.officeAddRoom, { body: { centreID, name } })).room.roomID }
  }
  const groups = { pair: await addGroup('Pair', [1, 2]), single: await addGroup('Single', [3]) }
  const rooms = {
    hall: await addRoom('Leith', 'Europe/London', 'Hall'),
    saal: await addRoom('Berlin', 'Europe/Berlin', 'Saal'),
  }
  const fields = (more: Partial<Fields> = {}): Fields => ({
    ...{ name: 'Trees in December', examGuid: exam.examGuid, examVersion: exam.version, zone: 'Europe/London' },
    window: { opens: '2026-12-03T09:30', closes: '2026-12-03T12:00' },
    ...{ rooms: [], entries: [{ groupID: groups.pair }, { userID: 3 }] },
    rules: { passwords: 'none', proctoring: 'exam', safeExamBrowser: 'exam', supports: 'exam', release: 'exam' },
    ...more,
  })
  const add = async (more: Partial<Fields> = {}, one: OfficeBrowser = officer) =>
    (await one.doIt(calls.officeAddDelivery, { body: fields(more) })).delivery
  const show = async (deliveryID: string, one: OfficeBrowser = officer) =>
    (await one.doIt(calls.officeDelivery, { query: { deliveryID } })).delivery
  const change = async (deliveryID: string, more: Partial<Fields>, one: OfficeBrowser = officer) => {
    const { version } = await show(deliveryID, one)
    return (await one.doIt(calls.officeChangeDelivery, { body: { ...fields(more), deliveryID, version } })).delivery
  }
  const preview = (deliveryID: string, one: OfficeBrowser = officer) =>
    one.doIt(calls.officePreviewDelivery, { body: { deliveryID } })
  const apply = async (deliveryID: string, one: OfficeBrowser = officer) => {
    const { hash } = await preview(deliveryID, one)
    return one.doIt(calls.officeApplyDelivery, { body: { deliveryID, hash } })
  }
  const applied = async (more: Partial<Fields> = {}) => {
    const { deliveryID } = await add(more)
    return { deliveryID, change: (await apply(deliveryID)).change ?? 0 }
  }
  const people_ = async (deliveryID: string, query: object = {}, one: OfficeBrowser = officer) =>
    one.doIt(calls.officeDeliveryPeople, { query: { deliveryID, ...query } })
  const readiness = (deliveryID: string, one: OfficeBrowser = officer) =>
    one.doIt(calls.officeDeliveryReadiness, { query: { deliveryID } })
  const narrow = async (role: 'auditor' | 'exams-officer', scope: RoleScope) => {
    const owner = await openOffice(server, orgId, 'owner')
    await owner.doIt(calls.officeGrantRole, { body: { userID: 10, role, scope } })
    return openOffice(server, orgId, 'narrow')
  }
  /** What a learner's page has to sit. */
  const schedulesOf = async (learner: number) => {
    const { access_token: token, UserGUID } = await signIn(server, { orgId }, `learner-${learner}`)
    return { token, userGuid: UserGUID, list: await doCall(server, calls.schedules, { query: { userGuid: UserGUID } }, token) }
  }
  /** A learner begins the exam, by the schedule that their page shows. */
  const begin = async (learner: number, password?: string) => {
    const { token, userGuid, list } = await schedulesOf(learner)
    const scheduleGuid = list.at(-1)?.guid ?? ''
    if (password !== undefined) await doCall(server, calls.checkPassword, { body: { userGuid, scheduleGuid, password } }, token)
    const { entry } = world
    const query = { ...entry, userGuid, scheduleGuid, versionNumber: list.at(-1)?.version ?? entry.versionNumber }
    return tryCall(server, calls.start, { query }, token)
  }
  const events = async () =>
    (await selectEvents(server.db, { orgId, kind: 'delivery-changed', most: 20 })).map(
      ({ content }) => JSON.parse(content ?? '{}') as { author?: string; what?: string; target?: Record<string, unknown> },
    )
  return {
    ...{ orgId, prefix, exam, officer, groups, rooms, fields, add, show, change, preview, apply, applied, people: people_ },
    ...{ readiness, narrow, schedulesOf, begin, events, addGroup },
  }
}

export type DeliveryDesk = Awaited<ReturnType<typeof arrangeDeliveries>>
