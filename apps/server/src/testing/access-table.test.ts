import { randomUUID } from 'node:crypto'
import { type Call, calls, isStaffAccess } from '@sitwell/contract'
import { SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { oneDatabase } from './databases.ts'
import { type Names, sampleInput } from './sample-input.ts'
import { startTestServer, type TestServer } from './start-test-server.ts'
import { tampered } from './tampered.ts'
import { arrange, doCall, personOf, refusalIn, signIn, sitExam, tryCall, type World } from './test-world.ts'

const all: readonly Call[] = Object.values(calls)
const signedIn = all.filter((call) => call.access !== 'anyone')

/** Words that stand in the owner's data alone: no answer to anybody else holds one. */
const marks = ['Zephyrine', 'Quillfeather', 'L-OWNER-1', 'owner@mail.example', 'Secretwood', 'Hushvalue']

describe.each(oneDatabase)('every call of the contract on %s', (database) => {
  let nowMs = Date.parse('2026-11-21T11:30:00Z')
  let server: TestServer
  let owner: World
  let names: Names
  let before: string

  const tables = [
    ...(['form_run', 'answer', 'answer_event', 'activity', 'mark', 'schedule_pass', 'form_run_event', 'schedule'] as const),
    ...([
      'person',
      'mfa',
      'mfa_code',
      'mfa_device',
      'personal_token',
      'setting',
      'message',
      'organisation',
      'admin_login',
      'uploaded_file',
      'announced_file',
      'file_chunk',
    ] as const),
  ]
  const state = async () => {
    const all = tables.map((table) => server.db.kysely.selectFrom(table).selectAll().where('org_id', '=', 1).execute())
    // PostgreSQL gives rows in any order, another one when it chooses another plan or a row was written again.
    // Those who call sign in first, and the database notes when.
    const asText = (row: object) => JSON.stringify({ ...row, last_sign_in_at: undefined })
    return JSON.stringify((await Promise.all(all)).map((rows) => rows.map(asText).sort()))
  }
  const make = (call: Call, token?: string, more: Names = {}) => {
    const input = sampleInput(call, { ...names, ...more })
    // Made from the call's own schemas.
    return tryCall(server, call, input as never, token)
  }

  beforeAll(async () => {
    server = await startTestServer({
      database,
      clock: { nowMs: () => nowMs },
      config: { useResetScheduleCheat: true, logLevel: 'fatal' },
    })
    const mark = {
      firstName: 'Zephyrine',
      lastName: 'Quillfeather',
      learnerIdentifier: 'L-OWNER-1',
      email: 'owner@mail.example',
    }
    const people = [
      { ...personOf('o1', 'learner', 1), ...mark },
      personOf('o1', 'other', 2),
      { ...personOf('o1', 'admin', 3), admin: true },
      { ...personOf('o1', 'pending', 4), admin: true, mfaRequired: true },
      personOf('o1', 'leaving', 5),
    ]
    owner = await arrange(server, { orgId: 1, file: { people, settings: { Secret: 'Hushvalue' } } })
    await server.db.kysely.updateTable('exam').set({ name: 'Secretwood' }).execute()
    await arrange(server, { orgId: 2, everyone: true })
    const { token, formRunGuid } = await sitExam(server, owner)
    const evidence = new File(['Zephyrine'], 'Quillfeather.txt')
    const file = await doCall(server, calls.uploadFile, { body: { formRunGUID: formRunGuid }, file: evidence }, token)
    names = {
      ...{
        userguid: 'o1-learner',
        userid: 1,
        orgid: 1,
        org: 1,
        formrunguid: formRunGuid,
        formrunid: formRunGuid,
        value: formRunGuid,
        fileguid: file.guid,
      },
      ...{
        scheduleguid: 'o1-schedule',
        examguid: 'o1-exam',
        examobjecttypeguid: 'o1-type',
        versionnumber: 3,
        ...{ settingname: 'Secret', settingnames: 'Secret' },
      },
      ...{
        requestid: randomUUID(),
        saveguid: randomUUID(),
        writer: randomUUID(),
        writerid: randomUUID(),
        clienttime: '2026-11-21T11:30:00Z',
        sha256: 'a'.repeat(64),
        filename: 'a.txt',
        page: 'o1-q1',
        questionversionid: 'o1-q1',
      },
      ...{ username: 'learner', logonid: 'learner', password: 'guess', token: 'made-up', url: 'http://localhost/login?nobody' },
      ...{ examguids: 'o1-exam', '*': 'x' },
    }
    before = await state()
  })
  afterAll(() => server.stop())

  test('can be made up from its description, so that none is left out below', () => {
    for (const call of all) expect(() => sampleInput(call, names)).not.toThrow()
  })

  // NET-113
  test('that needs a sign-in answers 401 without a token, with a forged one, and with one that has expired', async () => {
    const { access_token } = await signIn(server, owner, 'other')
    const [head, body, signature = ''] = access_token.split('.')
    const sign = (secret: string | Uint8Array, claims: object) =>
      new SignJWT({ org: 1, sid: 's', adm: true, ...claims })
        .setProtectedHeader({ alg: 'HS256' })
        .setIssuer('sitwell')
        .setSubject('o1-learner')
        .setExpirationTime(nowMs / 1000 + 600)
        .sign(typeof secret === 'string' ? new TextEncoder().encode(secret) : secret)
    const tokens = {
      none: undefined,
      'a changed signature': `${head}.${body}.${tampered(signature)}`,
      'no algorithm': `${Buffer.from('{"alg":"none"}').toString('base64url')}.${body}.`,
      'the secret of somebody else': await sign('x'.repeat(40), {}),
      'a session that never was': await sign(server.config.tokenSecret, {}),
    }
    for (const [kind, token] of Object.entries(tokens))
      for (const call of signedIn)
        expect(refusalIn(await make(call, token)), `${call.name}, ${kind}`).toMatchObject({
          status: 401,
          code: 'NO_AUTHORISATION',
        })
    nowMs += 16 * 60_000
    for (const call of signedIn)
      expect(refusalIn(await make(call, access_token)), call.name).toMatchObject({ status: 401, code: 'NO_AUTHORISATION' })
  })

  test('that needs a sign-in is closed at once to somebody who is suspended, and to whom the session ended', async () => {
    const { access_token } = await signIn(server, owner, 'leaving')
    const suspend = (suspended: number) =>
      server.db.kysely.updateTable('person').set({ suspended }).where('user_guid', '=', 'o1-leaving').execute()
    await suspend(1)
    for (const call of signedIn) expect((await make(call, access_token)).status, call.name).toBe(401)
    await suspend(0)
    const again = await signIn(server, owner, 'leaving')
    await tryCall(server, calls.logout, { query: { userGUID: 'o1-leaving' } }, again.access_token)
    for (const call of signedIn) expect((await make(call, again.access_token)).status, call.name).toBe(401)
  })

  test('is closed before the second step, but for those of the step itself, settings and leaving', async () => {
    const { access_token } = await signIn(server, owner, 'pending')
    const open: string[] = []
    // Those of a preview take tokens of previews alone (`library/preview.test.ts`).
    for (const call of signedIn.filter(({ office, access }) => !office && access !== 'preview')) {
      const answer = await make(call, access_token, { userid: 4, userguid: 'nobody' })
      if (answer.status === 403 && refusalIn(answer).code === 'MFA_REQUIRED') continue
      open.push(call.name)
    }
    const ofTheStep = [
      'mfaQrCode',
      'mfaReset',
      'mfaSendEmail',
      'mfaSendTextMessage',
      'mfaVerify',
      'postMfaReset',
      'postMfaVerify',
    ]
    expect(open.sort()).toEqual(['logout', ...ofTheStep, 'namedSettings', 'setting'].sort())
  })

  test('of an administrator or an invigilator is closed to a learner', async () => {
    const { access_token } = await signIn(server, owner, 'other')
    for (const call of signedIn.filter(({ access, office }) => isStaffAccess(access) && !office))
      expect(refusalIn(await make(call, access_token)), call.name).toMatchObject({ status: 403, code: 'NOT_ALLOWED' })
  })

  const tellsNothingOfTheOwner = async (token: string | undefined, more: Names = {}) => {
    for (const call of all) {
      const answer = await make(call, token, more)
      for (const mark of marks) expect(answer.text, `${call.name} ${answer.status}`).not.toContain(mark)
      expect(answer.status, `${call.name} ${answer.text}`).toBeLessThan(500)
    }
    expect(await state()).toBe(before)
  }

  test('tells another learner nothing of the owner, and changes nothing, in the name of either', async () => {
    const other = await signIn(server, owner, 'other')
    // What an organisation has set is every learner's of it.
    await tellsNothingOfTheOwner(other.access_token, { settingname: 'None', settingnames: 'None' })
    const again = await signIn(server, owner, 'other')
    await tellsNothingOfTheOwner(again.access_token, {
      settingname: 'None',
      settingnames: 'None',
      userguid: 'o1-other',
      userid: 2,
    })
  })

  test('tells nobody of another organisation anything, a learner or an administrator', async () => {
    for (const name of ['learner', 'admin']) {
      const { access_token, UserGUID } = await signIn(server, { orgId: 2 }, name)
      await tellsNothingOfTheOwner(access_token)
      const again = await signIn(server, { orgId: 2 }, name)
      expect(again.UserGUID).toBe(UserGUID)
      await tellsNothingOfTheOwner(again.access_token, { userguid: UserGUID })
    }
  })

  test('tells nobody who is not signed in anything', () => tellsNothingOfTheOwner(undefined))

  test('and the marks that were looked for do stand in what the owner is told', async () => {
    const { access_token } = await signIn(server, owner)
    const texts = [JSON.stringify(await signIn(server, owner, 'learner'))]
    const { access_token: fresh } = await signIn(server, owner)
    for (const call of [calls.schedules, calls.setting, calls.namedSettings] as Call[])
      texts.push((await make(call, fresh)).text)
    expect(access_token).not.toBe(fresh)
    for (const mark of ['Zephyrine', 'L-OWNER-1', 'Secretwood', 'Hushvalue']) expect(texts.join()).toContain(mark)
  })
})
