import { calls } from '@sitwell/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { oneDatabase } from '../../testing/databases.ts'
import { describeOnEach } from '../../testing/describe-on-each.ts'
import { arrange, doCall, refusalIn, signIn, tryCall, type World } from '../../testing/test-world.ts'
import { organisationOfAddress } from './organisation-of-address.ts'

describe('the organisation of an address', () => {
  const red = { urlToken: 'red', hosts: ['exams.red.example'] }
  const blue = { urlToken: 'blue', hosts: [] }
  const found = (address: string) => organisationOfAddress(address, [red, blue])?.urlToken

  // START-102
  test.each([
    ['https://any.example/login?blue', 'blue'],
    ['https://any.example/login?BLUE', 'blue'],
    ['https://any.example/forgot?blue', 'blue'],
    ['https://any.example/login?blue=', 'blue'],
    ['https://any.example/login?blue&more=1', 'blue'],
    ['https://any.example/clients/red', 'red'],
    ['https://any.example/clients/red/', 'red'],
    ['https://EXAMS.red.example/', 'red'],
    ['https://exams.red.example/login?blue', 'blue'],
    ['https://any.example/login/blue', undefined],
    ['https://any.example/login?green', undefined],
    ['https://any.example/', undefined],
    ['https://any.example/clients/%E0%A4', undefined],
    ['no address', undefined],
  ])('%s is that of %s', (address, urlToken) => {
    expect(found(address)).toBe(urlToken)
  })
})

