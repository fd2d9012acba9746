import { type Call, calls, type Role } from '@sitwell/contract'
import { generate } from 'otplib'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { commandPeople } from '../commands/people.ts'
import { givenCookie } from '../http/office/office-cookie.ts'
import { resetMfa } from '../security/mfa/reset.ts'
import { selectEvents } from '../security-log/queries.ts'
import type { SecurityKind } from '../security-log/security-event.ts'
import { giveRole, withdrawAllRoles } from '../testing/change-roles.ts'
import { bothDatabases } from '../testing/databases.ts'
import { createOfficeBrowser, type OfficeBrowser } from '../testing/office-browser.ts'
import { sampleInput } from '../testing/sample-input.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'
import {
  arrange,
  countOrganisations,
  doCall,
  personOf,
  credentials as playerCredentials,
  refusalIn,
  signIn,
  tryCall,
} from '../testing/test-world.ts'

const minuteMs = 60_000
const ofOffice = (Object.values(calls) as Call[]).filter(({ office, access }) => office && access !== 'anyone')

describe.each(bothDatabases)('the office on %s', (database) => {
  let nowMs = Date.parse('2026-11-21T11:30:00Z')
  let server: TestServer
  let orgId: number
  let last = 0
  const nextOrgId = countOrganisations()

  beforeAll(async () => {
    server = await startTestServer({ database, clock: { nowMs: () => nowMs }, config: { logLevel: 'fatal' } })
  })
  afterAll(() => server.stop())
  beforeEach(async () => {
    orgId = nextOrgId()
    await arrangeIn(orgId)
  })
  const arrangeIn = (one: number, settings = {}) =>
    arrange(server, {
      orgId: one,
      file: {
        people: [
          { ...personOf(`o${one}`, 'officer', 1), roles: ['exams-officer'] },
          { ...personOf(`o${one}`, 'owner', 2), roles: ['owner'], mfaRequired: true },
          personOf(`o${one}`, 'learner', 3),
          { ...personOf(`o${one}`, 'suspended', 4), roles: ['owner'], suspended: true },
        ],
        schedules: [],
        settings: { OfficeSecondStep: 'off', ...settings },
      },
    })

  const browser = () => createOfficeBrowser(server)
  const credentials = (username: string, password = `${username}-secret`) => ({ body: { orgId, username, password } })
  const open = async (one: OfficeBrowser, username = 'officer') => {
    const reply = await one.doIt(calls.officeSignIn, credentials(username))
    one.page(reply.sessionId)
    return reply
  }
  const opened = async (username = 'officer') => {
    const one = browser()
    return Object.assign(one, { sessionId: (await open(one, username)).sessionId })
  }
  /** The owner, whom everybody may ask for a second step: without that here. */
  const openedOwner = async () => {
    await server.db.kysely
      .updateTable('person')
      .set({ mfa_required: 0 })
      .where('org_id', '=', orgId)
      .where('username', '=', 'owner')
      .execute()
    return opened('owner')
  }
  /** Waits until the security log has these of a kind: no call waits for it to be written. */
  const logged = (kind: SecurityKind, field: 'what' | 'author', expected: readonly string[]) =>
    vi.waitFor(async () => {
      const events = await selectEvents(server.db, { orgId, kind, most: 50 })
      const found = new Set<string>(events.map(({ content }) => JSON.parse(content ?? '')[field]))
      expect([kind, [...found].sort()]).toEqual([kind, expected])
    }, 10_000)
  const who = async (one: OfficeBrowser) => (await one.doIt(calls.officeSession, {})).person?.username
  const isOut = async (one: OfficeBrowser) => (await one.refused(calls.officeSessions, {})).code === 'NO_AUTHORISATION'
  const inputOf = (call: Call) => (call.office ? sampleInput(call, {}) : {})
  const make = (one: OfficeBrowser, call: Call, headers = {}) =>
    // Made from the call's own schemas; others than those of the office are refused before anything is read.
    one.tryIt(call, inputOf(call) as never, { headers })
  const person = (username: string) => ({ orgId, userGuid: `o${orgId}-${username}` })
  const rows = () => server.db.kysely.selectFrom('office_session').selectAll().where('org_id', '=', orgId).execute()

  test('tells somebody who signed in who they are and what they may do, and writes it into the security log', async () => {
    const one = await opened()
    expect(one.cookie()).toMatch(/^sitwell-office=\d+\.[\w-]+\.[\w-]{43}$/)
    expect(await one.doIt(calls.officeSession, {})).toMatchObject({
      ...{ sessionId: one.sessionId, isPending: false, idleMinutes: 60, recoveryCodes: 0 },
      person: { username: 'officer', userGuid: `o${orgId}-officer` },
      organisation: { orgId },
      roles: [{ role: 'exams-officer' }],
      permissions: expect.arrayContaining(['people.write', 'roles.grant']),
    })
    await logged('sign-in', 'what', ['office'])
    expect(JSON.stringify(await rows())).not.toContain(one.cookie().split('.')[2])
  })

  test('is for people with a role in force who have the password, and says the same to all others as the player does', async () => {
    const refused = async (username: string, password?: string) =>
      (await browser().refused(calls.officeSignIn, credentials(username, password))).code
    expect(await refused('officer', 'guess')).toBe('WRONG_CREDENTIALS')
    expect(await refused('nobody')).toBe('WRONG_CREDENTIALS')
    expect(await refused('learner', 'guess')).toBe('WRONG_CREDENTIALS')
    expect(await refused('learner')).toBe('NOT_ALLOWED')
    expect(await refused('suspended')).toBe('ACCOUNT_SUSPENDED')
    for (let time = 0; time < 12; time += 1)
      last = (await browser().tryIt(calls.officeSignIn, credentials('officer', 'x'))).status
    expect(last).toBe(429)
    expect(await rows()).toEqual([])
    await logged('sign-in-refused', 'what', ['no-role', 'password', 'suspended', 'unknown-name'])
  })

  test('takes odd names, passwords and codes for wrong ones, and no body of ten megabytes', async () => {
    const one = await opened()
    for (const odd of ['\0', '‮مرحبا 😀', "' or 1=1 --", 'x'.repeat(200), '%00', '\ud800']) {
      const refused = await browser().refused(calls.officeSignIn, credentials(odd, odd))
      expect([odd, refused.code]).toEqual([odd, 'WRONG_CREDENTIALS'])
      const answer = await one.tryIt(calls.endOfficeSessions, { body: { ids: 'others', password: odd } })
      expect([odd, answer.status < 500]).toEqual([odd, true])
    }
    const blob = 'x'.repeat(10 * 1024 * 1024)
    for (const call of [calls.officeSignIn, calls.officeSecondStep, calls.endOfficeSessions] as Call[]) {
      const answer = await one.tryIt(call, { body: { password: blob } } as never).catch(() => undefined)
      // A server that closes the connection while it is still being written to has refused it too.
      if (answer) expect([call.name, answer.status]).toEqual([call.name, 413])
    }
  })

  test('has several sessions of a person at once, which never end one of the player, and are never ended by one', async () => {
    const player = (await signIn(server, { orgId }, 'officer')).access_token
    const [one, other] = [await opened(), await opened()]
    const isIn = async () => (await tryCall(server, calls.ownSessions, {}, player)).status === 200
    expect([await isIn(), await who(one), await who(other)]).toEqual([true, 'officer', 'officer'])
    await signIn(server, { orgId }, 'officer')
    nowMs += 2000
    expect([await isIn(), await who(one), await who(other)]).toEqual([false, 'officer', 'officer'])
    const { sessions } = await one.doIt(calls.officeSessions, {})
    expect(sessions.map(({ id, isThis }) => [id, isThis]).sort()).toEqual(
      [[one.sessionId, true] as const, [other.sessionId, false] as const].sort(),
    )
    await one.doIt(calls.officeSignOut, { body: {} })
    expect(one.cookie()).toBe('')
    expect(await who(other)).toBe('officer')
  })

  test('ends own sessions by the password, and those of nobody else', async () => {
    const [one, other, owners] = [await opened(), await opened(), await opened('owner')]
    const end = (ids: 'others' | string[], password = 'officer-secret') =>
      one.doIt(calls.endOfficeSessions, { body: { ids, password } })
    expect(await end('others', 'guess')).toEqual({ ended: [], isWrong: true })
    expect(await end([owners.sessionId])).toEqual({ ended: [] })
    expect(await who(other)).toBe('officer')
    expect(await end('others')).toEqual({ ended: [other.sessionId] })
    expect([await isOut(other), await who(one)]).toEqual([true, 'officer'])
    expect(await end([other.sessionId])).toEqual({ ended: [] })
  })

  test('takes no call without its cookie, with a changed one, with a bearer token, or from another page, whatever the call', async () => {
    const one = await opened()
    const { access_token } = await signIn(server, { orgId }, 'officer')
    const [name, secret] = [one.cookie().slice(0, -43), one.cookie().slice(-43)]
    const changed = name + (secret.startsWith('A') ? 'B' : 'A') + secret.slice(1)
    const bearer = { authorization: `Bearer ${access_token}` }
    const cases = [
      ['no cookie', { cookie: '' }, 401],
      ['a changed cookie', { cookie: changed }, 401],
      ['a cookie of an organisation that is not its own', { cookie: one.cookie().replace(/=\d+/, '=1') }, 401],
      ['the cookie of https', { cookie: `__Host-${one.cookie()}` }, 401],
      ['a bearer token', { cookie: '', ...bearer }, 401],
      ['a bearer token beside the cookie', bearer, 401],
      ['a page of another site', { 'sec-fetch-site': 'cross-site' }, 403],
      ['a course at another port', { 'sec-fetch-site': 'same-site' }, 403],
      ['an address that is opened', { 'sec-fetch-site': 'none' }, 403],
      ['a frame or link of this site', { 'sec-fetch-mode': 'navigate' }, 403],
      ['no browser', { 'sec-fetch-site': '' }, 403],
    ] as const
    for (const [what, headers, status] of cases)
      for (const call of ofOffice) {
        const answer = refusalIn(await make(one, call, headers))
        const code = status === 401 ? 'NO_AUTHORISATION' : 'NOT_ALLOWED'
        expect([what, call.name, answer.status, answer.code]).toEqual([what, call.name, status, code])
      }
    // None of it has ended or changed the session.
    expect(await who(one)).toBe('officer')
    const from = (headers: object) => browser().refused(calls.officeSignIn, credentials('officer'), { headers: { ...headers } })
    for (const site of ['cross-site', 'same-site', 'none', ''])
      expect((await from({ 'sec-fetch-site': site })).code, site).toBe('NOT_ALLOWED')
  })

  test('requests of another site keep no session alive', async () => {
    const one = await opened()
    for (const site of ['cross-site', 'same-site', 'none']) {
      nowMs += 20 * minuteMs
      expect((await make(one, calls.officeSessions, { 'sec-fetch-site': site })).status).toBe(403)
    }
    expect(await isOut(one)).toBe(true)
  })

  test('its cookie opens nothing else: neither the player’s calls, nor those of staff by bearer token', async () => {
    const officer = await opened()
    const others = (Object.values(calls) as Call[]).filter(({ office, access }) => !office && access !== 'anyone')
    for (const call of others) {
      const answer = await make(officer, call)
      expect([call.name, answer.status]).toEqual([call.name, 401])
    }
  })

  test('a page whose session is not the browser’s is refused in a way of its own, and changes nothing', async () => {
    const [one, other] = [await opened(), browser()]
    await open(other, 'owner')
    // A second tab of the same browser signed in as somebody else.
    const before = one.cookie()
    one.plant(other.cookie())
    for (const call of ofOffice.filter(({ office }) => office === 'named'))
      expect([call.name, refusalIn(await make(one, call))]).toMatchObject([call.name, { status: 409, code: 'OTHER_SESSION' }])
    // A page that names none.
    one.page('')
    for (const call of ofOffice.filter(({ office }) => office === 'named'))
      expect((await one.refused(call, inputOf(call) as never)).code, call.name).toBe('OTHER_SESSION')
    // A planted cookie beside its own: the page's own counts.
    one.page(one.sessionId)
    one.plant(`${other.cookie()}; ${before}`)
    expect((await one.doIt(calls.officeSessions, {})).sessions.map(({ id }) => id)).toEqual([one.sessionId])
  })

  test('a sign-in ignores the cookie that it is sent, and gives a new one', async () => {
    const attacker = await opened()
    const victim = browser()
    victim.plant(attacker.cookie())
    victim.page(attacker.sessionId)
    const { sessionId } = await victim.doIt(calls.officeSignIn, credentials('owner'))
    expect(sessionId).not.toBe(attacker.sessionId)
    expect(victim.cookie()).not.toBe(attacker.cookie())
    expect(await who(attacker)).toBe('officer')
  })

  test('over https its cookie has the prefix, is sent over https alone, and no script reads it', async () => {
    const shown = { orgId: 1, sessionId: 's', secret: 'x' }
    expect(givenCookie('https', shown)).toBe('__Host-sitwell-office=1.s.x; Path=/; HttpOnly; SameSite=Strict; Secure')
    expect(givenCookie('http', shown)).toBe('sitwell-office=1.s.x; Path=/; HttpOnly; SameSite=Strict')
  })

  test('ends after an hour without a call, or what the organisation has set, and no clock that is set back opens it again', async () => {
    const one = await opened()
    nowMs += 59 * minuteMs
    expect(await who(one)).toBe('officer')
    nowMs += 59 * minuteMs
    expect(await who(one)).toBe('officer')
    nowMs += 60 * minuteMs
    expect(await isOut(one)).toBe(true)
    nowMs -= 30 * minuteMs
    expect(await isOut(one)).toBe(true)
    expect(await rows()).toMatchObject([{ end_reason: 'expired' }])
    orgId = nextOrgId()
    await arrangeIn(orgId, { OfficeIdleMinutes: '5' })
    const short = await opened()
    nowMs += 5 * minuteMs
    expect(await isOut(short)).toBe(true)
  })

  test('lasts a day at most, however much it is used', async () => {
    const one = await opened()
    for (let minutes = 0; minutes < 24 * 60 - 30; minutes += 30) {
      nowMs += 30 * minuteMs
      expect(await who(one)).toBe('officer')
    }
    nowMs += 30 * minuteMs
    expect(await isOut(one)).toBe(true)
  })

  test('ends at once for somebody who is suspended, and all of theirs with it, for good', async () => {
    const [one, other] = [await opened(), await opened()]
    const suspend = (suspended: number) =>
      server.db.kysely
        .updateTable('person')
        .set({ suspended })
        .where('org_id', '=', orgId)
        .where('username', '=', 'officer')
        .execute()
    await suspend(1)
    expect(await isOut(one)).toBe(true)
    await suspend(0)
    expect(await isOut(other)).toBe(true)
  })

  test('ends for somebody who has no role any more, and has the permissions of the moment', async () => {
    const one = await opened()
    const allowed = async () => (await one.doIt(calls.officeSession, {})).permissions
    expect(await allowed()).not.toContain('security-log.read')
    await giveRole(server, person('officer'), 'it-administrator')
    expect(await allowed()).toContain('security-log.read')
    await withdrawAllRoles(server, person('officer'))
    expect(await isOut(one)).toBe(true)
    await giveRole(server, person('officer'), 'marker')
    expect(await isOut(one)).toBe(true)
    expect(await who(await opened())).toBe('officer')
  })

  test('ends with a new password, and by sitwell end-sessions', async () => {
    const one = await opened()
    const player = (await signIn(server, { orgId }, 'officer')).access_token
    const password = 'correct horse battery staple 9'
    const changed = await doCall(server, calls.changePassword, { body: { current: 'officer-secret', password } }, player)
    expect(changed).toEqual({ changed: true })
    expect(await isOut(one)).toBe(true)
    const other = browser()
    other.page((await other.doIt(calls.officeSignIn, credentials('officer', password))).sessionId)
    expect(await who(other)).toBe('officer')
    await commandPeople(server.db, 'end-sessions', ['officer'], { config: server.config, orgId, minutes: undefined })
    expect(await isOut(other)).toBe(true)
  })

  // OFFICE-411
  test('gives and withdraws roles, as far as whoever does it has them, each in the security log and never deleted', async () => {
    const [officer, owner] = [await opened(), await openedOwner()]
    const give = (by: OfficeBrowser, userID: number, role: Role, more: { until?: string } = {}) =>
      by.tryIt(calls.officeGrantRole, { body: { userID, role, ...more } })
    const take = (by: OfficeBrowser, userID: number, role: Role) =>
      by.tryIt(calls.officeWithdrawRole, { body: { userID, role, reason: 'has left' } })
    expect(JSON.parse((await give(officer, 3, 'invigilator')).text)).toEqual({ isNew: true })
    expect(JSON.parse((await give(officer, 3, 'invigilator')).text)).toEqual({ isNew: false })
    // An exams officer tries to become owner, and to get at those above.
    for (const answer of [
      await give(officer, 1, 'owner'),
      await give(officer, 3, 'owner'),
      await give(officer, 1, 'it-administrator'),
      await give(officer, 1, 'auditor'),
      await take(officer, 2, 'owner'),
      await take(officer, 2, 'marker'),
    ])
      expect(refusalIn(answer)).toMatchObject({ status: 403, code: 'NOT_ALLOWED' })
    expect(refusalIn(await take(owner, 2, 'owner'))).toMatchObject({ status: 409, code: 'LAST_OWNER' })
    expect(refusalIn(await give(owner, 99, 'owner')).code).toBe('NOT_FOUND')
    expect(refusalIn(await take(officer, 3, 'marker')).code).toBe('NOT_FOUND')
    const past = new Date(nowMs).toISOString()
    expect(refusalIn(await give(owner, 3, 'marker', { until: past })).code).toBe('INVALID_REQUEST')
    expect(refusalIn(await give(owner, 3, 'marker', { until: 'soon' })).code).toBe('INVALID_REQUEST')
    expect((await take(officer, 3, 'invigilator')).status).toBe(200)
    const grants = await server.db.kysely
      .selectFrom('role_grant')
      .selectAll()
      .where('org_id', '=', orgId)
      .where('user_guid', '=', `o${orgId}-learner`)
      .execute()
    const author = `o${orgId}-officer`
    expect(grants).toMatchObject([
      { role: 'invigilator', granted_by: author, withdrawn_by: author, withdrawn_reason: 'has left' },
    ])
    for (const kind of ['role-granted', 'role-withdrawn'] as const) await logged(kind, 'author', [author])
    expect(await selectEvents(server.db, { orgId, kind: 'staff-act', most: 10 })).toEqual([])
  })

  describe('where a second step is asked', () => {
    beforeEach(async () => {
      orgId = nextOrgId()
      await arrangeIn(orgId, { OfficeSecondStep: '' })
    })
    const codeOf = (secret: string) => generate({ secret, epoch: Math.floor(nowMs / 1000) })
    const pass = (one: OfficeBrowser, code: string, way: 'app' | 'recovery' = 'app') =>
      one.doIt(calls.officeSecondStep, { body: { code, way } })
    /** Somebody who has set their app up in the office. */
    const setUp = async (username = 'officer') => {
      const one = await opened(username)
      const { secret } = await one.doIt(calls.officeAppSecret, { body: {} })
      const { recoveryCodes = [] } = await pass(one, await codeOf(secret))
      nowMs += minuteMs
      return { one, secret, recoveryCodes }
    }

    test('everybody sets one up, and until it is passed only the step itself, leaving and the state answer', async () => {
      const one = browser()
      const { sessionId, secondStep } = await open(one)
      expect(secondStep).toEqual({ is: 'set-up', ways: ['app'] })
      const answered: string[] = []
      for (const call of ofOffice.filter(({ name }) => name !== 'officeSignOut')) {
        const answer = await make(one, call)
        if (answer.status !== 403 || refusalIn(answer).code !== 'MFA_REQUIRED') answered.push(call.name)
      }
      expect(answered.sort()).toEqual(['officeAppSecret', 'officeSecondStep', 'officeSendCode', 'officeSession'])
      expect(await one.doIt(calls.officeSession, {})).toEqual({
        ...{ sessionId, isPending: true, roles: [], permissions: [], idleMinutes: 60, recoveryCodes: 0 },
      })
    })

    test('a right code opens the office with another cookie, and recovery codes are shown that once', async () => {
      const one = await opened()
      const { secret } = await one.doIt(calls.officeAppSecret, { body: {} })
      const before = one.cookie()
      expect(await pass(one, '000000')).toEqual({ passed: false })
      const code = await codeOf(secret)
      const { passed, recoveryCodes = [] } = await pass(one, code)
      expect([passed, recoveryCodes.length, new Set(recoveryCodes).size]).toEqual([true, 10, 10])
      expect(one.cookie()).not.toBe(before)
      expect(await who(one)).toBe('officer')
      // The cookie from before the step, a second time, and the secret again.
      expect((await one.refused(calls.officeSession, {}, { headers: { cookie: before } })).code).toBe('NO_AUTHORISATION')
      expect((await one.refused(calls.officeSecondStep, { body: { code, way: 'app' } })).code).toBe('NOT_ALLOWED')
      expect((await one.refused(calls.officeAppSecret, { body: {} })).code).toBe('NOT_ALLOWED')
      nowMs += minuteMs
      const again = browser()
      expect((await open(again)).secondStep).toEqual({ is: 'verify', ways: ['app'] })
      expect((await again.refused(calls.officeAppSecret, { body: {} })).code).toBe('NOT_ALLOWED')
      expect(await pass(again, await codeOf(secret))).toEqual({ passed: true })
      const stored = await server.db.kysely.selectFrom('recovery_code').selectAll().where('org_id', '=', orgId).execute()
      for (const one of recoveryCodes) expect(JSON.stringify(stored)).not.toContain(one.replaceAll('-', ''))
    })

    test('a code that passed in one session passes in no other', async () => {
      const { secret } = await setUp()
      const [one, other] = [await opened(), await opened()]
      const code = await codeOf(secret)
      expect(await pass(one, code)).toEqual({ passed: true })
      expect(await pass(other, code)).toEqual({ passed: false })
    })

    test('a recovery code opens it once, in whichever letters it is typed, and nobody else by it', async () => {
      const { recoveryCodes } = await setUp()
      const [first = '', second = ''] = recoveryCodes
      const owners = await setUp('owner')
      const owner = await opened('owner')
      expect(await pass(owner, first, 'recovery')).toEqual({ passed: false })
      const one = await opened()
      expect(await pass(one, first.toLowerCase().replaceAll('-', ' '), 'recovery')).toEqual({ passed: true })
      expect((await one.doIt(calls.officeSession, {})).recoveryCodes).toBe(9)
      const other = await opened()
      expect(await pass(other, first, 'recovery')).toEqual({ passed: false })
      expect(await pass(other, '', 'recovery')).toEqual({ passed: false })
      const together = await Promise.all([opened(), opened()])
      const passed = await Promise.all(together.map((each) => pass(each, second, 'recovery')))
      expect(passed.map((each) => each.passed).sort()).toEqual([false, true])
      expect(owners.recoveryCodes).toHaveLength(10)
      await logged('second-step-passed', 'what', ['recovery code', 'set up: app'])
    })

    test('new recovery codes take the place of all earlier ones, by the password alone', async () => {
      const { one, recoveryCodes } = await setUp()
      const renew = (password: string) => one.doIt(calls.officeRecoveryCodes, { body: { password } })
      expect(await renew('guess')).toEqual({ recoveryCodes: [], isWrong: true })
      const { recoveryCodes: fresh } = await renew('officer-secret')
      expect(fresh).toHaveLength(10)
      expect(await pass(await opened(), recoveryCodes[0] ?? '', 'recovery')).toEqual({ passed: false })
      expect(await pass(await opened(), fresh[0] ?? '', 'recovery')).toEqual({ passed: true })
    })

    test('a reset takes the recovery codes too, and nobody gets round the setup by one', async () => {
      const { recoveryCodes } = await setUp()
      await resetMfa(server.db, { org_id: orgId, user_guid: `o${orgId}-officer` })
      const one = await opened()
      expect(await pass(one, recoveryCodes[0] ?? '', 'recovery')).toEqual({ passed: false })
      expect((await one.doIt(calls.officeSession, {})).isPending).toBe(true)
    })

    test('codes can’t be gone through, and a session that waits for one is over after a quarter of an hour', async () => {
      const { secret } = await setUp()
      const one = await opened()
      for (let time = 0; time < 10; time += 1) await pass(one, '000000')
      expect((await one.refused(calls.officeSecondStep, { body: { code: await codeOf(secret), way: 'app' } })).status).toBe(429)
      nowMs += 15 * minuteMs
      expect((await one.refused(calls.officeSession, {})).code).toBe('NO_AUTHORISATION')
    })

    test('a device that the player remembers does not stand for it', async () => {
      const { secret } = await setUp('owner')
      const player = await signIn(server, { orgId }, 'owner')
      const query = { userID: 2, code: await codeOf(secret), mfaOption: 3 }
      expect(await doCall(server, calls.mfaVerify, { query }, player.access_token)).toBe('true')
      const { deviceToken } = await doCall(server, calls.mfaRemember, { body: { userID: 2 } }, player.access_token)
      const { body } = playerCredentials({ orgId }, 'owner')
      const again = await doCall(server, calls.token, { body: { ...body, mfaDeviceToken: deviceToken } })
      expect(again.MfaRequired).toBe(false)
      expect((await open(browser(), 'owner')).secondStep.is).toBe('verify')
    })
  })
})
