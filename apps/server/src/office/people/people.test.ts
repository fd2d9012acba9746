import {
  type Call,
  calls,
  isStaffAccess,
  type PersonState,
  permissionsOfRole,
  personState,
  type Role,
  roles,
} from '@sitwell/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { selectEvents } from '../../security-log/queries.ts'
import type { SecurityKind } from '../../security-log/security-event.ts'
import { giveRole } from '../../testing/change-roles.ts'
import { bothDatabases } from '../../testing/databases.ts'
import { type MailServer, startMailServer } from '../../testing/mail-server.ts'
import { createOfficeBrowser, type OfficeBrowser } from '../../testing/office-browser.ts'
import { sampleInput } from '../../testing/sample-input.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import {
  arrange,
  countOrganisations,
  credentials,
  doCall,
  personOf,
  refusalIn,
  saveOf,
  signIn,
  sitExam,
  tryCall,
  type World,
} from '../../testing/test-world.ts'

const ofPeople = (Object.values(calls) as Call[]).flatMap((call) =>
  /^office\/api\/people(?!\/import)/.test(call.path) && isStaffAccess(call.access) ? [{ call, access: call.access }] : [],
)
const password = 'correct horse battery staple 9'

describe.each(bothDatabases)('people in the office on %s', (database) => {
  const nowMs = Date.parse('2026-11-30T09:00:00Z')
  let server: TestServer
  let mail: MailServer
  let orgId: number
  let world: World
  const nextOrgId = countOrganisations()

  beforeAll(async () => {
    mail = await startMailServer()
    const config = { logLevel: 'fatal', smtpUrl: mail.url, mailFrom: 'exams@example.org' } as const
    server = await startTestServer({ database, clock: { nowMs: () => nowMs }, config })
  })
  afterAll(async () => {
    await server.stop()
    await mail.stop()
  })
  const idOf = (role: Role) => 20 + roles.indexOf(role)
  beforeEach(async () => {
    orgId = nextOrgId()
    const prefix = `o${orgId}`
    world = await arrange(server, {
      orgId,
      file: {
        people: [
          { ...personOf(prefix, 'learner', 1), firstName: 'Zoë', lastName: 'Müller', email: 'zoe@mail.example' },
          { ...personOf(prefix, 'other', 2), firstName: 'Adam', lastName: 'Ng' },
          ...roles.map((role, index) => ({ ...personOf(prefix, role, 20 + index), roles: [role] })),
        ],
        schedules: [{ guid: `${prefix}-schedule`, username: 'learner', exam: `${prefix}-exam` }],
        settings: { OfficeSecondStep: 'off' },
      },
    })
  })

  const opened = async (username: string, of = orgId) => {
    const one = createOfficeBrowser(server)
    const body = { orgId: of, username, password: `${username}-secret` }
    one.page((await one.doIt(calls.officeSignIn, { body })).sessionId)
    return one
  }
  const officer = () => opened('exams-officer')
  const show = (one: OfficeBrowser, userID: number) => one.doIt(calls.officePerson, { query: { userID } })
  const change = (one: OfficeBrowser, person: Pick<PersonState, 'userID' | 'version'>, fields: object) =>
    one.tryIt(calls.officeChangePerson, { body: { userID: person.userID, version: person.version, ...fields } })
  const suspend = (one: OfficeBrowser, { userID, version }: Pick<PersonState, 'userID' | 'version'>, isSuspended = true) =>
    one.tryIt(calls.officeSuspendPerson, { body: { userID, version, isSuspended, reason: 'left the college' } })
  const add = (one: OfficeBrowser, username: string, more: object = {}) =>
    one.tryIt(calls.officeAddPerson, { body: { username, firstName: 'Ada', lastName: 'Lovelace', ...more } })
  const added = async (one: OfficeBrowser, username: string, more: object = {}) =>
    calls.officeAddPerson.reply.parse(JSON.parse((await add(one, username, more)).text))
  const rowOf = (userID: number) =>
    server.db.kysely
      .selectFrom('person')
      .selectAll()
      .where('org_id', '=', orgId)
      .where('user_id', '=', userID)
      .executeTakeFirstOrThrow()
  const setPassword = (link: string, of = 'user') =>
    doCall(server, calls.passwordReset, {
      body: { token: decodeURIComponent(new RegExp(`/${of}/([^?]+)`).exec(link)?.[1] ?? ''), password },
    })
  const logged = (kind: SecurityKind, expected: object) =>
    vi.waitFor(async () => {
      const events = await selectEvents(server.db, { orgId, kind, most: 10 })
      expect(events.map(({ user_guid, content }) => ({ user_guid, ...JSON.parse(content ?? '{}') }))).toMatchObject([expected])
    }, 10_000)

  /** The newest event of a kind. */
  const loggedOf = (kind: SecurityKind, expected: { readonly user_guid: string; readonly target?: object }) =>
    vi.waitFor(async () => {
      const [event] = await selectEvents(server.db, { orgId, kind, userGuid: expected.user_guid, most: 1 })
      expect({ user_guid: event?.user_guid, ...JSON.parse(event?.content ?? '{}') }).toMatchObject(expected)
    }, 10_000)

  test('is closed to roles without the permission of a call, and finds nobody of another organisation', async () => {
    const far = orgId
    for (const role of roles) {
      const one = await opened(role)
      const allowed: readonly string[] = permissionsOfRole[role]
      for (const { call, access } of ofPeople.filter(({ call }) => call.name !== 'officeAddPerson')) {
        // The person of this number is nobody.
        const input = sampleInput(call, { userid: 77, show: 'all' }, 'required')
        const { status } = await one.tryIt(call, input as never)
        const expected = call.name === 'officePeople' ? 200 : 404
        expect([role, call.name, status]).toEqual([role, call.name, allowed.includes(access.permission) ? expected : 403])
      }
    }
    orgId = nextOrgId()
    const file = {
      people: [{ ...personOf(`o${orgId}`, 'owner', 500), roles: ['owner' as const] }],
      schedules: [],
      settings: { OfficeSecondStep: 'off' },
    }
    await arrange(server, { orgId, file })
    const other = await opened('owner')
    for (const { call } of ofPeople.filter(({ access }) => Array.isArray(access.scope))) {
      const input = sampleInput(call, { userid: 1 }, 'required')
      expect([call.name, (await other.tryIt(call, input as never)).status]).toEqual([call.name, 404])
    }
    expect((await other.doIt(calls.officePeople, { query: {} })).people.map(({ userID }) => userID)).toEqual([500])
    orgId = far
  })

  test('shows a person with their roles, sessions and what the caller may do', async () => {
    await signIn(server, { orgId }, 'learner')
    const one = await officer()
    await one.doIt(calls.officeGrantRole, { body: { userID: 1, role: 'invigilator' } })
    await one.doIt(calls.officeWithdrawRole, { body: { userID: 1, role: 'invigilator', reason: 'by mistake' } })
    const { person, roles: held, sessions, secondStep, may, isSelf } = await show(one, 1)
    expect(person).toEqual({
      ...{ userID: 1, version: 1, username: 'learner', firstName: 'Zoë', lastName: 'Müller', email: 'zoe@mail.example' },
      ...{ languageID: 1, isSuspended: false, lastSignInAt: new Date(nowMs).toISOString() },
    })
    expect(held).toMatchObject([{ role: 'invigilator', state: 'withdrawn', isInForce: false, reason: 'by mistake' }])
    expect(held?.[0]?.grantedBy).toBe(`${personOf('', '', 1).firstName} ${personOf('', '', 1).lastName}`)
    expect([sessions, secondStep, isSelf]).toEqual([{ player: 1, office: 0 }, { way: 'none', recoveryCodes: 0 }, false])
    expect([may.change, may.suspend, may.resume, may.grant.includes('owner')]).toEqual([true, true, false, false])
    expect((await show(one, idOf('owner'))).may).toMatchObject({
      change: false,
      suspend: false,
      resetPassword: false,
      withdraw: [],
    })
    const ofAuditor = await show(await opened('auditor'), 1)
    expect(Object.values(ofAuditor.may).flat().filter(Boolean)).toEqual([])
  })

  test('a person who is added without an address gets in by a link that is returned once', async () => {
    const one = await officer()
    const { userID, version, access } = await added(one, 'ada.l', { identifier: 'L-9', dateOfBirth: '2001-02-03' })
    if (access.by !== 'link') throw new Error('no link')
    expect([userID > 1_000_000, version, access.mailFailed]).toEqual([true, 1, undefined])
    expect(await setPassword(access.link)).toMatchObject({ resultCode: 0 })
    expect(await setPassword(access.link)).toMatchObject({ resultCode: 3 })
    expect((await doCall(server, calls.token, credentials({ orgId }, 'ADA.L', password))).UserID).toBe(userID)
    expect((await show(one, userID)).person).toMatchObject({ username: 'ada.l', identifier: 'L-9', dateOfBirth: '2001-02-03' })
    const { user_guid } = await rowOf(userID)
    await logged('person-added', { user_guid, author: `o${orgId}-exams-officer` })
    const events = await selectEvents(server.db, { orgId, most: 50 })
    expect(JSON.stringify(events)).not.toContain(access.link.slice(-30))
    expect(events.filter(({ kind }) => kind === 'staff-act')).toEqual([])
  })

  test('a person with an address is mailed, and if no mail goes, the link is returned', async () => {
    const one = await officer()
    const address = `ada${orgId}@mail.example`
    const { userID, access } = await added(one, 'ada', { email: address })
    expect(access).toMatchObject({ by: 'mail', to: address })
    const [letter] = await mail.mailsTo(address)
    expect(await setPassword(letter?.text ?? '')).toMatchObject({ resultCode: 0 })
    mail.refuse(true)
    const again = await one.doIt(calls.officeResetPassword, { body: { userID } })
    mail.refuse(false)
    expect(again.access).toMatchObject({ by: 'link', mailFailed: true })
    if (again.access.by === 'link') expect(await setPassword(again.access.link, 'reset')).toMatchObject({ resultCode: 0 })
  })

  test('a username that somebody signs in by is refused by its field, however it is typed, also of two adds at once', async () => {
    const one = await officer()
    for (const username of ['learner', ' LEARNER ', 'ｌｅａｒｎｅｒ']) {
      const refused = refusalIn(await add(one, username))
      expect([username, refused.code, refused.details?.[0]?.path]).toEqual([username, 'USERNAME_TAKEN', 'body.username'])
    }
    const both = await Promise.all(['Twin', 'twin', 'TWIN'].map((name) => add(one, name)))
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    const { person } = await show(one, 2)
    expect(refusalIn(await change(one, person, { username: 'Learner' })).code).toBe('USERNAME_TAKEN')
    expect((await change(one, person, { username: 'Other' })).status).toBe(200)
  })

  test('the same request once more adds nobody, and gives no link for somebody who is above the caller by now', async () => {
    const one = await officer()
    const requestId = '5f9b1a52-0a37-4a53-8a0f-3f6d9f3d9d11'
    const first = await added(one, 'once', { requestId })
    const second = await added(one, 'once', { requestId })
    expect(second.userID).toBe(first.userID)
    const together = { requestId: '5f9b1a52-0a37-4a53-8a0f-3f6d9f3d9d12' }
    const both = await Promise.all([added(one, 'both', together), added(one, 'both', together)])
    expect(both[0].userID).toBe(both[1].userID)
    if (first.access.by === 'link') expect(await setPassword(first.access.link)).toMatchObject({ resultCode: 3 })
    await giveRole(server, { orgId, userGuid: (await rowOf(first.userID)).user_guid }, 'owner')
    expect(refusalIn(await add(one, 'once', { requestId })).code).toBe('NOT_ALLOWED')
  })

  test('fields that are wrong are named, and nothing is stored of them', async () => {
    const one = await officer()
    const wrong = refusalIn(await add(one, ' ', { firstName: '', lastName: '', email: 'no', phone: 'none' }))
    expect([wrong.code, wrong.details?.map(({ path }) => path)]).toEqual([
      'INVALID_REQUEST',
      ['body.username', 'body.lastName', 'body.email', 'body.phone'],
    ])
    const { person } = await show(one, 1)
    expect(refusalIn(await change(one, person, { firstName: '', lastName: '' })).details?.[0]?.path).toBe('body.lastName')
    expect(await show(one, 1)).toMatchObject({ person: { version: 1, lastName: 'Müller' } })
    for (const [index, odd] of ['\0', '‮مرحبا 😀', "' or 1=1 --", '=1+1', 'x'.repeat(190), '\ud800'].entries()) {
      const { userID } = await added(one, `odd ${index} ${odd.slice(0, 20)}`, { firstName: `A ${odd}`, lastName: odd })
      expect((await show(one, userID)).person.firstName).toBe(`A ${odd}`.replace('\0', '').toWellFormed().trim())
    }
  })

  test('of two who edit one person the second is shown what the first has made of it, and the same again is no conflict', async () => {
    const [one, other] = [await officer(), await opened('owner')]
    const { person } = await show(one, 1)
    const first = await change(one, person, { lastName: 'Maier', phone: '112' })
    expect(JSON.parse(first.text).person).toMatchObject({ version: 2, lastName: 'Maier', phone: '112' })
    const stale = await change(other, person, { lastName: 'Mayer' })
    expect(refusalIn(stale)).toMatchObject({ status: 409, code: 'CHANGED_MEANWHILE' })
    const current = personState.parse(JSON.parse(stale.text).error.current)
    expect(current).toMatchObject({ version: 2, lastName: 'Maier' })
    // Its reply was lost.
    expect(JSON.parse((await change(one, person, { lastName: 'Maier', phone: '112' })).text).person.version).toBe(2)
    expect((await change(other, current, { lastName: 'Mayer', phone: '' })).status).toBe(200)
    const { person: now } = await show(one, 1)
    expect([now.lastName, now.phone, now.version]).toEqual(['Mayer', undefined, 3])
    await vi.waitFor(async () => {
      const events = await selectEvents(server.db, { orgId, kind: 'person-changed', most: 10 })
      expect(events.map(({ content }) => JSON.parse(content ?? '').target)).toEqual([
        { fields: 'lastName phone' },
        { fields: 'lastName phone' },
      ])
      expect(JSON.stringify(events)).not.toContain('Mayer')
    }, 10_000)
    const both = await Promise.all(['Eins', 'Zwei'].map((lastName) => change(one, now, { lastName })))
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  test('an address that is changed takes the link that went to the old one with it', async () => {
    const one = await officer()
    const { userID, access } = await added(one, 'moving')
    if (access.by !== 'link') throw new Error('no link')
    const { person } = await show(one, userID)
    expect((await change(one, person, { email: 'new@mail.example' })).status).toBe(200)
    expect(await setPassword(access.link)).toMatchObject({ resultCode: 3 })
  })

  test('a suspension ends every session at once, keeps the answers of a sitting, and is written down with its reason', async () => {
    await giveRole(server, { orgId, userGuid: `o${orgId}-other` }, 'author')
    const [one, theirs] = [await officer(), await opened('other')]
    const { access_token } = await signIn(server, { orgId }, 'other')
    const sitting = await sitExam(server, world)
    await doCall(server, calls.saveAnswer, { body: saveOf(world, sitting.formRunGuid) }, sitting.token)
    expect((await suspend(one, (await show(one, 1)).person)).status).toBe(200)
    const kept = await server.db.kysely.selectFrom('answer').select('form_run_guid').where('org_id', '=', orgId).execute()
    expect(kept).toEqual([{ form_run_guid: sitting.formRunGuid }])
    const answer = await suspend(one, (await show(one, 2)).person)
    expect(JSON.parse(answer.text)).toMatchObject({
      person: { isSuspended: true, version: 2 },
      ended: { player: 1, office: 1 },
    })
    expect((await theirs.refused(calls.officeSession, {})).code).toBe('NO_AUTHORISATION')
    expect((await tryCall(server, calls.ownSessions, {}, access_token)).status).toBe(401)
    const sessions = await server.db.kysely
      .selectFrom('session')
      .select(['ended_at', 'end_reason'])
      .where('org_id', '=', orgId)
      .execute()
    expect(sessions).toEqual(Array(2).fill({ ended_at: nowMs, end_reason: 'ended-by-staff' }))
    await loggedOf('person-suspended', { user_guid: `o${orgId}-other`, target: { reason: 'left the college' } })
    // A reply that was lost; then an act that the suspension forbids; then somebody who saw neither.
    expect((await suspend(one, { userID: 2, version: 1 })).status).toBe(200)
    for (const call of [calls.officeInvitePerson, calls.officeResetPassword])
      expect((await one.refused(call, { body: { userID: 2 } })).code).toBe('ACCOUNT_SUSPENDED')
    expect(refusalIn(await suspend(one, { userID: 2, version: 1 }, false)).code).toBe('CHANGED_MEANWHILE')
    expect(JSON.parse((await suspend(one, { userID: 2, version: 2 }, false)).text)).toMatchObject({
      ...{ person: { isSuspended: false, version: 3 }, ended: { player: 0, office: 0 } },
    })
    expect((await signIn(server, { orgId }, 'other')).UserGUID).toBe(`o${orgId}-other`)
  })

  test('an organisation keeps an owner who can act, also if two suspend each other at once', async () => {
    const one = await opened('owner')
    const [self, learner] = [await show(one, idOf('owner')), await show(one, 1)]
    expect(refusalIn(await suspend(one, self.person)).code).toBe('NOT_ALLOWED')
    await giveRole(server, { orgId, userGuid: `o${orgId}-learner` }, 'owner')
    const other = await opened('learner')
    const answers = await Promise.all([suspend(one, learner.person), suspend(other, self.person)])
    const owners = await Promise.all([rowOf(1), rowOf(idOf('owner'))])
    expect(owners.map(({ suspended }) => suspended).sort()).toEqual([0, 1])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('the second step is reset, and sessions are ended, of people whom the caller may manage', async () => {
    const one = await officer()
    await server.db.kysely
      .insertInto('mfa')
      .values({ org_id: orgId, user_guid: `o${orgId}-learner`, mfa_option: 3, secret: 'x', last_step: null })
      .execute()
    expect((await show(one, 1)).secondStep.way).toBe('app')
    await one.doIt(calls.officeResetSecondStep, { body: { userID: 1 } })
    expect((await show(one, 1)).secondStep.way).toBe('none')
    await logged('second-step-reset', { user_guid: `o${orgId}-learner`, author: `o${orgId}-exams-officer` })
    const { access_token } = await signIn(server, { orgId }, 'other')
    expect(await one.doIt(calls.officeEndSessionsOf, { body: { userID: 2 } })).toEqual({ player: 1, office: 0 })
    expect(await one.doIt(calls.officeEndSessionsOf, { body: { userID: 2 } })).toEqual({ player: 0, office: 0 })
    expect((await tryCall(server, calls.ownSessions, {}, access_token)).status).toBe(401)
    await logged('session-ended', { user_guid: `o${orgId}-other`, what: 'by staff', times: 1 })
  })

  test('links for one person can’t be asked for without an end', async () => {
    const one = await officer()
    const statuses: number[] = []
    for (let time = 0; time < 11; time += 1)
      statuses.push((await one.tryIt(calls.officeInvitePerson, { body: { userID: 2 } })).status)
    expect(statuses).toEqual([...Array(10).fill(200), 429])
  })

  /** All that an exams officer, or anybody below an owner, may try to get at what an owner may do. */
  test.each(['exams-officer', 'it-administrator'] as const)('there is no way to become owner for the %s', async (role) => {
    const one = await opened(role)
    const owner = (await show(one, idOf('owner'))).person
    const own = (await show(one, idOf(role))).person
    const refusedAs = async (answer: ReturnType<OfficeBrowser['tryIt']>) => refusalIn(await answer).code
    // Of an owner: their address and then a link to it, their name, a link, their second step, their sessions, their account.
    for (const fields of [{ email: 'thief@mail.example' }, { username: 'x' }, { phone: '112' }, { firstName: 'x' }])
      expect(await refusedAs(change(one, owner, fields))).toBe('NOT_ALLOWED')
    for (const call of [
      calls.officeInvitePerson,
      calls.officeResetPassword,
      calls.officeResetSecondStep,
      calls.officeEndSessionsOf,
    ])
      expect([call.name, await refusedAs(one.tryIt(call, { body: { userID: owner.userID } }))]).toEqual([
        call.name,
        'NOT_ALLOWED',
      ])
    expect(await refusedAs(suspend(one, owner))).toBe('NOT_ALLOWED')
    expect(await refusedAs(suspend(one, owner, false))).toBe('NOT_ALLOWED')
    // Of oneself: nothing that outlives a page somebody else finds open.
    for (const fields of [{ email: 'thief@mail.example' }, { username: 'x' }, { phone: '112' }])
      expect(await refusedAs(change(one, own, fields))).toBe('NOT_ALLOWED')
    for (const call of [calls.officeInvitePerson, calls.officeResetPassword, calls.officeResetSecondStep])
      expect([call.name, await refusedAs(one.tryIt(call, { body: { userID: own.userID } }))]).toEqual([
        call.name,
        'NOT_ALLOWED',
      ])
    // Somebody new, who signs in by a name like the owner's, or gets a role on the way.
    expect(await refusedAs(add(one, 'OWNER'))).toBe('USERNAME_TAKEN')
    const { userID } = await added(one, 'helper', { roles: ['owner'], admin: true, userGuid: `o${orgId}-owner` })
    expect((await show(one, userID)).roles?.filter(({ isInForce }) => isInForce)).toEqual([])
    expect(await refusedAs(one.tryIt(calls.officeGrantRole, { body: { userID, role: 'owner' } }))).toBe('NOT_ALLOWED')
    // Somebody who becomes an owner only later is above the caller from now on.
    const { user_guid } = await rowOf(userID)
    await giveRole(server, { orgId, userGuid: user_guid }, 'owner')
    expect(await refusedAs(one.tryIt(calls.officeResetPassword, { body: { userID } }))).toBe('NOT_ALLOWED')
    const { email, password_hash } = await rowOf(owner.userID)
    expect([email, password_hash]).toEqual([null, (await rowOf(owner.userID)).password_hash])
    const owners = await server.db.kysely
      .selectFrom('role_grant')
      .select('user_guid')
      .where('org_id', '=', orgId)
      .where('role', '=', 'owner')
      .execute()
    expect(owners.map((row) => row.user_guid).sort()).toEqual([`o${orgId}-owner`, user_guid].sort())
  })
})
