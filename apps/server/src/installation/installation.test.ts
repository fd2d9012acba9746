import { type Call, calls, roles } from '@sitwell/contract'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { commandInstallation } from '../commands/installation.ts'
import { commandPerson } from '../commands/person.ts'
import { selectEvents } from '../security-log/queries.ts'
import { giveOwnInstallation } from '../testing/change-roles.ts'
import { bothDatabases } from '../testing/databases.ts'
import { createOfficeBrowser, type OfficeBrowser } from '../testing/office-browser.ts'
import { openOffice } from '../testing/open-office.ts'
import { sampleInput } from '../testing/sample-input.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'
import { arrange, personOf, refusalIn, signIn, tryCall } from '../testing/test-world.ts'

const dayMs = 24 * 60 * 60_000
const ofInstallation = (Object.values(calls) as Call[]).filter(({ access }) => access === 'installation')

describe.each(bothDatabases)('the installation on %s', (database) => {
  let nowMs: number
  let server: TestServer
  let operator: OfficeBrowser

  const people = (orgId: number) => [
    ...roles.map((role, index) => ({
      ...personOf(`o${orgId}`, role, 20 + index),
      roles: [role],
      email: `${role}@o${orgId}.example`,
    })),
    { ...personOf(`o${orgId}`, 'operator', 50), roles: ['exams-officer' as const], email: 'operator@o1.example' },
    { ...personOf(`o${orgId}`, 'second', 51), roles: ['owner' as const] },
    personOf(`o${orgId}`, 'learner', 1),
  ]
  const college = (orgId: number) =>
    arrange(server, { orgId, file: { people: people(orgId), schedules: [], settings: { OfficeSecondStep: 'off' } } })
  const whom = (username: string, orgId = 1) => ({ orgId, userGuid: `o${orgId}-${username}` })
  /** Signed in before they own the installation: from then on they show a second step at each sign-in. */
  const ownerNamed = async (username: string, orgId = 1) => {
    const one = await openOffice(server, orgId, username)
    await giveOwnInstallation(server, whom(username, orgId))
    return one
  }

  beforeEach(async () => {
    nowMs = Date.parse('2026-11-30T09:00:00Z')
    server = await startTestServer({
      ...{ database, clock: { nowMs: () => nowMs } },
      config: { logLevel: 'fatal', publicUrl: 'http://exams.example' },
    })
    await college(1)
    await college(2)
    operator = await ownerNamed('operator')
  })
  afterEach(() => server.stop())

  const owner = { username: 'grace', firstName: 'Grace', lastName: 'Hopper' }
  const wanted = { name: 'St Mary’s College', languageID: 1, owner }
  const add = (more: object = {}, one = operator) => one.tryIt(calls.officeAddOrganisation, { body: { ...wanted, ...more } })
  const made = async (more: object = {}) => {
    const answer = await add(more)
    expect(answer.text).toContain('"organisation"')
    return calls.officeAddOrganisation.reply.parse(JSON.parse(answer.text))
  }
  const list = (query = {}) => operator.doIt(calls.officeOrganisations, { query })
  const owners = async () => (await operator.doIt(calls.officeInstallationOwners, {})).owners
  const tokenIn = (access: { by: string; link?: string } | undefined) => /\/user\/([^?]+)/.exec(access?.link ?? '')?.[1] ?? ''
  const setPassword = async (token: string, password: string) => {
    const body = { token: decodeURIComponent(token), password }
    const answer = await tryCall(server, calls.passwordReset, { body })
    return calls.passwordReset.reply.parse(JSON.parse(answer.text)).resultCode
  }
  /** What the reset of a password answers: it is set, or the link works no more. */
  const [isSet, isOver] = [0, 3]
  const code = async (answer: Promise<{ status: number; text: string }>) => {
    const { status, text } = await answer
    return status === 200 ? 'OK' : JSON.parse(text).error.code
  }

  test('has calls that are closed to every role of every organisation, and to owners who are suspended, over, or not yet', async () => {
    const names = {
      name: 'Other',
      username: 'marker',
      grantid: 'none',
      organisationid: 2,
      reason: 'x',
      from: undefined as never,
    }
    const input = (call: Call) => sampleInput(call, names, 'required') as never
    expect(ofInstallation.length).toBe(6)
    const callers = await Promise.all([
      ...roles.flatMap((role) =>
        [1, 2].map(async (orgId) => [`${role} of ${orgId}`, await openOffice(server, orgId, role)] as const),
      ),
    ])
    const before = await server.db.kysely.selectFrom('organisation').select('org_id').execute()
    for (const [who, one] of callers)
      for (const call of ofInstallation)
        expect([who, call.name, refusalIn(await one.tryIt(call, input(call))).code]).toEqual([who, call.name, 'NOT_ALLOWED'])
    const limited = await openOffice(server, 1, 'auditor')
    await giveOwnInstallation(server, whom('auditor'), { fromMs: nowMs + dayMs, untilMs: nowMs + 2 * dayMs })
    const may = () => code(limited.tryIt(calls.officeInstallationOwners, {}))
    expect(await may()).toBe('NOT_ALLOWED')
    const suspend = (suspended: number) =>
      server.db.kysely.updateTable('person').set({ suspended }).where('user_guid', '=', 'o1-operator').execute()
    await suspend(1)
    for (const call of ofInstallation) expect((await operator.tryIt(call, input(call))).status, call.name).toBe(401)
    await suspend(0)
    nowMs += dayMs
    const again = await server.db.kysely
      .selectFrom('office_session')
      .select('session_id')
      .where('ended_at', 'is', null)
      .execute()
    expect(again.length).toBeGreaterThan(0)
    // Neither a bearer token nor nobody.
    const { access_token } = await signIn(server, { orgId: 1 }, 'owner')
    for (const call of ofInstallation)
      for (const token of [undefined, access_token])
        expect((await tryCall(server, call, input(call), token)).status, call.name).toBe(401)
    expect(await server.db.kysely.selectFrom('organisation').select('org_id').execute()).toHaveLength(before.length)
  })

  test('is held from its first moment to its last, and asks for a second step at each sign-in whatever the organisation has set', async () => {
    const signInAs = async (username: string) => {
      const one = createOfficeBrowser(server)
      const body = { orgId: 1, username, password: `${username}-secret` }
      const reply = await one.doIt(calls.officeSignIn, { body })
      one.page(reply.sessionId)
      return { one, is: reply.secondStep.is }
    }
    expect((await signInAs('owner')).is).toBe('none')
    const { one, is } = await signInAs('operator')
    expect(is).toBe('set-up')
    for (const call of ofInstallation)
      expect(refusalIn(await one.tryIt(call, sampleInput(call, { grantid: 'x' }, 'required') as never)).code).toBe(
        'MFA_REQUIRED',
      )
  })

  test('creates an organisation with an owner who alone gets into it, by a link that works once', async () => {
    const { organisation, access } = await made({ urlToken: 'marys', host: 'Exams.Marys.example' })
    expect(organisation).toEqual({
      ...{ organisationID: 3, name: 'St Mary’s College', urlToken: 'marys' },
      signInAddress: 'http://exams.marys.example/office/login?marys',
    })
    expect(access).toMatchObject({
      by: 'link',
      link: expect.stringMatching(/^http:\/\/exams\.marys\.example\/user\/.+\?marys$/),
    })
    const row = (await list({ search: 'mary' })).organisations[0]
    expect(row).toEqual({
      ...{ organisationID: 3, name: 'St Mary’s College', urlToken: 'marys', hosts: ['exams.marys.example'] },
      ...{ createdAt: new Date(nowMs).toISOString(), people: 1, state: 'invited', mayInvite: true },
    })
    // Whoever created it is nobody there.
    const people = await server.db.kysely.selectFrom('person').selectAll().where('org_id', '=', 3).execute()
    expect(people.map(({ username, language_id }) => [username, language_id])).toEqual([['grace', 1]])
    const grants = await server.db.kysely.selectFrom('role_grant').selectAll().where('org_id', '=', 3).execute()
    expect(grants).toMatchObject([{ role: 'owner', user_guid: people[0]?.user_guid, granted_by: 'installation' }])
    const token = tokenIn(access)
    expect(await setPassword(token, 'correct horse battery 9')).toBe(isSet)
    expect(await setPassword(token, 'another horse battery 9')).toBe(isOver)
    const there = createOfficeBrowser(server)
    const body = { orgId: 3, username: 'grace', password: 'correct horse battery 9' }
    expect((await there.doIt(calls.officeSignIn, { body })).secondStep.is).toBe('set-up')
    // Their owner owns their organisation alone.
    expect((await owners()).map(({ username }) => username)).toEqual(['operator'])
    await vi.waitFor(async () =>
      expect((await list({ search: 'mary' })).organisations[0]).toMatchObject({ state: 'open', mayInvite: false }),
    )
    expect((await operator.refused(calls.officeInviteFirstOwner, { body: { organisationID: 3 } })).code).toBe('IN_USE')
    const kinds = async (orgId: number) =>
      (await selectEvents(server.db, { orgId, most: 100 } as never)).map(({ kind }) => kind)
    await vi.waitFor(async () => {
      expect(await kinds(1)).toContain('organisation-created')
      expect(await kinds(3)).toEqual(
        expect.arrayContaining(['organisation-created', 'person-added', 'role-granted', 'password-link-sent']),
      )
    })
  })

  test('creates one organisation for the same request sent twice or at once, and gives no new link once somebody has signed in', async () => {
    const requestId = '5f9b1a52-0a37-4a53-8a0f-3f6d9f3d9d11'
    const all = await Promise.all([1, 2, 3].map(() => made({ requestId })))
    expect(new Set(all.map(({ organisation }) => organisation.organisationID))).toEqual(new Set([3]))
    expect((await list()).total).toBe(3)
    const last = await made({ requestId })
    expect(await setPassword(tokenIn(last.access), 'correct horse battery 9')).toBe(isSet)
    const body = { orgId: 3, username: 'grace', password: 'correct horse battery 9' }
    await createOfficeBrowser(server).doIt(calls.officeSignIn, { body })
    expect((await made({ requestId })).access).toBeUndefined()
    expect((await list()).total).toBe(3)
  })

  test('hands over another link as long as the first owner is alone and has never signed in', async () => {
    const { access } = await made({ owner: { ...owner, email: 'wrong@mistyped.example' } })
    const invite = (organisationID: number) => operator.tryIt(calls.officeInviteFirstOwner, { body: { organisationID } })
    const { access: second } = calls.officeInviteFirstOwner.reply.parse(JSON.parse((await invite(3)).text))
    expect(await setPassword(tokenIn(access), 'correct horse battery 9')).toBe(isOver)
    // Of organisations with people of their own, none: nobody takes an account over by this.
    expect([await code(invite(1)), await code(invite(2)), await code(invite(9))]).toEqual(['IN_USE', 'IN_USE', 'NOT_FOUND'])
    expect(await setPassword(tokenIn(second), 'correct horse battery 9')).toBe(isSet)
    const more = { ...personOf('o3', 'more', 7), org_id: 3 }
    const [row] = await server.db.kysely.selectFrom('person').selectAll().where('org_id', '=', 3).execute()
    if (!row) throw new Error('The first owner is missing')
    const another = { ...row, user_guid: more.userGuid, user_id: 7, username: 'more', sign_in_name: 'more' }
    await server.db.kysely.insertInto('person').values(another).execute()
    expect(await code(invite(3))).toBe('IN_USE')
    expect((await list({ search: 'mary' })).organisations[0]).toMatchObject({ people: 2, state: 'invited', mayInvite: false })
  })

  test('refuses names and addresses that another organisation has or that are reserved, and stores nothing of what it refuses', async () => {
    await made({ urlToken: 'marys', host: 'exams.marys.example' })
    const refusal = async (more: object) => {
      const { code: why, details } = JSON.parse((await add(more)).text).error
      return [why, ...(details ?? []).map(({ path, message }: { path: string; message: string }) => `${path} ${message}`)]
    }
    expect(await refusal({ name: 'ST MARY’S  COLLEGE' })).toEqual(['NAME_TAKEN', 'body.name taken'])
    expect(await refusal({ name: 'Other', urlToken: 'MARYS' })).toEqual(['NAME_TAKEN', 'body.urlToken taken'])
    expect(await refusal({ name: 'Other', host: 'exams.MARYS.example' })).toEqual(['NAME_TAKEN', 'body.host taken'])
    expect(await refusal({ name: 'Other', host: 'exams.example' })).toEqual(['NAME_TAKEN', 'body.host reserved'])
    expect(await refusal({ name: 'Other', urlToken: 'office' })).toEqual(['NAME_TAKEN', 'body.urlToken reserved'])
    expect((await refusal({ name: ' ' }))[0]).toBe('INVALID_REQUEST')
    expect((await refusal({ name: 'Other', owner: { ...owner, username: '' } }))[1]).toMatch(/^body\.owner\.username/)
    expect((await list()).total).toBe(3)
    // What is made from a name gives way.
    expect((await made({ name: 'Marys' })).organisation.urlToken).toBe('marys-2')
    expect((await made({ name: 'Office' })).organisation.urlToken).toBe('office-2')
    const created = await Promise.all(Array.from({ length: 30 }, (_, index) => code(add({ name: `No ${index}` }))))
    expect(created.filter((one) => one === 'TOO_MANY_REQUESTS').length).toBeGreaterThan(0)
  })

  test('is given to people of one’s own organisation, for no longer than one has it, and withdrawn with the last one staying', async () => {
    const give = (username: string, more = {}, one = operator) =>
      code(one.tryIt(calls.officeAddInstallationOwner, { body: { username, ...more } }))
    const until = new Date(nowMs + dayMs).toISOString()
    expect(await give('nobody')).toBe('NOT_FOUND')
    expect(await give('second', { until: new Date(nowMs).toISOString() })).toBe('INVALID_REQUEST')
    expect(await give('second', { until: 'soon' })).toBe('INVALID_REQUEST')
    const second = await openOffice(server, 1, 'second')
    expect(await give('second', { until })).toBe('OK')
    // For a day: to nobody for longer.
    expect([await give('owner', {}, second), await give('owner', { until }, second)]).toEqual(['NOT_ALLOWED', 'OK'])
    const all = await owners()
    expect(all.map((one) => [one.username, one.organisationID, one.until, one.isSelf, one.grantedBy])).toEqual(
      expect.arrayContaining([
        ['operator', 1, undefined, true, 'test'],
        ['second', 1, until, false, expect.stringMatching(/\w/)],
      ]),
    )
    const grantOf = async (username: string) => (await owners()).find((one) => one.username === username)?.grantID ?? ''
    const withdraw = async (username: string, one = operator) =>
      code(one.tryIt(calls.officeWithdrawInstallationOwner, { body: { grantID: await grantOf(username), reason: 'has left' } }))
    // Nobody else owns it without an end.
    expect(await withdraw('operator')).toBe('LAST_OWNER')
    expect(await withdraw('operator', second)).toBe('LAST_OWNER')
    expect([await withdraw('owner'), await grantOf('owner')]).toEqual(['OK', ''])
    const elsewhere = await ownerNamed('owner', 2)
    const found = await Promise.all([withdraw('operator', elsewhere), elsewhere.tryIt(calls.officeInstallationOwners, {})])
    expect(found[0]).toBe('OK')
    expect(await code(operator.tryIt(calls.officeInstallationOwners, {}))).toBe('NOT_ALLOWED')
    nowMs += dayMs
    expect(await code(second.tryIt(calls.officeInstallationOwners, {}))).not.toBe('OK')
  })

  test('keeps two owners from withdrawing each other', async () => {
    const second = await ownerNamed('second')
    const all = await owners()
    const idOf = (username: string) => all.find((one) => one.username === username)?.grantID ?? ''
    const withdraw = (one: OfficeBrowser, username: string) =>
      code(one.tryIt(calls.officeWithdrawInstallationOwner, { body: { grantID: idOf(username), reason: 'x' } }))
    const outcomes = await Promise.all([withdraw(operator, 'second'), withdraw(second, 'operator')])
    expect(outcomes.filter((one) => one === 'OK')).toHaveLength(1)
    const open = await server.db.kysely
      .selectFrom('installation_grant')
      .select('grant_id')
      .where('withdrawn_at', 'is', null)
      .execute()
    expect(open).toHaveLength(1)
  })

  test('is out of reach of owners and IT administrators of the organisation: no way leads to an account that holds it', async () => {
    const version = 1
    const userID = 50
    for (const role of ['owner', 'exams-officer', 'it-administrator'] as const) {
      const one = await openOffice(server, 1, role)
      const { may } = await one.doIt(calls.officePerson, { query: { userID } })
      const { grant: _, ...others } = may
      expect([role, Object.values(others).flat().filter(Boolean)]).toEqual([role, []])
      const tries: readonly [Call, object][] = [
        [calls.officeResetPassword, { userID }],
        [calls.officeResetSecondStep, { userID }],
        [calls.officeInvitePerson, { userID }],
        [calls.officeEndSessionsOf, { userID }],
        [calls.officeChangePerson, { userID, version, email: 'mine@evil.example' }],
        [calls.officeSuspendPerson, { userID, version, isSuspended: true, reason: 'x' }],
        [calls.officeWithdrawRole, { userID, role: 'exams-officer', reason: 'x' }],
        [calls.officePreviewErasure, { userID }],
      ]
      for (const [call, body] of tries)
        expect([role, call.name, refusalIn(await one.tryIt(call, { body } as never)).code]).toEqual([
          role,
          call.name,
          'NOT_ALLOWED',
        ])
      // No role has the name, so that none is granted either.
      const granted = await one.tryIt(calls.officeGrantRole, { body: { userID: 1, role: 'installation-owner' } } as never)
      expect([400, 403]).toContain(granted.status)
      const { people: previewed } = await one.doIt(calls.officePreviewSuspensions, {
        body: { userIDs: [userID], isSuspended: true },
      } as never)
      expect([role, previewed[0]?.reason]).toEqual([role, 'beyond'])
      // The player's calls of administrators.
      const { access_token } = await signIn(server, { orgId: 1 }, role)
      const asThem: readonly [Call, object][] = [
        [calls.mfaReset, { query: { userID } }],
        [calls.adminLogin, { params: { org: 1 }, query: { userID } }],
      ]
      for (const [call, input] of asThem)
        expect([role, call.name, (await tryCall(server, call, input as never, access_token)).status]).toEqual([
          role,
          call.name,
          403,
        ])
    }
    // Another owner of the installation who may do what the person may does.
    const second = await ownerNamed('second')
    expect(await code(second.tryIt(calls.officeEndSessionsOf, { body: { userID } }))).toBe('OK')
  })

  test('makes staff of a learner who holds it: nobody signs in as them, and no import of people changes them', async () => {
    await giveOwnInstallation(server, whom('learner'))
    const officer = await openOffice(server, 1, 'exams-officer')
    const { access_token } = await signIn(server, { orgId: 1 }, 'exams-officer')
    const as = await tryCall(server, calls.adminLogin, { params: { org: 1 }, query: { userID: 1 } }, access_token)
    expect(refusalIn(as).code).toBe('NOT_ALLOWED')
    const { people: found } = calls.findPeople.reply.parse(
      JSON.parse((await tryCall(server, calls.findPeople, { body: { search: '' } }, access_token)).text),
    )
    expect(found).toEqual([])
    expect((await officer.doIt(calls.officePeople, { query: { show: 'learners' } })).people).toEqual([])
    const content = Buffer.from('user name;e-mail\nlearner;mine@evil.example\n').toString('base64')
    const body = { name: 'people.csv', content, columns: ['username' as const, 'email' as const] }
    const preview = await officer.tryIt(calls.officePreviewPeopleImport, { body })
    expect([preview.status, preview.text.includes('"staff"')]).toEqual([200, true])
  })

  test('keeps its last owner: they are neither suspended nor erased, in the office and at a command line', async () => {
    const second = await ownerNamed('second')
    const userID = 50
    const suspend = async () => {
      const { person } = await second.doIt(calls.officePerson, { query: { userID } })
      return code(
        second.tryIt(calls.officeSuspendPerson, { body: { userID, version: person.version, isSuspended: true, reason: 'x' } }),
      )
    }
    await server.db.kysely
      .updateTable('installation_grant')
      .set({ valid_until: nowMs + dayMs })
      .where('user_guid', '=', 'o1-second')
      .execute()
    expect(await suspend()).toBe('LAST_OWNER')
    const preview = await second.doIt(calls.officePreviewErasure, { body: { userID } })
    expect(preview.hindrance).toBe('last-owner')
    const silent = vi.spyOn(console, 'error').mockImplementation(() => {})
    expect(await commandPerson(server.db, 'erase', { orgId: 1, username: 'operator', folder: '' })).toBe(1)
    await server.db.kysely
      .updateTable('installation_grant')
      .set({ valid_until: null })
      .where('user_guid', '=', 'o1-second')
      .execute()
    const told = vi.spyOn(console, 'log').mockImplementation(() => {})
    expect(await commandPerson(server.db, 'erase', { orgId: 1, username: 'operator', folder: '' })).toBe(0)
    silent.mockRestore()
    told.mockRestore()
    const [row] = await server.db.kysely
      .selectFrom('installation_grant')
      .selectAll()
      .where('user_guid', '=', 'o1-operator')
      .execute()
    expect(row).toMatchObject({ withdrawn_by: 'erasure', withdrawn_reason: null })
    expect(await code(operator.tryIt(calls.officeInstallationOwners, {}))).toBe('NO_AUTHORISATION')
  })

  test('is listed, given and withdrawn at a command line, in the log as the system’s user', async () => {
    const output: string[] = []
    const spies = (['log', 'error'] as const).map((stream) =>
      vi.spyOn(console, stream).mockImplementation((line: string) => void output.push(line)),
    )
    const run = (word: 'list' | 'grant' | 'withdraw', username?: string, more = {}) => {
      const none = { from: undefined, until: undefined, reason: undefined }
      return commandInstallation(server.db, word, { orgId: 2, username, ...none, ...more })
    }
    expect([await run('grant', 'owner'), await run('grant', 'owner'), await run('grant', 'nobody')]).toEqual([0, 0, 1])
    expect(await run('list')).toBe(0)
    expect(await run('withdraw', 'marker', { reason: 'x' })).toBe(1)
    await expect(run('withdraw', 'owner')).rejects.toThrow('--reason')
    expect(await run('withdraw', 'owner', { reason: 'has left' })).toBe(0)
    const asOne = (name: string) =>
      commandInstallation(server.db, 'withdraw', { orgId: 1, username: name, from: undefined, until: undefined, reason: 'x' })
    expect(await asOne('operator')).toBe(1)
    for (const spy of spies) spy.mockRestore()
    expect(output).toEqual([
      ...['owner owns the installation.', 'owner owns the installation already.', 'Nobody in organisation 2 is called nobody.'],
      ...[
        expect.stringMatching(/^operator {2}.+in force/),
        expect.stringMatching(/^owner {2}.+\(2\) {2}in force {2}granted by command:/),
      ],
      ...['marker does not own the installation.', 'owner no longer owns the installation.'],
      'operator is the last owner of the installation. Make somebody else an owner first.',
    ])
    const events = await selectEvents(server.db, { orgId: 2, most: 100 } as never)
    expect(events.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['installation-granted', 'installation-withdrawn']))
  })
})