describeOnEach(oneDatabase, 'what is told of an organisation on %s', {}, ({ server }) => {
  let world: World
  beforeAll(async () => {
    const organisation = {
      orgId: 1,
      name: 'Red',
      urlToken: 'red',
      logo: 'data:image/png;base64,AA==',
      primaryColour: '#aa0000',
      enableForgottenPassword: true,
      legacySingleSignon: false,
      adminUrl: 'https://admin.example',
      loginOrigins: ['https://portal.example'],
      themes: { Default: { primary: '#aa0000' } },
      canDownloadResult: false,
    }
    world = await arrange(server, {
      file: {
        organisation,
        settings: { ConfirmLearnerDOB: '1' },
        messages: [
          { id: 'hello', languageId: 1, text: 'Hello' },
          { id: 'bye', languageId: 1, text: 'Good bye' },
          { id: 'hello', languageId: 2, text: 'مرحبا' },
        ],
      },
    })
  })

  test('the address of an exam is that of the only organisation that has it', async () => {
    const at = (path: string) => doCall(server, calls.init, { body: { url: `http://x.example${path}` } })
    const { examGuid } = world.entry
    const back = `/proctoring/proctorio/some-session/${examGuid}`
    for (const page of [`/exam/${examGuid}`, `/exam/${examGuid}/intro`, `/result/${examGuid}`, `/reload/${examGuid}`, back])
      expect(await at(page)).toMatchObject({ success: true, urlToken: 'red' })
    for (const page of ['/exam/nobody-has-this', '/exam/', `/schedules/${examGuid}`, '/exam/%E0%A4', '/proctoring/proctorio/s'])
      expect(await at(page)).toEqual({ success: false })
  })

  // ENT-110 API-116 START-102 START-162
  test('the init call answers its look and its switches', async () => {
    expect(await doCall(server, calls.init, { body: { url: 'http://x.example/login?red' } })).toEqual({
      success: true,
      orgID: 1,
      urlToken: 'red',
      name: 'Red',
      logo: 'data:image/png;base64,AA==',
      primaryColour: '#aa0000',
      enableForgottenPassword: true,
      legacySingleSignon: false,
      adminUrl: 'https://admin.example',
      loginOrigins: ['https://portal.example'],
      themes: { Default: { primary: '#aa0000' } },
      canDownloadResult: false,
    })
  })

  // API-116
  test('an address of nobody is no success, and no error', async () => {
    expect(await doCall(server, calls.init, { body: { url: 'http://x.example/' } })).toEqual({ success: false })
  })

  // API-110
  test('a setting is told by name, null where there is none', async () => {
    const { access_token } = await signIn(server, world)
    const setting = (settingName: string) => doCall(server, calls.setting, { query: { orgID: 1, settingName } }, access_token)
    expect(await setting('ConfirmLearnerDOB')).toEqual({ value: '1' })
    expect(await setting('Nothing')).toEqual({ value: null })
    const other = await tryCall(server, calls.setting, { query: { orgID: 2, settingName: 'x' } }, access_token)
    expect(refusalIn(other)).toMatchObject({ status: 404, code: 'NOT_FOUND' })
  })

  test('several settings come by name, in the order asked for, and of no other organisation', async () => {
    const { access_token } = await signIn(server, world)
    const ask = (orgID: number, settingNames: string[]) =>
      tryCall(server, calls.namedSettings, { body: { orgID, settingNames } }, access_token)
    expect(JSON.parse((await ask(1, ['Nothing', 'ConfirmLearnerDOB', 'AssignmentUploadLimits'])).text)).toEqual([
      { name: 'Nothing', value: null },
      { name: 'ConfirmLearnerDOB', value: '1' },
      { name: 'AssignmentUploadLimits', value: expect.stringContaining('maxSize') },
    ])
    expect(refusalIn(await ask(2, ['ConfirmLearnerDOB']))).toMatchObject({ status: 404, code: 'NOT_FOUND' })
    expect(
      (
        await ask(
          1,
          Array.from({ length: 101 }, () => 'x'),
        )
      ).status,
    ).toBe(400)
  })

  // API-109 API-215 API-322 MSG-101
  test('messages come in the language asked for and the order of their ids, unknown ones left out', async () => {
    const list = (iDs: string[], langID: number, orgID = 1) => doCall(server, calls.messages, { body: { iDs, orgID, langID } })
    expect(await list(['bye', 'none', 'hello'], 1)).toEqual([
      { id: 'bye', text: 'Good bye' },
      { id: 'hello', text: 'Hello' },
    ])
    expect(await list(['bye', 'hello'], 2)).toEqual([{ id: 'hello', text: 'مرحبا' }])
    expect(await list(['hello'], 1, 9)).toEqual([])
    expect(await list([], 1)).toEqual([])
  })

  // API-121 API-324
  test('an error report is kept; of a signed-in person under their own organisation', async () => {
    const { access_token } = await signIn(server, world)
    const body = { orgID: 77, userID: 1, languageId: 1, errorMessage: 'Render failed', app: 'player', siteId: null }
    await doCall(server, calls.errorReport, { body }, access_token)
    await doCall(server, calls.errorReport, { body: { errorMessage: 'Before the sign-in' } })
    const rows = await server.db.kysely.selectFrom('error_report').selectAll().execute()
    expect(rows.map((row) => [row.org_id, JSON.parse(row.report).errorMessage]).sort()).toEqual([
      [0, 'Before the sign-in'],
      [1, 'Render failed'],
    ])
  })

  // API-122 API-323 API-327 ENT-331
  test('a bug report is kept under the organisation of whoever reports, in their own name alone', async () => {
    const { access_token, UserGUID } = await signIn(server, world)
    const body = {
      reporterGuid: UserGUID,
      bugDescription: 'The timer stood still.',
      userActivity: [{ userGuid: UserGUID, requests: [{ id: 'r-1', type: 1 }] }],
    }
    expect(calls.debugReport).toMatchObject({ method: 'POST', path: 'error/api/DebugReport' })
    await doCall(server, calls.debugReport, { body }, access_token)
    const another = await tryCall(server, calls.debugReport, { body: { ...body, reporterGuid: 'somebody' } }, access_token)
    expect(refusalIn(another)).toMatchObject({ status: 403, code: 'NOT_ALLOWED' })
    expect(refusalIn(await tryCall(server, calls.debugReport, { body }))).toMatchObject({ status: 401 })
    const rows = await server.db.kysely.selectFrom('error_report').select(['org_id', 'report']).execute()
    expect(rows.map(({ org_id, report }) => ({ org_id, ...JSON.parse(report) }))).toContainEqual({
      org_id: 1,
      kind: 'bug',
      ...body,
    })
  })
})
