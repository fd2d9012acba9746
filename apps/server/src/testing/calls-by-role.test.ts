import { type Call, calls, describeCall, isStaffAccess, permissionsOfRole, type Role, roles } from '@sitwell/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { giveRole, withdrawAllRoles } from './change-roles.ts'
import { bothDatabases } from './databases.ts'
import { type JsonSchema, type Names, sampleInput } from './sample-input.ts'
import { startTestServer, type TestServer } from './start-test-server.ts'
import { arrange, doCall, personOf, refusalIn, signIn, sitExam, tryCall, type World } from './test-world.ts'

const dayMs = 24 * 60 * 60_000
const ofStaff = (Object.values(calls) as Call[]).flatMap((call) =>
  isStaffAccess(call.access) && !call.office ? [{ call, access: call.access }] : [],
)

describe.each(bothDatabases)('calls of staff on %s', (database) => {
  let nowMs = Date.parse('2026-11-21T11:30:00Z')
  let server: TestServer
  let world: World
  let names: Names

  beforeAll(async () => {
    server = await startTestServer({ database, clock: { nowMs: () => nowMs }, config: { logLevel: 'fatal' } })
    const at = (ms: number) => new Date(nowMs + ms).toISOString()
    const limited = [
      { ...personOf('o1', 'expired', 40), roles: [{ role: 'owner' as const, until: at(dayMs) }] },
      { ...personOf('o1', 'future', 41), roles: [{ role: 'owner' as const, from: at(10 * dayMs) }] },
      { ...personOf('o1', 'withdrawn', 42), roles: ['owner' as const] },
      { ...personOf('o1', 'suspended', 43), roles: ['owner' as const] },
    ]
    const people = [
      personOf('o1', 'learner', 1),
      personOf('o1', 'other', 2),
      ...roles.map((role, index) => ({ ...personOf('o1', role, 20 + index), roles: [role] })),
      ...limited,
    ]
    world = await arrange(server, { file: { people } })
    await arrange(server, {
      orgId: 2,
      file: {
        people: [{ ...personOf('o2', 'owner', 1), roles: ['owner'] }],
        schedules: [],
        settings: { AllowRemotePause: '1' },
      },
    })
    const { formRunGuid } = await sitExam(server, world)
    names = {
      ...{ formrunguid: formRunGuid, examguid: 'o1-exam', scheduleguid: 'o1-schedule', userid: 2, org: 1, '*': 'x' },
      ...{ requestid: '5f9b1a52-0a37-4a53-8a0f-3f6d9f3d9d11' },
    }
    nowMs += 2 * dayMs
  })
  afterAll(() => server.stop())

  const make = (call: Call, token: string) =>
    // Made from the call's own schemas.
    tryCall(server, call, sampleInput(call, withOneTarget(call, names)) as never, token)
  const withOneTarget = (call: Call, all: Names): Names => {
    const { examguid: _, ...others } = all
    return call.name === 'dashFormRuns' || call.name === 'dashLateAnswers' ? all : others
  }
  const tokenOf = async (username: string, orgId = 1) => (await signIn(server, { orgId }, username)).access_token
  const staff = (username: string) => ({ orgId: 1, userGuid: `o1-${username}` })

  test('name a field of their request by which their scope is found', () => {
    for (const { call, access } of ofStaff) {
      if (access.scope === 'organisation') continue
      const { params, query, body } = describeCall(call)
      // JSON Schemas of objects.
      const fields = [params, query, body].flatMap((part) => Object.keys((part as JsonSchema | undefined)?.properties ?? {}))
      expect(fields, call.name).toEqual(expect.arrayContaining([...access.scope]))
    }
  })

  test('are open to the roles that have their permission, and closed to all others', async () => {
    for (const role of roles) {
      const token = await tokenOf(role)
      const allowed: readonly string[] = permissionsOfRole[role]
      for (const { call, access } of ofStaff) {
        const answer = await make(call, token)
        const isOpen = answer.status !== 403
        expect([role, call.name, isOpen]).toEqual([role, call.name, allowed.includes(access.permission)])
        if (!isOpen) expect(refusalIn(answer).code).toBe('NOT_ALLOWED')
      }
    }
  })

  test('are closed to learners, and to people whose role has ended, has not begun, or was withdrawn', async () => {
    const tokens = new Map<string, string>()
    for (const name of ['learner', 'expired', 'future', 'withdrawn']) tokens.set(name, await tokenOf(name))
    const isOpen = async (name: string) => (await make(calls.dashFormRuns, tokens.get(name) ?? '')).status === 200
    expect([await isOpen('withdrawn'), await isOpen('expired')]).toEqual([true, false])
    const outcome = await withdrawAllRoles(server, staff('withdrawn'))
    expect(outcome).toBe('withdrawn')
    for (const [name, token] of tokens)
      for (const { call } of ofStaff)
        expect(refusalIn(await make(call, token)), `${call.name} by ${name}`).toMatchObject({
          status: 403,
          code: 'NOT_ALLOWED',
        })
    nowMs += 9 * dayMs
    expect((await make(calls.dashFormRuns, await tokenOf('future'))).status).toBe(200)
  })

  test('are closed at once to somebody who is suspended', async () => {
    const token = await tokenOf('suspended')
    expect((await make(calls.dashFormRuns, token)).status).toBe(200)
    await server.db.kysely.updateTable('person').set({ suspended: 1 }).where('user_guid', '=', 'o1-suspended').execute()
    // A session that was just found open may still be trusted: the role isn't.
    for (const { call } of ofStaff) expect([401, 403], call.name).toContain((await make(call, token)).status)
    nowMs += 2000
    for (const { call } of ofStaff) expect((await make(call, token)).status, call.name).toBe(401)
  })

  test('find nothing of another organisation, whatever the role there', async () => {
    const token = await tokenOf('owner', 2)
    for (const { call } of ofStaff) {
      const answer = await make(call, token)
      const found = answer.status === 200 ? JSON.parse(answer.text) : []
      const list = Array.isArray(found) ? found : found.people
      if (answer.status === 200) expect(list, call.name).toEqual([])
      else expect(answer.status, `${call.name} ${answer.text}`).toBe(404)
    }
  })

  test('are closed to whoever is signed in as somebody who became staff meanwhile, and nobody signs in as staff', async () => {
    const admin = await tokenOf('exams-officer')
    const as = (userID: number) => tryCall(server, calls.adminLogin, { params: { org: 1 }, query: { userID } }, admin)
    const asLearner = calls.adminLogin.reply.parse(JSON.parse((await as(2)).text)).access_token
    await giveRole(server, staff('other'), 'owner')
    nowMs += 2000
    for (const { call } of ofStaff)
      expect(refusalIn(await make(call, asLearner)), call.name).toMatchObject({ status: 403, code: 'NOT_ALLOWED' })
    for (const userID of [2, ...roles.map((_, index) => 20 + index)])
      expect(refusalIn(await as(userID)), String(userID)).toMatchObject({ status: 403, code: 'NOT_ALLOWED' })
    const { people } = await doCall(server, calls.findPeople, { body: { search: '' } }, admin)
    expect(people.map(({ userID }) => userID).sort()).toEqual([1, 40, 42])
  })

  test('the second factor of somebody is reset only by people who may do all that they may', async () => {
    const reset = async (role: Role, userID: number) =>
      (await tryCall(server, calls.mfaReset, { query: { userID } }, await tokenOf(role))).status
    const idOf = (role: Role) => 20 + roles.indexOf(role)
    expect(await reset('it-administrator', 1)).toBe(200)
    expect(await reset('exams-officer', idOf('invigilator'))).toBe(200)
    expect(await reset('owner', idOf('exams-officer'))).toBe(200)
    for (const [role, other] of [
      ['exams-officer', 'owner'],
      ['exams-officer', 'it-administrator'],
      ['it-administrator', 'owner'],
      ['it-administrator', 'invigilator'],
      ['auditor', 'marker'],
    ] as const)
      expect([role, other, await reset(role, idOf(other))]).toEqual([role, other, 403])
    // Ended long ago: the roles that somebody had keep nobody from helping them.
    expect(await reset('it-administrator', 40)).toBe(200)
  })
})
