import { calls, type Role } from '@sitwell/contract'
import { generate } from 'otplib'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { printHistory } from '../../commands/history.ts'
import type { Letter } from '../../mail/mailer.ts'
import { giveRole, withdrawAllRoles } from '../../testing/change-roles.ts'
import { oneDatabase } from '../../testing/databases.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import {
  arrange,
  confirmRubric,
  credentials,
  doCall,
  examOf,
  personOf,
  refusalIn,
  saveOf,
  signIn,
  sitExam,
  tryCall,
} from '../../testing/test-world.ts'

const minuteMs = 60_000

describe.each(oneDatabase)('an administrator who is signed in as somebody else, on %s', (database) => {
  let nowMs = Date.parse('2026-11-21T11:30:00Z')
  let server: TestServer
  let last = 50
  const sent: Letter[] = []
  beforeAll(async () => {
    const mailer = { send: async (letter: Letter) => void sent.push(letter), close: () => {} }
    server = await startTestServer({ database, clock: { nowMs: () => nowMs }, mailer })
  })
  afterAll(() => server.stop())

  /** An organisation of its own: a learner who has to pass the second step, an invigilator, an administrator. */
  const arrangeOne = async () => {
    last += 1
    const prefix = `o${last}`
    const people = [
      { ...personOf(prefix, 'learner', 1) },
      { ...personOf(prefix, 'invigilator', 2), invigilator: true },
      { ...personOf(prefix, 'admin', 3), admin: true },
      { ...personOf(prefix, 'careful', 4), email: 'careful@mail.example', mfaRequired: true },
      { ...personOf(prefix, 'other', 5), admin: true },
    ]
    const exam = examOf(prefix, { settings: { examTime: 600, isExtendable: true } })
    const schedules = [{ guid: `${prefix}-schedule`, username: 'learner', exam: exam.examGuid }]
    const settings = { NotifyLearnerImmediatelyOnConnectionLoss: '1', AllowRemotePause: '1', 'MFA Providers': 'app,email' }
    const world = await arrange(server, { orgId: last, exam, file: { people, settings, schedules } })
    const admin = (await signIn(server, world, 'admin')).access_token
    const as = (userID: number) => doCall(server, calls.adminLogin, { params: { org: world.orgId }, query: { userID } }, admin)
    return { ...world, admin, as }
  }
  type Named = { readonly orgId: number; readonly prefix: string }
  const staff = (one: Named, username: string) => {
    const whom = { orgId: one.orgId, userGuid: `${one.prefix}-${username}` }
    return {
      give: (role: Role) => giveRole(server, whom, role),
      withdraw: () => withdrawAllRoles(server, whom),
      suspend: () =>
        server.db.kysely
          .updateTable('person')
          .set({ suspended: 1 })
          .where('org_id', '=', one.orgId)
          .where('user_guid', '=', whom.userGuid)
          .execute(),
    }
  }
  const timeOf = (userGuid: string, token: string) => tryCall(server, calls.time, { query: { userGuid } }, token)

  test('does not invigilate, whoever they signed in as', async () => {
    const one = await arrangeOne()
    const { formRunGuid } = await sitExam(server, one)
    const { access_token } = await one.as(1)
    await staff(one, 'learner').give('invigilator')
    for (const [call, input] of [
      [calls.dashFormRuns, { query: {} }],
      [calls.dashEvents, { query: { formRunGuid } }],
      [calls.addTime, { body: { formRunGuid, seconds: 60 } }],
      [calls.pauseFormRuns, { body: { formRunGuid, paused: true } }],
      [calls.decideExtension, { body: { formRunGuid, extendable: 60 } }],
      [calls.noteIncident, { body: { formRunGuid, text: 'x' } }],
      [calls.acceptLateAnswers, { body: { formRunGuid } }],
    ] as const) {
      // Each with its own input.
      const answer = await tryCall(server, call, input as never, access_token)
      expect(refusalIn(answer), call.name).toMatchObject({ status: 403, code: 'NOT_ALLOWED' })
    }
    const own = await signIn(server, one, 'invigilator')
    expect((await tryCall(server, calls.dashEvents, { query: { formRunGuid } }, own.access_token)).status).toBe(200)
  })

  test('is not heard for the learner where they look into a paused exam', async () => {
    const one = await arrangeOne()
    const { formRunGuid, token } = await sitExam(server, one)
    const invigilator = (await signIn(server, one, 'invigilator')).access_token
    await doCall(server, calls.pauseFormRuns, { body: { formRunGuid, paused: true } }, invigilator)
    const heardAt = async (by: string) => {
      nowMs += minuteMs
      const answer = await tryCall(server, calls.examJson, { query: one.entry }, by)
      expect(refusalIn(answer).code).toBe('EXAM_PAUSED')
      const run = server.db.kysely.selectFrom('form_run').select('heard_at').where('form_run_guid', '=', formRunGuid)
      return Number((await run.executeTakeFirstOrThrow()).heard_at)
    }
    expect(await heardAt(token)).toBe(nowMs)
    expect(await heardAt((await one.as(1)).access_token)).toBe(nowMs - minuteMs)
    expect(await heardAt(token)).toBe(nowMs)
  })

  test('gains no right with a refresh either, when the person is made an administrator meanwhile', async () => {
    const one = await arrangeOne()
    const { refresh_token, access_token } = await one.as(1)
    await staff(one, 'learner').give('it-administrator')
    nowMs += 2000
    const refreshed = await doCall(server, calls.token, {
      body: { client_id: 'x', grant_type: 'refresh_token', refresh_token },
    })
    expect(refreshed.Admin).toBe(false)
    for (const token of [access_token, refreshed.access_token])
      for (const answer of [
        await tryCall(server, calls.studentLogin, { body: { userID: 2 } }, token),
        await tryCall(server, calls.adminLogin, { params: { org: one.orgId }, query: { userID: 2 } }, token),
      ])
        expect(refusalIn(answer)).toMatchObject({ status: 403, code: 'NOT_ALLOWED' })
  })

  test('is out as soon as they are no administrator any more, or suspended, and can’t refresh', async () => {
    for (const act of ['withdraw', 'suspend'] as const) {
      const one = await arrangeOne()
      const { access_token, refresh_token } = await one.as(1)
      expect((await timeOf(`${one.prefix}-learner`, access_token)).status).toBe(200)
      await staff(one, 'admin')[act]()
      nowMs += 2000
      expect((await timeOf(`${one.prefix}-learner`, access_token)).status).toBe(401)
      const body = { client_id: 'x', grant_type: 'refresh_token' as const, refresh_token }
      expect(refusalIn(await tryCall(server, calls.token, { body })).code).toBe('INVALID_REFRESH_TOKEN')
    }
  })

  test('an administrator who lost the right has none with the token from before', async () => {
    const one = await arrangeOne()
    await staff(one, 'admin').withdraw()
    nowMs += 2000
    const answer = await tryCall(server, calls.studentLogin, { body: { userID: 1 } }, one.admin)
    expect(refusalIn(answer)).toMatchObject({ status: 403, code: 'NOT_ALLOWED' })
  })

  test('has to pass the learner’s second step, by a code of the learner’s, and can set up none of their own', async () => {
    const one = await arrangeOne()
    const guid = `${one.prefix}-careful`
    const of = { query: { userID: 4 } }
    const left = await one.as(4)
    const first = await one.as(4)
    // What was half opened before is over.
    expect(refusalIn(await timeOf(guid, left.access_token))).toMatchObject({ status: 401 })
    expect(first).toMatchObject({ MfaRequired: true })
    expect(refusalIn(await timeOf(guid, first.access_token))).toMatchObject({ status: 403, code: 'MFA_REQUIRED' })
    for (const call of [calls.mfaQrCode, calls.mfaSendEmail, calls.mfaReset])
      expect(refusalIn(await tryCall(server, call, of, first.access_token)).code, call.name).toBe('NOT_ALLOWED')

    const learner = await signIn(server, one, 'careful')
    const { secret } = await doCall(server, calls.mfaQrCode, of, learner.access_token)
    const code = () => generate({ secret, epoch: Math.floor(nowMs / 1000) })
    const verify = async (token: string, typed: string) =>
      doCall(server, calls.mfaVerify, { query: { userID: 4, code: typed, mfaOption: 3 } }, token)
    // The learner is setting the app up: whoever else has the secret sets nothing up with it.
    const beside = await one.as(4)
    expect(await verify(beside.access_token, await code())).toBe('false')
    expect(await verify(learner.access_token, await code())).toBe('true')
    nowMs += minuteMs

    const second = await one.as(4)
    expect(second).toMatchObject({ MfaRequired: true, MfaOption: 3 })
    expect(refusalIn(await timeOf(guid, second.access_token)).code).toBe('MFA_REQUIRED')
    const body = { client_id: 'x', grant_type: 'refresh_token' as const, refresh_token: second.refresh_token }
    const refreshed = await doCall(server, calls.token, { body })
    expect(refusalIn(await timeOf(guid, refreshed.access_token)).code).toBe('MFA_REQUIRED')
    expect(await verify(second.access_token, '000000')).toBe('false')
    expect(await verify(second.access_token, await code())).toBe('true')
    expect((await timeOf(guid, second.access_token)).status).toBe(200)
    const remembered = await tryCall(server, calls.mfaRemember, { body: { userID: 4 } }, second.access_token)
    expect(refusalIn(remembered)).toMatchObject({ status: 403, code: 'NOT_ALLOWED' })
    expect(refusalIn(await tryCall(server, calls.mfaReset, of, second.access_token)).code).toBe('NOT_ALLOWED')
  })

  test('gains nothing by a login token for somebody, whose password it still needs', async () => {
    const one = await arrangeOne()
    const { loginToken } = await doCall(server, calls.studentLogin, { body: { userID: 2 } }, one.admin)
    const guessed = credentials(one, 'invigilator', 'guess').body
    expect(refusalIn(await tryCall(server, calls.token, { body: { ...guessed, loginToken } })).code).toBe('WRONG_CREDENTIALS')
    expect((await timeOf(`${one.prefix}-invigilator`, loginToken)).status).toBe(401)
  })

  test('ends nothing of the learner’s when a refresh token is used twice', async () => {
    const one = await arrangeOne()
    const learner = await signIn(server, one)
    const { refresh_token } = await one.as(1)
    const trade = (token: string) =>
      tryCall(server, calls.token, { body: { client_id: 'x', grant_type: 'refresh_token', refresh_token: token } })
    const next = calls.token.reply.parse(JSON.parse((await trade(refresh_token)).text))
    await trade(next.refresh_token)
    nowMs += 2 * minuteMs
    expect((await trade(refresh_token)).status).toBe(400)
    expect((await timeOf(`${one.prefix}-learner`, learner.access_token)).status).toBe(200)
    expect((await timeOf(`${one.prefix}-learner`, next.access_token)).status).toBe(401)
  })

  test('is named beside the learner in all that the ledger and the history hold of it', async () => {
    const one = await arrangeOne()
    const { access_token: token } = await one.as(1)
    await confirmRubric(server, one.entry.userGuid, token)
    const { formRunGUID: formRunGuid } = await doCall(server, calls.start, { query: one.entry }, token)
    const page = `${one.prefix}-q1`
    await doCall(server, calls.examJson, { query: one.entry }, token)
    const requestId = '5f9b1a52-0a37-4a53-8a0f-3f6d9f3d9d11'
    await doCall(server, calls.saveAnswer, { body: { ...saveOf(one, formRunGuid), requestId } }, token)
    await doCall(server, calls.saveAnswer, { body: { ...saveOf(one, formRunGuid), requestId } }, token)
    await doCall(server, calls.saveTime, { body: { formRunGuid, timeRemaining: 500, elapsedTime: 1, page } }, token)
    await doCall(server, calls.requestExtension, { body: { orgID: one.orgId, formRunGuid } }, token)
    const activities = [{ id: '1', type: 1, value: null }]
    await doCall(server, calls.activityLog, { params: { formRunGuid }, body: { formRunGuid, activities } }, token)
    const file = await doCall(
      server,
      calls.uploadFile,
      { body: { formRunGUID: formRunGuid }, file: new File(['x'], 'a.txt') },
      token,
    )
    await doCall(server, calls.deleteFile, { params: { fileGuid: file.guid }, query: {} }, token)
    await doCall(server, calls.complete, { body: { formRunGuid, timeRemaining: 1, elapsedTime: 1 } }, token)
    const invigilator = (await signIn(server, one, 'invigilator')).access_token
    const events = await doCall(server, calls.dashEvents, { query: { formRunGuid } }, invigilator)
    expect(events.filter((event) => event.admin !== `${one.prefix}-admin`)).toEqual([])
    expect(new Set(events.map((event) => event.author))).toEqual(new Set([`${one.prefix}-learner`]))
    expect(events.map(({ kind, text }) => text ?? kind)).toEqual([
      'start',
      'An administrator opened the exam as the learner',
      `An administrator saved the answer to question ${page} as the learner`,
      'extension-request',
      'An administrator uploaded the file a.txt as the learner',
      'file',
      `An administrator deleted the file ${file.guid} as the learner`,
      'file',
      'complete',
    ])
    const log = vi.spyOn(console, 'log').mockImplementation(() => {})
    await printHistory(server.db, one.orgId, formRunGuid)
    const printed = log.mock.calls.flat().join('\n')
    log.mockRestore()
    expect(printed).toContain(`by the administrator ${one.prefix}-admin, signed in as the learner`)
  })

  test('leaves no name in what the learner does themselves', async () => {
    const one = await arrangeOne()
    const { token, formRunGuid } = await sitExam(server, one)
    await doCall(server, calls.saveAnswer, { body: saveOf(one, formRunGuid) }, token)
    const invigilator = (await signIn(server, one, 'invigilator')).access_token
    const events = await doCall(server, calls.dashEvents, { query: { formRunGuid } }, invigilator)
    expect(events).toMatchObject([{ kind: 'start', author: `${one.prefix}-learner` }])
    expect(events[0]).not.toHaveProperty('admin')
  })
})
