import { calls, type InputOf } from '@sitwell/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { bothDatabases } from '../testing/databases.ts'
import { type ProctoringStandIn, startProctoringStandIn } from '../testing/proctoring-stand-in.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'
import { createTestClock } from '../testing/test-clock.ts'
import { arrange, doCall, examOf, refusalIn, saveOf, send, signIn, tryCall, type World } from '../testing/test-world.ts'

const minute = 60_000
/** For what the server does by itself: a failing provider is asked three times. */
const patiently = { timeout: 60_000 }
/** As spec 1 §7 has them, in the spelling of the provider. */
const flags = [
  'recordvideo',
  'recordaudio',
  'recordscreen',
  'recordwebtraffic',
  'recordroomstart',
  'verifyvideo',
  'verifyaudio',
  'verifydesktop',
  'verifyidauto',
  'verifysignature',
  'fullscreenmoderate',
  'clipboard',
  'notabs',
  'closetabs',
  'onescreen',
  'print',
  'downloads',
  'rightclick',
  'noreentry',
]

describe.each(bothDatabases)('a proctored exam on %s', (database) => {
  const { clock, pass } = createTestClock()
  let server: TestServer
  let standIn: ProctoringStandIn
  let world: World
  let token: string
  let lastOrganisation = 800
  const proctoring = new Map()

  beforeAll(async () => {
    standIn = await startProctoringStandIn()
    server = await startTestServer({ database, clock, config: { proctoring, proctoringPatienceMs: 200 } })
  })
  afterAll(async () => {
    await server.stop()
    await standIn.stop()
  })

  const arrangeExam = async (proctorProvider: 'Proctorio' | 'IntegrityAdvocate', more: object = {}) => {
    lastOrganisation += 1
    const prefix = `o${lastOrganisation}`
    proctoring.set(lastOrganisation, standIn.providers)
    const exam = examOf(prefix, { settings: { proctorProvider, printQuestions: true }, qualificationID: 'C-1' })
    const settings = { 'IntegrityAdvocate-AppID': standIn.appId }
    world = await arrange(server, {
      orgId: lastOrganisation,
      exam,
      invigilated: true,
      file: { settings, ...more },
    })
    token = (await signIn(server, world)).access_token
  }
  beforeEach(async () => {
    Object.assign(standIn.mood, { launch: 'well', page: 'active', monitor: 'well' })
    standIn.launches.length = 0
    standIn.asked.length = 0
    await arrangeExam('Proctorio')
  })

  /** Another learner of the organisation, with the same password. */
  const addOther = async () => {
    const people = server.db.kysely.selectFrom('person').selectAll().where('org_id', '=', world.orgId)
    const learner = await people.where('username', '=', 'learner').executeTakeFirstOrThrow()
    const other = { ...learner, user_guid: `${world.prefix}-other`, user_id: 2, username: 'other', sign_in_name: 'other' }
    await server.db.kysely.insertInto('person').values(other).execute()
    const body = { client_id: 'sitwell-player', grant_type: 'password' as const, username: 'other', password: 'learner-secret' }
    return (await doCall(server, calls.token, { body: { ...body, orgId: world.orgId } })).access_token
  }
  const listed = async () => {
    const [one] = await doCall(server, calls.schedules, { query: { userGuid: world.entry.userGuid } }, token)
    if (!one) throw new Error('Nothing is listed')
    return one
  }
  type LaunchQuery = InputOf<typeof calls.proctorioLaunchUrl>['query']
  const tryLaunch = async (more: Partial<LaunchQuery> = {}, by = token) => {
    const proctorSessionID = (await listed()).proctoringSessionID ?? ''
    const query = { proctorSessionID, userID: 1, options: flags.join(','), host: server.origin, ...more }
    return tryCall(server, calls.proctorioLaunchUrl, { query }, by)
  }
  /** What the provider was given last: the address with its four parts. */
  const given = () => {
    const url = new URL(standIn.launches.at(-1)?.launch_url ?? '')
    const [, segment, clientName = '', userInfo1 = '', userInfo2 = '', examGuid = ''] = url.pathname
      .split('/')
      .map(decodeURIComponent)
    const text = (part: string) => Buffer.from(part, 'base64').toString('utf8')
    return { url, segment, clientName, username: text(userInfo1), ticket: text(userInfo2), examGuid }
  }
  const enter = (ticket: string, more: object = {}) =>
    tryCall(server, calls.token, {
      body: {
        client_id: 'sitwell-player',
        grant_type: 'password',
        username: 'learner',
        password: ticket,
        orgId: world.orgId,
        noNewSession: 'true',
        redirectedViaProctorio: 'true',
        ...more,
      },
    })
  const enterAndBegin = async () => {
    await tryLaunch()
    const { access_token } = JSON.parse((await enter(given().ticket)).text)
    const begun = await doCall(server, calls.beginProctoring, { body: { examGuid: world.entry.examGuid } }, access_token)
    return { proctored: access_token as string, ...begun }
  }
  const start = (by: string) => tryCall(server, calls.start, { query: world.entry }, by)
  const content = (by: string) => tryCall(server, calls.examJson, { query: world.entry }, by)
  const end = (by: string, proctoringSessionID: string, what: 'end' | 'loss' = 'end', reason?: string) =>
    tryCall(server, calls.endProctoring, { body: { proctoringSessionID, what, reason } }, by)
  const supervision = async (formRunGuid: string) => {
    const invigilator = (await signIn(server, world, 'invigilator')).access_token
    const events = await doCall(server, calls.dashEvents, { query: { formRunGuid } }, invigilator)
    return events.flatMap(({ kind, what, text }) => (kind === 'supervision' ? [[what, text]] : []))
  }

  test.each(['Proctorio', 'IntegrityAdvocate'] as const)(
    'by %s is listed with it, and sat without once staff have waived that with a reason',
    async (provider) => {
      await arrangeExam(provider)
      const staff = (await signIn(server, world, 'invigilator')).access_token
      const seen = async () => (await doCall(server, calls.dashFormRuns, { query: {} }, staff))[0]?.supervision
      expect(await listed()).toMatchObject({ proctorProvider: provider, proctoringSessionID: expect.any(String) })
      expect(refusalIn(await start(token))).toMatchObject({ code: 'PROCTORING_REQUIRED' })
      expect(await seen()).toEqual([{ provider, what: 'refusal' }])
      const body = { scheduleGuid: world.entry.scheduleGuid, reason: 'Its camera is broken.' }
      await doCall(server, calls.waiveSupervision, { body }, staff)
      expect(await seen()).toEqual([{ provider, what: 'waiver' }])
      const { proctorProvider, proctoringSessionID } = await listed()
      expect([proctorProvider, proctoringSessionID]).toEqual([undefined, undefined])
      expect((await content(token)).status).toBe(200)
      const { formRunGUID: formRunGuid } = JSON.parse((await start(token)).text)
      await doCall(server, calls.saveAnswer, { body: saveOf(world, formRunGuid, { sequence: 1 }) }, token)
      await doCall(server, calls.complete, { body: { formRunGuid, timeRemaining: 1, elapsedTime: 0 } }, token)
      expect((await supervision(formRunGuid)).map(([what]) => what)).toEqual(['refusal', 'waiver'])
    },
  )

  test('stays waived for staff, whatever its learner tries by hand after that, before it begins and since', async () => {
    const staff = (await signIn(server, world, 'invigilator')).access_token
    const seen = async () => (await doCall(server, calls.dashFormRuns, { query: {} }, staff))[0]?.supervision
    const { examGuid, scheduleGuid } = world.entry
    const { proctoringSessionID: proctorSessionID = '' } = await listed()
    const begin = () => tryCall(server, calls.beginProctoring, { body: { examGuid } }, token)
    const body = { scheduleGuid, reason: 'Its camera is broken.' }
    await doCall(server, calls.waiveSupervision, { body }, staff)
    expect(refusalIn(await begin())).toMatchObject({ status: 404 })
    expect(await seen()).toEqual([{ provider: 'Proctorio', what: 'waiver' }])
    const { formRunGUID } = JSON.parse((await start(token)).text)
    expect(await seen()).toEqual([{ provider: 'Proctorio', what: 'waiver' }])
    pass(2 * minute)
    await begin()
    standIn.mood.launch = 'down'
    await tryLaunch({ proctorSessionID })
    expect(await seen()).toEqual([{ provider: 'Proctorio', what: 'waiver' }])
    // What was tried is in the ledger anyway.
    expect((await supervision(formRunGUID)).map(([what]) => what)).toEqual(['waiver', 'refusal', 'refusal', 'refusal'])
  })

  describe('by the browser’s extension', () => {
    // API-118 API-325 PROC-126 PROC-128 PROC-306 PROC-307 PROC-308 PROC-309
    test('is launched at the provider, which is asked with a signature and answers the address', async () => {
      const answer = await tryLaunch()
      expect(JSON.parse(answer.text).url).toMatch(new RegExp(`^${standIn.origin}/take\\?`))
      const [asked] = standIn.launches
      expect(asked).toMatchObject({
        oauth_consumer_key: 'stand-in',
        user_id: world.entry.userGuid,
        exam_tag: world.entry.examGuid,
      })
      expect(asked?.exam_settings?.split(',').toSorted()).toEqual(flags.toSorted())
      expect(given()).toMatchObject({
        segment: 'proctorio',
        clientName: world.prefix,
        username: 'learner',
        examGuid: world.entry.examGuid,
      })
      expect(given().url.origin).toBe(server.origin)
    })

    test('lets nobody ask for less than the organisation wants, or for what there isn’t', async () => {
      await tryLaunch({ options: 'print' })
      expect(standIn.launches.at(-1)?.exam_settings).toBe('recordvideo,notabs,print')
      expect(refusalIn(await tryLaunch({ options: 'print,nothing' }))).toMatchObject({ code: 'INVALID_REQUEST' })
    })

    test('tells the browser neither the key nor the secret nor the ticket', async () => {
      const texts = [(await tryLaunch()).text, JSON.stringify(await listed())]
      const init = await doCall(server, calls.init, { body: { url: `http://x.example/login?${world.prefix}` } })
      expect(init).toMatchObject({ proctoringOrigin: standIn.origin, proctoringDebug: false })
      texts.push(JSON.stringify(init))
      const { key, secret, address } = standIn.providers.proctorio
      for (const text of texts)
        for (const hidden of [secret, address, given().ticket, `"${key}"`]) expect(text).not.toContain(hidden)
    })

    // ENT-103 PROC-101 PROC-202
    test('is sat in the sign-in that the provider’s ticket made, and its start and end stand in the ledger', async () => {
      const { proctored, proctoringSessionID, provider } = await enterAndBegin()
      expect(provider).toBe('Proctorio')
      expect((await content(proctored)).status).toBe(200)
      expect(refusalIn(await content(token))).toMatchObject({ code: 'PROCTORING_REQUIRED' })
      const { formRunGUID } = JSON.parse((await start(proctored)).text)
      pass(minute)
      expect(JSON.parse((await end(proctored, proctoringSessionID)).text)).toMatchObject({ ended: true })
      expect(refusalIn(await content(proctored))).toMatchObject({ code: 'PROCTORING_REQUIRED' })
      const session = `Session ${proctoringSessionID}`
      expect(await supervision(formRunGUID)).toEqual([
        ['start', `${session} began.`],
        ['refusal', 'This exam is proctored by Proctorio, and the proctored session that goes on began in another sign-in.'],
        ['end', `${session} ended.`],
        ['refusal', 'This exam is proctored by Proctorio, and the last proctored session has ended.'],
      ])
    })

    test('keeps the rubric and the exam’s password that were given before, and the sign-in that asked', async () => {
      const guid = `o${lastOrganisation + 1}-schedule`
      const exam = `o${lastOrganisation + 1}-exam`
      await arrangeExam('Proctorio', { schedules: [{ guid, username: 'learner', exam, password: 'open' }] })
      expect(refusalIn(await tryLaunch())).toMatchObject({ code: 'PASSWORD_REQUIRED' })
      const body = { scheduleGuid: guid, password: 'open', userGuid: world.entry.userGuid }
      await doCall(server, calls.checkPassword, { body }, token)
      const { proctored } = await enterAndBegin()
      expect((await start(proctored)).status).toBe(200)
      expect((await doCall(server, calls.schedules, { query: { userGuid: world.entry.userGuid } }, token)).length).toBe(1)
    })

    test('takes a ticket once, of its own learner, within an hour, and again only from the request that used it', async () => {
      await tryLaunch()
      const { ticket } = given()
      const refused = { status: 400, code: 'WRONG_CREDENTIALS' }
      await addOther()
      expect(refusalIn(await enter(ticket, { username: 'other' }))).toMatchObject(refused)
      expect(refusalIn(await enter(`${ticket.slice(0, -2)}xx`))).toMatchObject(refused)
      expect(refusalIn(await enter(ticket, { redirectedViaProctorio: 'false' }))).toMatchObject(refused)
      const requestId = crypto.randomUUID()
      expect((await enter(ticket, { requestId })).status).toBe(200)
      expect((await enter(ticket, { requestId })).status).toBe(200)
      expect(refusalIn(await enter(ticket))).toMatchObject(refused)
      expect(refusalIn(await enter(ticket, { requestId: crypto.randomUUID() }))).toMatchObject(refused)
      await tryLaunch()
      pass(61 * minute)
      expect(refusalIn(await enter(given().ticket))).toMatchObject(refused)
    })

    test('begins no session that was not asked for, of another exam, or a second time after its end', async () => {
      const begin = (by: string, examGuid?: string) => tryCall(server, calls.beginProctoring, { body: { examGuid } }, by)
      expect(refusalIn(await begin(token))).toMatchObject({ status: 404 })
      await tryLaunch()
      expect(refusalIn(await begin(token))).toMatchObject({ status: 404 })
      const { access_token } = JSON.parse((await enter(given().ticket)).text)
      expect(refusalIn(await begin(access_token, 'another-exam'))).toMatchObject({ status: 404 })
      const { proctoringSessionID } = JSON.parse((await begin(access_token)).text)
      expect(JSON.parse((await begin(access_token)).text)).toMatchObject({ proctoringSessionID })
      await end(access_token, proctoringSessionID)
      expect(refusalIn(await begin(access_token))).toMatchObject({ status: 404 })
    })

    test('goes on in a new session after one that was lost, and ends each once', async () => {
      const first = await enterAndBegin()
      const { formRunGUID } = JSON.parse((await start(first.proctored)).text)
      const odd = 'The extension was switched off\0 \ud800 <b>'
      expect((await end(first.proctored, first.proctoringSessionID, 'loss', odd)).status).toBe(200)
      expect(JSON.parse((await end(first.proctored, first.proctoringSessionID)).text)).toMatchObject({ ended: false })
      const second = await enterAndBegin()
      expect(second.proctoringSessionID).not.toBe(first.proctoringSessionID)
      expect(JSON.parse((await start(second.proctored)).text)).toEqual({ formRunGUID })
      const third = await enterAndBegin()
      expect(refusalIn(await content(second.proctored))).toMatchObject({ status: 499 })
      expect((await content(third.proctored)).status).toBe(200)
      expect((await supervision(formRunGUID)).map(([what]) => what)).toEqual(['start', 'loss', 'start', 'end', 'start'])
    })

    test('says with its end how its exam stands, each time, and is not lost once that is complete', async () => {
      const first = await enterAndBegin()
      const { examGuid } = world.entry
      const statusOf = async (by: string, { proctoringSessionID } = first) =>
        JSON.parse((await end(by, proctoringSessionID, 'loss')).text)
      expect(await statusOf(first.proctored)).toEqual({ ended: true, exam: 'not-begun', examGuid })
      const second = await enterAndBegin()
      const { formRunGUID: formRunGuid } = JSON.parse((await start(second.proctored)).text)
      const body = { formRunGuid, timeRemaining: 1, elapsedTime: 0 }
      await doCall(server, calls.complete, { body }, second.proctored)
      expect(await statusOf(second.proctored)).toEqual({ ended: false, exam: 'complete', examGuid })
      expect(await statusOf(second.proctored, second)).toEqual({ ended: true, exam: 'complete', examGuid })
      expect((await supervision(formRunGuid)).map(([what]) => what)).toEqual(['start', 'loss', 'start', 'end'])
    })

    test('begins none for an exam that is complete, whose learner is still with the provider, and says so', async () => {
      const { proctored } = await enterAndBegin()
      const { formRunGUID: formRunGuid } = JSON.parse((await start(proctored)).text)
      await tryLaunch()
      const { access_token } = JSON.parse((await enter(given().ticket)).text)
      await doCall(server, calls.complete, { body: { formRunGuid, timeRemaining: 1, elapsedTime: 0 } }, access_token)
      const begin = { body: { examGuid: world.entry.examGuid } }
      expect(refusalIn(await tryCall(server, calls.beginProctoring, begin, access_token))).toMatchObject({
        code: 'FORM_RUN_COMPLETED',
      })
      expect((await supervision(formRunGuid)).map(([what]) => what)).toEqual(['start', 'loss'])
    })

    test('prints no question without its session, and opens no link to one once that has ended', async () => {
      const { proctored, proctoringSessionID } = await enterAndBegin()
      const { formRunGUID: formRunGuid } = JSON.parse((await start(proctored)).text)
      const { versionNumber: _, examObjectTypeGuid: examTypeGuid, ...entry } = world.entry
      const query = { ...entry, examTypeGuid, formRunGuid, questionId: `${world.prefix}-q1`, filename: 'q.pdf' }
      const print = (by: string) => tryCall(server, calls.printQuestion, { query }, by)
      expect(refusalIn(await print(token))).toMatchObject({ status: 403, code: 'PROCTORING_REQUIRED' })
      const made = await print(proctored)
      const cookie = made.headers.get('set-cookie')?.split(';')[0] ?? ''
      const open = () => send(server, `/${JSON.parse(made.text).link}`, { headers: { cookie } })
      expect((await open()).status).toBe(200)
      await end(proctored, proctoringSessionID, 'loss')
      expect(refusalIn(await print(proctored))).toMatchObject({ code: 'PROCTORING_REQUIRED' })
      expect(refusalIn(await open())).toMatchObject({ status: 403, code: 'PROCTORING_REQUIRED' })
      expect((await supervision(formRunGuid)).map(([what]) => what)).toEqual(['start', 'refusal', 'loss', 'refusal'])
    })

    test('takes answers that come without its session, says so once a minute, and excuses an exam’s completion alone', async () => {
      const { proctored, proctoringSessionID } = await enterAndBegin()
      const { formRunGUID: formRunGuid } = JSON.parse((await start(proctored)).text)
      const save = async (sequence: number, by = proctored) => {
        const answered = await tryCall(server, calls.saveAnswer, { body: saveOf(world, formRunGuid, { sequence }) }, by)
        expect(JSON.parse(answered.text)).toMatchObject({ saved: true, applied: true })
      }
      await save(1)
      await save(2, token)
      await save(3)
      await end(proctored, proctoringSessionID)
      pass(2000)
      for (const sequence of [4, 5]) await save(sequence)
      pass(minute + 1000)
      await save(6)
      const body = { formRunGuid, timeRemaining: 1, elapsedTime: 0 }
      await doCall(server, calls.complete, { body }, proctored)
      const no = 'An answer was taken all the same. This exam is proctored by Proctorio, and the'
      expect(await supervision(formRunGuid)).toEqual([
        ['start', `Session ${proctoringSessionID} began.`],
        ['loss', `${no} proctored session that goes on began in another sign-in.`],
        ['end', `Session ${proctoringSessionID} ended.`],
        ['loss', `${no} last proctored session has ended.`],
        ['loss', `${no} last proctored session has ended.`],
      ])
    })

    test('notes a file that is told of after its end, and none that was told of before', async () => {
      const { proctored, proctoringSessionID } = await enterAndBegin()
      const { formRunGUID } = JSON.parse((await start(proctored)).text)
      const announce = async (text: string) => {
        const requestId = crypto.randomUUID()
        const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
        const sha256 = Buffer.from(hash).toString('hex')
        const body = { formRunGUID, requestId, sha256, fileSize: text.length, fileName: 'x.txt', mimeType: 'text/plain' }
        await doCall(server, calls.announceFile, { body }, proctored)
        return { body: { formRunGUID, requestId }, file: new File([text], 'x.txt') }
      }
      const before = await announce('written in the exam')
      await end(proctored, proctoringSessionID)
      expect((await tryCall(server, calls.uploadFile, before, proctored)).status).toBe(200)
      expect((await supervision(formRunGUID)).map(([what]) => what)).toEqual(['start', 'end'])
      const after = await announce('written at home')
      expect((await tryCall(server, calls.uploadFile, after, proctored)).status).toBe(200)
      expect((await supervision(formRunGUID)).map(([what]) => what)).toEqual(['start', 'end', 'loss'])
    })

    test('tells in its ledger of tickets that did not hold, and of beginnings that it refused', async () => {
      const other = await addOther()
      await tryLaunch()
      const { ticket } = given()
      await enter(ticket, { username: 'other' })
      const { access_token } = JSON.parse((await enter(ticket)).text)
      await enter(ticket)
      const begin = (by: string, examGuid: string | undefined = world.entry.examGuid) =>
        tryCall(server, calls.beginProctoring, { body: { examGuid } }, by)
      await begin(token)
      await begin(access_token, 'another-exam')
      const { proctoringSessionID } = JSON.parse((await begin(access_token)).text)
      await end(access_token, proctoringSessionID)
      await begin(access_token)
      await begin(other)
      await tryLaunch()
      pass(61 * minute)
      await enter(given().ticket)
      token = (await signIn(server, world)).access_token
      await enterAndBegin().then(({ proctored }) => start(proctored))
      const [run] = await server.db.kysely.selectFrom('form_run').selectAll().where('org_id', '=', world.orgId).execute()
      expect(await supervision(run?.form_run_guid ?? '')).toEqual([
        ['refusal', 'The ticket of a proctored session was used by somebody else.'],
        ['refusal', 'The ticket of a proctored session had been used before.'],
        ['refusal', 'No proctored session was asked for in this sign-in, or it has ended.'],
        ['refusal', 'The proctored session of this sign-in is of another exam.'],
        ['start', `Session ${proctoringSessionID} began.`],
        ['end', `Session ${proctoringSessionID} ended.`],
        ['refusal', 'No proctored session was asked for in this sign-in, or it has ended.'],
        ['refusal', 'The ticket of a proctored session was too old.'],
        ['start', expect.stringContaining('began.')],
      ])
    })

    test('is nobody else’s to launch or to end', async () => {
      const { proctoringSessionID } = await enterAndBegin()
      const other = await addOther()
      expect(refusalIn(await end(other, proctoringSessionID))).toMatchObject({ status: 404 })
      expect(refusalIn(await end(other, 'none'))).toMatchObject({ status: 404 })
      token = (await signIn(server, world)).access_token
      expect(refusalIn(await tryLaunch({ userID: 2 }))).toMatchObject({ status: 404 })
      expect(refusalIn(await tryLaunch({ userID: 2 }, other))).toMatchObject({ status: 404 })
      expect(refusalIn(await tryLaunch({ proctorSessionID: 'made-up' }))).toMatchObject({ status: 404 })
    })

    test('is sent to no address but the organisation’s own', async () => {
      for (const host of [
        'https://evil.example',
        'http://127.0.0.1.evil.example',
        'javascript:alert(1)',
        `${server.origin}/x`,
        '',
      ])
        expect(refusalIn(await tryLaunch({ host })), host).toMatchObject({ code: 'INVALID_REQUEST' })
      expect((await tryLaunch({ host: `https://${world.prefix}.example` })).status).toBe(200)
      expect(standIn.launches).toHaveLength(1)
    })

    test.each([
      ['slow', 'it did not answer in time'],
      ['broken', 'it answered with status 500'],
      ['refuses', 'it answered with status 400'],
      ['redirect', 'it answered with status 302'],
      ['html', 'it answered no address of'],
      ['number', 'it answered no address of'],
      ['elsewhere', 'it answered no address of'],
      ['endless', 'its answer has no end'],
      ['down', 'it can not be reached'],
    ] as const)('does not start where the provider is %s, and says why', async (mood, why) => {
      standIn.mood.launch = mood
      const no = refusalIn(await tryLaunch())
      expect(no).toMatchObject({ status: 503, code: 'PROCTORING_UNAVAILABLE', message: expect.stringContaining(why) })
      standIn.mood.launch = 'well'
      expect((await tryLaunch()).status).toBe(200)
    })

    test('is asked for again where the provider fails twice, each time with a request of its own', async () => {
      standIn.mood.launch = 'broken-twice'
      expect((await tryLaunch()).status).toBe(200)
      expect(standIn.launches).toHaveLength(1)
    })

    test('does not start where no provider is configured', async () => {
      proctoring.delete(world.orgId)
      expect(refusalIn(await tryLaunch())).toMatchObject({
        code: 'PROCTORING_UNAVAILABLE',
        message: expect.stringContaining('not configured'),
      })
    })

    // PROC-129 PROC-311
    test('is led straight to the exam where the provider is set to debug, with a ticket all the same', async () => {
      proctoring.set(world.orgId, { proctorio: { ...standIn.providers.proctorio, debug: true } })
      const { url } = JSON.parse((await tryLaunch()).text)
      expect(url).toMatch(new RegExp(`^${server.origin}/proctorio/${world.prefix}/.+/${world.entry.examGuid}$`))
      expect(standIn.launches).toEqual([])
      expect(refusalIn(await content(token))).toMatchObject({ code: 'PROCTORING_REQUIRED' })
    })
  })

  describe('by the integrity monitor', () => {
    beforeEach(() => arrangeExam('IntegrityAdvocate'))

    const script = (by = token) =>
      tryCall(server, calls.integrityScript, { query: { scheduleGuid: world.entry.scheduleGuid } }, by)
    const begin = () => tryCall(server, calls.beginProctoring, { body: { examGuid: world.entry.examGuid } }, token)
    const run = async () => {
      const { url } = JSON.parse((await script()).text)
      const query = new URL(url).search
      await send({ origin: standIn.origin }, `/participants/begin${query}`, { method: 'POST' })
    }

    // API-214 START-127 PROC-201
    test('gets the script’s address with the learner’s data under a signature, and the key nowhere', async () => {
      const { url, pass: given } = JSON.parse((await script()).text)
      const { origin, pathname, searchParams } = new URL(url)
      expect(origin + pathname).toBe(`${standIn.origin}/participants/integrity`)
      expect(Object.fromEntries(searchParams)).toMatchObject({
        appid: standIn.appId,
        participantidentifier: '1',
        courseid: 'C-1',
        participantfirstname: 'Ada',
        participantlastname: 'Wood',
        participantemail: 'ada@example.org',
        activityid: '17',
      })
      expect((await send({ origin: standIn.origin }, url.slice(standIn.origin.length))).status).toBe(200)
      expect((await send({ origin: standIn.origin }, url.slice(standIn.origin.length).replace('=Ada', '=Eve'))).status).toBe(
        500,
      )
      expect(url + given).not.toContain(standIn.providers.integrityAdvocate.apiKey)
    })

    test('begins once its service says that it runs, and is told of the end', async () => {
      expect(refusalIn(await start(token))).toMatchObject({ code: 'PROCTORING_REQUIRED' })
      await script()
      expect(refusalIn(await begin())).toMatchObject({
        code: 'PROCTORING_UNAVAILABLE',
        message: expect.stringContaining('knows of no session'),
      })
      await run()
      expect((await begin()).status).toBe(200)
      expect((await content(token)).status).toBe(200)
      const { formRunGUID } = JSON.parse((await start(token)).text)
      const { proctoringSessionID } = JSON.parse((await begin()).text)
      await end(token, proctoringSessionID)
      await expect.poll(() => standIn.asked.some((path) => path.startsWith('/participants/endsession?'))).toBe(true)
      expect((await supervision(formRunGUID)).map(([what]) => what)).toEqual(['refusal', 'refusal', 'start', 'end'])
    })

    test('ends with the exam, whatever its page told, and the service hears of it', async () => {
      await script()
      await run()
      const { proctoringSessionID } = JSON.parse((await begin()).text)
      const { formRunGUID: formRunGuid } = JSON.parse((await start(token)).text)
      const body = { formRunGuid, timeRemaining: 1, elapsedTime: 0 }
      for (let times = 0; times < 2; times += 1) await doCall(server, calls.complete, { body }, token)
      await expect.poll(() => standIn.asked.filter((path) => path.startsWith('/participants/endsession?'))).toHaveLength(1)
      expect(await supervision(formRunGuid)).toEqual([
        ['start', `Session ${proctoringSessionID} began.`],
        ['end', `Session ${proctoringSessionID} ended with the exam.`],
      ])
    })

    test('is asked for its content before the monitor runs, which its page starts, and nobody is told of that as refused', async () => {
      expect(refusalIn(await content(token))).toMatchObject({ code: 'PROCTORING_REQUIRED' })
      await script()
      expect(refusalIn(await content(token))).toMatchObject({ code: 'PROCTORING_REQUIRED' })
      await run()
      const { proctoringSessionID } = JSON.parse((await begin()).text)
      expect((await content(token)).status).toBe(200)
      const { formRunGUID } = JSON.parse((await start(token)).text)
      await end(token, proctoringSessionID, 'loss')
      expect(refusalIn(await content(token))).toMatchObject({ code: 'PROCTORING_REQUIRED' })
      expect((await supervision(formRunGUID)).map(([what]) => what)).toEqual(['start', 'loss', 'refusal'])
    })

    test('is lost once its service says twice that it goes on no more, while answers come, which are kept', async () => {
      await script()
      await run()
      const { proctoringSessionID } = JSON.parse((await begin()).text)
      const { formRunGUID: formRunGuid } = JSON.parse((await start(token)).text)
      let sequence = 0
      const save = async () => {
        sequence += 1
        const answered = await doCall(server, calls.saveAnswer, { body: saveOf(world, formRunGuid, { sequence }) }, token)
        expect(answered).toMatchObject({ saved: true, applied: true })
      }
      const asked = () => standIn.asked.filter((path) => path.startsWith('/api/participant')).length
      const whats = async () => (await supervision(formRunGuid)).map(([what]) => what)
      await save()
      await expect.poll(asked, patiently).toBe(2)
      // Once a minute, whatever comes; and what can't be asked proves nothing.
      await save()
      standIn.mood.monitor = 'failing'
      pass(minute)
      await save()
      await expect.poll(asked, patiently).toBe(5)
      // The next answer asks again.
      standIn.mood.monitor = 'well'
      const ask = async () => {
        await save()
        return asked()
      }
      await expect.poll(ask, patiently).toBe(6)
      // Nor does what it says once.
      standIn.mood.monitor = 'unknown-once'
      pass(minute)
      await save()
      await expect.poll(asked, patiently).toBe(8)
      expect(await whats()).toEqual(['start'])
      standIn.mood.monitor = 'unknown'
      pass(minute)
      await save()
      await expect.poll(whats, patiently).toEqual(['start', 'loss'])
      const why = 'the monitor was asked, and it knows of no session of this learner that goes on'
      expect((await supervision(formRunGuid)).at(-1)?.[1]).toBe(`Session ${proctoringSessionID} was lost: ${why}.`)
      const state = async () => doCall(server, calls.dashState, { query: { formRunGuid } }, token)
      expect(await state()).toMatchObject({ monitorLost: true })
      expect(refusalIn(await content(token))).toMatchObject({ code: 'PROCTORING_REQUIRED' })
      expect(await state()).toMatchObject({ monitorLost: true })
      await save()
      expect(await whats()).toEqual(['start', 'loss', 'refusal', 'loss'])
      standIn.mood.monitor = 'well'
      await script()
      await run()
      expect((await begin()).status).toBe(200)
      expect((await state()).monitorLost).toBeUndefined()
      expect((await content(token)).status).toBe(200)
    })

    test('is asked of no more once it was waived', async () => {
      await script()
      await run()
      await begin()
      const { formRunGUID: formRunGuid } = JSON.parse((await start(token)).text)
      const asked = () => standIn.asked.filter((path) => path.startsWith('/api/participant')).length
      const before = asked()
      standIn.mood.monitor = 'unknown'
      const staff = (await signIn(server, world, 'invigilator')).access_token
      const body = { scheduleGuid: world.entry.scheduleGuid, reason: 'Its camera is broken.' }
      await doCall(server, calls.waiveSupervision, { body }, staff)
      await doCall(server, calls.saveAnswer, { body: saveOf(world, formRunGuid, { sequence: 1 }) }, token)
      await doCall(server, calls.complete, { body: { formRunGuid, timeRemaining: 1, elapsedTime: 0 } }, token)
      expect(asked()).toBe(before)
      expect((await supervision(formRunGuid)).map(([what]) => what)).toEqual(['start', 'waiver', 'end'])
    })

    test.each([
      ['unknown', 'it knows of no session'],
      ['html', 'it answered nothing that could be read'],
      ['endless', 'its answer has no end'],
      ['slow', 'it did not answer in time'],
      ['down', 'it can not be reached'],
      ['failing', 'it answered with status 500'],
      ['redirect', 'it answered with status 302'],
    ] as const)('does not begin where its service is %s, and says why', async (mood, why) => {
      await run()
      standIn.mood.monitor = mood
      const no = refusalIn(await begin())
      expect(no).toMatchObject({ code: 'PROCTORING_UNAVAILABLE', message: expect.stringContaining(why) })
      expect(refusalIn(await content(token))).toMatchObject({ code: 'PROCTORING_REQUIRED' })
      standIn.mood.monitor = 'well'
      expect((await begin()).status).toBe(200)
    })

    // PROC-215 ERR-217
    test('names what is not known of the learner, and starts nothing', async () => {
      await server.db.kysely
        .updateTable('person')
        .set({ email: null, last_name: '' })
        .where('org_id', '=', world.orgId)
        .execute()
      expect(refusalIn(await script())).toMatchObject({
        code: 'PROCTORING_DATA_MISSING',
        details: [{ message: 'Last name is blank' }, { message: 'Email is blank' }],
      })
    })

    test('is not configured without a service and an app', async () => {
      proctoring.delete(world.orgId)
      expect(refusalIn(await script())).toMatchObject({ code: 'PROCTORING_UNAVAILABLE' })
    })
  })
})
