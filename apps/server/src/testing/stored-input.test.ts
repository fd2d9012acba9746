import { randomUUID } from 'node:crypto'
import { type Call, calls, describeCall, errorReply } from '@sitwell/contract'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { collectReplay } from '../assessment/evidence/replay/collect-replay.ts'
import { replayPage } from '../assessment/evidence/replay/replay-page.ts'
import { findingsOf, verifyFormRun } from '../assessment/evidence/verify-form-run.ts'
import { createExamCache } from '../assessment/form-run/exam-cache.ts'
import { selectFormRunOfOrganisation } from '../assessment/form-run/queries.ts'
import { printHistory } from '../commands/history.ts'
import { exportRecording, playBackFormRun, selectRecording } from '../commands/recordings.ts'
import { bothDatabases } from './databases.ts'
import { type Described, fieldsOf, inGroups, odd, type Part, type Place, partsOf, places, putAt } from './odd-values.ts'
import { startTestServer, type TestServer } from './start-test-server.ts'
import { type Answer, arrange, doCall, examOf, personOf, saveOf, signIn, tryCall, type World } from './test-world.ts'

/**
 * Calls that keep nothing of what they are given, or nothing that a form run is read back with. A call that is added is in one
 * of the two lists, or the test says so.
 */
const keepsNothing: ReadonlySet<string> = new Set([
  ...[
    'abandonSession',
    'awaitStart',
    'noteLearnerActions',
    'canStart',
    'configuration',
    'dashEvents',
    'dashExtendableAlert',
    'dashFormRuns',
    'dashLateAnswers',
    'dashState',
  ],
  ...['downloadFile', 'examJson', 'formRunsQuery', 'init', 'loginTokenCheck', 'legacyControl', 'logout', 'messages', 'ping'],
  // Of sign-ins.
  ...['ownSessions', 'endOwnSessions', 'findPeople', 'erasedPeople', 'postMfaVerify', 'postMfaReset'],
  ...['ownPassword', 'changePassword'],
  // Of the office, which no form run has; `office/office.test.ts` tries them.
  ...Object.values(calls).flatMap((call: Call) => (call.office ? [call.name] : [])),
  // Of previews, which have none; `library/preview.test.ts` shows that they store nothing.
  ...Object.values(calls).flatMap((call: Call) => (call.access === 'preview' ? [call.name] : [])),
  // Of courses, which no form run has: `lms/scorm-save.test.ts` and `lms/lrs/lrs.test.ts` try them.
  ...['cmi5Launch', 'cmi5Restore', 'cmi5Session'],
  ...['courseAttempts', 'courseGet', 'courseInfo', 'courseKeep', 'courseQuery', 'scormData', 'scormReset', 'scormSave'],
  ...['printQuestion', 'postPrintQuestion', 'printedQuestion'],
  ...[
    'practiceResultsFile',
    'resource',
    'rootResource',
    'result',
    'resultStatement',
    'schedules',
    'setPasswordTokenCheck',
    ...['namedSettings', 'setting'],
    'time',
    'uploadedFiles',
  ],
  // What a session's end says is tried if there is one: `proctoring.test.ts`.
  ...['beginProctoring', 'endProctoring', 'integrityScript', 'proctorioLaunchUrl'],
  // Of an exam that nobody watches over; what is said of one that is held to a browser, `safe-exam-browser.test.ts` tries.
  ...['sebFile', 'sebLinks', 'waiveSupervision'],
  // Of a person's sign-in: `odd-input.test.ts` tries all of these.
  ...[
    'adminLogin',
    'forgotPassword',
    'mfaQrCode',
    'mfaRemember',
    'mfaReset',
    'mfaSendEmail',
    'mfaSendTextMessage',
    'mfaVerify',
  ],
  ...['passwordReset', 'studentLogin', 'token', 'work', 'reset', 'checkPassword', 'confirmRubric', 'rubricState', 'attempts'],
])

/** A free text, which says anything. */
const ofText = { options: [], questionVersionId: 'o1-q3', page: 'o1-q3' }

interface Sitting {
  readonly token: string
  readonly formRunGuid: string
  readonly scheduleGuid: string
}

/** Calls that add much to the history of a form run: each has one to itself, since all of a history is read again and again. */
const withOwnFormRun = [
  'saveAnswer',
  'saveAnswer with a number',
  'saveAnswer of a choice',
  'saveTime',
  'saveTime with a number',
  'activityLog',
]
const scheduleOf = (name: string) => `o1-${name.replaceAll(' ', '-')}`

describe.each(bothDatabases)('whatever is put into a field and read again, on %s', (database) => {
  let server: TestServer
  let world: World
  let learner: Sitting
  let neighbour: Sitting
  let older: Sitting
  let invigilator: string
  let spare = 0

  const sit = async (username: string, scheduleGuid: string, given?: string): Promise<Sitting> => {
    const token = given ?? (await signIn(server, world, username)).access_token
    const query = { ...world.entry, userGuid: `o1-${username}`, scheduleGuid }
    const { formRunGUID: formRunGuid } = await doCall(server, calls.start, { query }, token)
    await doCall(server, calls.saveAnswer, { body: saveOf(world, formRunGuid, { page: 'o1-q2' }) }, token)
    return { token, formRunGuid, scheduleGuid }
  }
  const isOfFormRun = (name: string) => /^(save|activityLog|uploadFile|announceFile|noteIncident)/.test(name)
  const spares = odd.length * 3
  beforeAll(async () => {
    server = await startTestServer({ database, config: { logLevel: 'fatal', attemptsPerMinute: 1_000_000 } })
    const exam = examOf('o1', {
      settings: { examTime: 600, isExtendable: true, downloadablePractice: true, canBypassReadingTime: true },
    })
    const schedules = [
      { guid: 'o1-schedule', username: 'learner', exam: 'o1-exam' },
      { guid: 'o1-old', username: 'older', exam: 'o1-exam' },
      { guid: 'o1-beside', username: 'neighbour', exam: 'o1-exam' },
      ...withOwnFormRun.map((name) => ({ guid: scheduleOf(name), username: 'learner', exam: 'o1-exam' })),
      ...Array.from({ length: spares }, (_, index) => ({ guid: `spare-${index}`, username: 'starter', exam: 'o1-exam' })),
    ]
    const people = [
      ...[
        personOf('o1', 'learner', 1),
        personOf('o1', 'neighbour', 2),
        personOf('o1', 'starter', 3),
        personOf('o1', 'older', 5),
      ],
      { ...personOf('o1', 'invigilator', 4), invigilator: true },
    ]
    const settings = { NotifyLearnerImmediatelyOnConnectionLoss: '1', AllowRemotePause: '1', fileUploadFileTypes: '*' }
    world = await arrange(server, { exam, file: { people, schedules, settings } })
    await arrange(server, { orgId: 2 })
    learner = await sit('learner', 'o1-schedule')
    neighbour = await sit('neighbour', 'o1-beside')
    older = await sit('older', 'o1-old')
    invigilator = (await signIn(server, world, 'invigilator')).access_token
  })
  afterAll(() => server.stop())

  const entryOf = ({ scheduleGuid }: Sitting) => ({ ...world.entry, scheduleGuid })

  /** Reads how a form run stands, by every way that there is. */
  const readState = async () => {
    const { token, formRunGuid } = learner
    const exam = await doCall(server, calls.examJson, { query: entryOf(learner) }, token)
    const state = await doCall(server, calls.dashState, { query: { formRunGuid } }, token)
    await doCall(server, calls.dashExtendableAlert, { query: { formRunGuid } }, token)
    await doCall(server, calls.result, { query: { formRunGuid } }, token)
    await doCall(server, calls.schedules, { query: { userGuid: 'o1-learner' } }, token)
    await doCall(server, calls.work, { query: { userGuid: 'o1-learner' } }, token)
    const files = await doCall(server, calls.uploadedFiles, { params: { formRunGuid } }, token)
    for (const { guid } of files.slice(-1))
      expect((await tryCall(server, calls.downloadFile, { params: { fileGuid: guid } }, token)).status).toBe(200)
    const filter = { property: 'GUID' as const, operator: 'equals', value: formRunGuid }
    await doCall(server, calls.formRunsQuery, { body: { properties: ['ID', 'GUID', 'Processed'], filter } }, token)
    await doCall(server, calls.dashFormRuns, { query: { examGuid: 'o1-exam' } }, invigilator)
    await doCall(server, calls.dashEvents, { query: { formRunGuid } }, invigilator)
    await doCall(server, calls.dashLateAnswers, { query: { examGuid: 'o1-exam' } }, invigilator)
    // None until it is completed.
    expect([200, 404]).toContain((await tryCall(server, calls.attempts, { query: { examGuid: 'o1-exam' } }, token)).status)
    return { exam, state }
  }

  /** Reads all that came to a form run, by every way that there is. */
  const readHistory = async () => {
    const { formRunGuid } = learner
    const recording = await selectRecording(server.db, 1, formRunGuid)
    expect(recording && (await playBackFormRun(server.db, 1, recording))).toBeDefined()
    const context = { database: server.db, exams: createExamCache(server.db, server.clock.nowMs), clock: server.clock }
    const run = await selectFormRunOfOrganisation(server.db, 1, formRunGuid)
    if (!run) throw new Error('The form run is not there.')
    expect(findingsOf(await verifyFormRun(context, run))).toEqual([])
    const replayed = replayPage(await collectReplay(context, run), { nowMs: 0, timeZone: 'UTC' })
    expect(replayed).not.toContain('<script>alert(1)</script>')
    const quiet = vi.spyOn(console, 'log').mockImplementation(() => {})
    try {
      expect([await exportRecording(server.db, 1, formRunGuid), await printHistory(server.db, 1, formRunGuid)]).toEqual([0, 0])
    } finally {
      quiet.mockRestore()
    }
  }

  const readBack = async () => {
    const read = await readState()
    await readHistory()
    return read
  }

  const fileOf = (name: string) => new File(['x'], name, { type: 'text/plain' })

  /** What a well-meaning player sends, with something in every field that there is. */
  const inputs = (): Readonly<Record<string, { readonly who: string; readonly input: Record<string, object> }>> => {
    const { token, formRunGuid } = learner
    // Numbered by the server, above all that it holds: of a lower number nothing would be kept but the history.
    const writer = { requestId: randomUUID(), writerId: randomUUID() }
    const time = {
      ...{ timeRemaining: 100, elapsedTime: 100, page: 'o1-q1', ClientTime: 'now', IsFromLocalStorage: true },
      ...{ readingLeft: 1, heard: 1, heardSeal: 'a'.repeat(32) },
    }
    const chosen = { question: 'o1-q1', chosenContactAt: 1, chosenSteadyMs: 1, chosenWallMs: 1 }
    const { question: _, ...chosenAt } = chosen
    const typed = { contactAt: server.clock.nowMs(), steadyMs: 1, wallMs: 1 }
    const choice = { ...saveOf(world, formRunGuid), ...time, workings: 'w', bookmarked: true, ...writer }
    const text = { ...choice, options: [], questionVersionId: 'o1-q3' }
    const of = (input: Record<string, object>, who = token) => ({ who, input })
    const query = { ...world.entry, userGuid: 'o1-starter', publicUserName: 'Ada', playerVersion: '1', importedAt: 1 }
    const activity = { id: '000000000001', type: 1, value: { time: 1, answerText: 'a', questionId: 'o1-q1' } }
    const report = { orgID: 1, userID: 1, languageId: 1, errorMessage: 'e', stackTrace: 's', info: 'i', siteId: 1, centreId: 1 }
    return {
      saveAnswer: of({ body: { ...text, typed, skippedReading: ['o1-b'] } }),
      'saveAnswer with a number': of({ body: { ...text, sequence: 1 } }),
      'saveAnswer of a choice': of({ body: { ...choice, otherText: 'o', options: [{ optionID: 'b', optionText: 'Birch' }] } }),
      'saveTime with a number': of({ body: { formRunGuid, ...time, ...writer, sequence: 1 } }),
      saveTime: of({ body: { formRunGuid, ...time, completedParts: ['o1-b'], skippedReading: ['o1-b'], ...writer } }),
      activityLog: of({ params: { formRunGuid }, body: { formRunGuid, activities: [activity], requestId: writer.requestId } }),
      start: of({ query }),
      uploadFile: of({
        body: { formRunGUID: formRunGuid, requestId: writer.requestId, fileName: 'a.txt', replaces: 'x', ...chosen },
      }),
      announceFile: of({
        body: {
          formRunGUID: formRunGuid,
          requestId: writer.requestId,
          fileName: 'a.txt',
          mimeType: 'text/plain',
          fileSize: 3,
          sha256: 'a'.repeat(64),
          replaces: 'x',
          ...chosen,
        },
      }),
      deleteFile: of({ params: { fileGuid: writer.requestId }, query: { formRunGUID: formRunGuid, ...chosenAt } }),
      reportAbsence: of({ body: { formRunGuid, absentTime: 1, endedAgo: 1, requestId: writer.requestId } }),
      pageReport: of({ body: { formRunGuid, leftMs: 1, ageMs: 1, deviceMs: 1, unsent: 1, build: '1' } }),
      resumeSitting: of({ body: { formRunGuid, offer: 1, takenAgo: 1, requestId: writer.requestId } }),
      partKey: of({
        body: {
          ...{ formRunGuid, partId: 'o1-section', page: 'o1-q1', completedParts: ['o1-b'], skippedReading: ['o1-b'] },
          ...{ waited: [{ seconds: 1, endedAgo: 1 }], answers: [{ questionId: 'o1-q1', sequence: 1, hash: 'a' }] },
          ...{ ...writer, sequence: 1 },
        },
      }),
      attemptQuestion: of({
        body: { formRunGuid, questionId: 'o1-q1', ending: 0, requestId: crypto.randomUUID(), sequence: 1 },
      }),
      compareAnswers: of({
        body: {
          formRunGuid,
          answers: [{ questionId: 'o1-q1', sequence: 1, hash: 'a' }],
          files: ['x'],
          deletedFiles: ['y'],
          lastSequence: 1,
          ...{ heard: 1, heardSeal: 'a'.repeat(32) },
        },
      }),
      // It takes the time that it says was used: not of the form run that is read back.
      takePlace: of(
        {
          body: {
            ...{ formRunGuid: older.formRunGuid, from: 'lost', generation: 'before', answers: 1 },
            used: [{ partId: 'o1-b', seconds: 1 }],
          },
        },
        older.token,
      ),
      restBreak: of({ body: { formRunGuid, requestId: writer.requestId } }),
      requestExtension: of({ body: { orgID: 1, formRunGuid, withdraw: true, resumes: true, requestId: writer.requestId } }),
      errorReport: of({ body: { ...report, app: 'a', browser: 'b' } }),
      debugReport: of({
        body: {
          ...{ reporterGuid: 'o1-learner', bugDescription: 'b', minDt: 'now', maxDt: 'now' },
          userActivity: [{ userGuid: 'o1-learner', requests: [{ a: 1 }] }],
        },
      }),
      // Of an exam of somebody else's: what is of an exam touches all who sit it.
      noteIncident: of({ body: { formRunGuid, text: 't', requestId: writer.requestId } }, invigilator),
      'noteIncident of an exam': of({ body: { examGuid: 'o2-exam', text: 't', requestId: writer.requestId } }, invigilator),
      addTime: of({ body: { formRunGuid, seconds: 1, requestId: writer.requestId } }, invigilator),
      'addTime of an exam': of({ body: { examGuid: 'o2-exam', seconds: 1, requestId: writer.requestId } }, invigilator),
      pauseFormRuns: of({ body: { formRunGuid, paused: false, within: 1, requestId: writer.requestId } }, invigilator),
      'pauseFormRuns of an exam': of(
        { body: { examGuid: 'o2-exam', paused: false, requestId: writer.requestId } },
        invigilator,
      ),
      reopenFormRun: of({ body: { formRunGuid, reason: 't', seconds: 1, requestId: writer.requestId } }, invigilator),
      decideExtension: of({ body: { formRunGuid, extendable: 0, requestId: writer.requestId } }, invigilator),
      acceptLateAnswers: of({ body: { formRunGuid, waiting: true, requestId: writer.requestId } }, invigilator),
      'acceptLateAnswers of an exam': of({ body: { examGuid: 'o2-exam', requestId: writer.requestId } }, invigilator),
      // Last: what comes after it comes to a form run that is completed.
      complete: of({
        body: {
          ...{ formRunGuid, ...time, examTimeRemaining: 1, ...writer, sequence: 1, sequences: [1] },
          ...{ timeOver: false, ledgerNumber: 1, answers: [{ questionId: 'o1-q1', sequence: 1, hash: 'a' }] },
        },
      }),
    }
  }

  test('every call is tried here, or known to keep nothing that a form run is read back with', () => {
    const tried = new Set(Object.keys(inputs()).map((name) => name.split(' ')[0]))
    expect(Object.keys(calls).filter((name) => !tried.has(name) && !keepsNothing.has(name))).toEqual([])
  })

  test('and with every field that it takes, also those that may be left out', () => {
    const given = Map.groupBy(Object.entries(inputs()), ([name]) => name.split(' ')[0] ?? '')
    const untried = [...given].flatMap(([name, entries]) => {
      const call: Call = calls[name as keyof typeof calls]
      const described = describeCall(call)
      return partsOf(call).flatMap((part) => {
        const tried = new Set(entries.flatMap(([, { input }]) => places(input[part] ?? null).map(({ place }) => place)))
        // What a schema is described by.
        const fields = call[part] ? fieldsOf(described[part] as Described) : []
        return fields.filter((field) => !tried.has(field)).map((field) => `${name} ${part}.${field}`)
      })
    })
    expect(untried).toEqual([])
  })

  const shownEach = (fields: object) => Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, shown(value)]))
  const send = async (call: Call, input: unknown, who: string) => {
    const { params, query, body } = input as { params?: object; query?: object; body?: object }
    const given = {
      params: Object.fromEntries(Object.entries(params ?? {}).map(([name, value]) => [name, encodeURIComponent(shown(value))])),
      query: shownEach(query ?? {}),
      ...(body !== undefined && { body }),
      ...(call.file && { file: fileOf(shown((body as { fileName?: unknown }).fileName)) }),
    }
    // Made from the call's own description, and wrong on purpose.
    return tryCall(server, call, given as never, who)
  }
  const shown = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value)).toWellFormed() || ' '

  /**
   * Whether the call's schema refuses a value because of this very field. No handler sees a request that its schema refuses, so that
   * such fields are tried together, and the reply has to name each of them. False of what the server refuses before it reads fields.
   */
  const isRefusedAlone = (call: Call, part: Part, field: Place, value: unknown) => {
    // A file comes in parts, as texts.
    if (call.file || part === 'params') return false
    const text = JSON.stringify(value) ?? ''
    if (text.length > 1000 || text.includes('__proto__')) return false
    const whole = field.with(value)
    const read = call[part]?.safeParse(part === 'body' ? JSON.parse(JSON.stringify(whole)) : shownEach(Object(whole)))
    return read?.error?.issues.some(({ path }) => path.join('.') === field.place) === true
  }

  const names = ['start', 'uploadFile', 'announceFile', 'deleteFile', 'reportAbsence']
  const others = [
    'resumeSitting',
    'restBreak',
    'requestExtension',
    'errorReport',
    'debugReport',
    'noteIncident',
    'addTime',
    'reopenFormRun',
    'pauseFormRuns',
    'decideExtension',
    'partKey',
    'attemptQuestion',
    'compareAnswers',
    'takePlace',
    'noteIncident of an exam',
    'addTime of an exam',
    'pauseFormRuns of an exam',
    'acceptLateAnswers of an exam',
  ]
  test('what an older server kept opens too: a page that names nothing, an answer in no form that is read', async () => {
    for (const page of ['two words', 'x'.repeat(400), 'o2-q1', ''])
      for (const answer of ['', 'no JSON', '[]', '{"answerText":7}']) {
        await server.db.kysely.updateTable('form_run').set({ page }).where('schedule_guid', '=', 'o1-old').execute()
        const [run] = await server.db.kysely.selectFrom('form_run').selectAll().where('schedule_guid', '=', 'o1-old').execute()
        if (!run) throw new Error('The older form run is not there.')
        await server.db.kysely.updateTable('answer').set({ answer }).where('form_run_guid', '=', run.form_run_guid).execute()
        const query = { ...world.entry, userGuid: 'o1-older', scheduleGuid: 'o1-old' }
        const exam = await doCall(server, calls.examJson, { query }, older.token)
        expect(exam).not.toHaveProperty('currentQuestionId')
        expect(exam.questions[0]).not.toHaveProperty('serverAnswer')
      }
    const { formRunGuid } = older
    await doCall(server, calls.complete, { body: { formRunGuid, timeRemaining: 1, elapsedTime: 1 } }, older.token)
    const result = await doCall(server, calls.result, { query: { formRunGuid } }, older.token)
    expect(result).toMatchObject({ marked: false, receipt: { answers: 1 } })
    const marks = await server.db.kysely.selectFrom('mark').selectAll().where('form_run_guid', '=', formRunGuid).execute()
    expect(marks.filter((mark) => mark.needs_person === 1).map((mark) => mark.question_id)).toEqual(['o1-q1'])
    await doCall(server, calls.dashFormRuns, { query: { examGuid: 'o1-exam' } }, invigilator)
  })

  test.each([...withOwnFormRun, ...names, ...others, 'acceptLateAnswers', 'complete'])(
    '%s: never a bug, the exam opens again, nothing is lost and nobody else is touched',
    async (name) => {
      const call: Call = calls[name.split(' ')[0] as keyof typeof calls]
      const shared = learner
      const hasOwn = withOwnFormRun.includes(name)
      if (hasOwn) learner = await sit('learner', scheduleOf(name), shared.token)
      const given = () => inputs()[name] ?? { who: '', input: {} }
      const { input } = given()
      const starter = name === 'start' ? (await signIn(server, world, 'starter')).access_token : undefined
      const beside = { query: { ...world.entry, userGuid: 'o1-neighbour', scheduleGuid: 'o1-beside' } }
      const neighbours = async () => {
        const { questions, settings, currentQuestionId } = await doCall(server, calls.examJson, beside, neighbour.token)
        return JSON.stringify([questions, settings.examTime, currentQuestionId])
      }
      const before = await neighbours()
      const sendWith = (part: Part, whole: unknown) => {
        const more = starter ? { scheduleGuid: `spare-${spare++ % spares}` } : {}
        const { who, input: fresh } = given()
        return send(call, { ...fresh, [part]: { ...more, ...Object(whole) } }, starter ?? who)
      }
      const expectNoBug = (answer: Answer, what: string) => {
        expect(answer.status, what).toBeLessThan(500)
        if (answer.status !== 200) expect(errorReply.safeParse(JSON.parse(answer.text)).success, what).toBe(true)
      }
      for (const part of partsOf(input)) {
        const fields = places(input[part] ?? null).filter(({ place }) => place !== '')
        const leaves = fields.filter(({ place }) => !fields.some((other) => other.place.startsWith(`${place}.`)))
        for (const value of odd) {
          const refused = leaves.filter((field) => isRefusedAlone(call, part, field, value))
          for (const together of inGroups(refused)) {
            const whole = together.reduce<unknown>((made, { place }) => putAt(made, place, value), given().input[part])
            const answer = await sendWith(part, whole)
            const what = `${name} ${part} ${JSON.stringify(value)}: ${answer.text}`
            expectNoBug(answer, what)
            expect(answer.status, what).toBe(400)
            const named = new Set(errorReply.parse(JSON.parse(answer.text)).error.details?.map(({ path }) => path))
            const paths = together.map(({ place }) => `${part}.${place}`.replaceAll(/\.(\d+)/g, '[$1]'))
            expect(
              paths.filter((path) => !named.has(path)),
              what,
            ).toEqual([])
          }
        }
        for (const { place } of fields) {
          for (const value of odd) {
            const field = places(given().input[part] ?? null).find((one) => one.place === place)
            if (!field) throw new Error(`There is no ${place} any more.`)
            if (leaves.some((leaf) => leaf.place === place) && isRefusedAlone(call, part, field, value)) continue
            const answer = await sendWith(part, field.with(value))
            const what = `${name} ${part}.${place} ${JSON.stringify(value)}: ${answer.text}`
            expectNoBug(answer, what)
            // The next one takes its place; of most fields each leaves something behind.
            if (answer.status === 200 && place === 'page' && call !== calls.complete)
              expect((await tryCall(server, calls.examJson, { query: entryOf(learner) }, learner.token)).status, what).toBe(200)
          }
          if (!isOfFormRun(name)) continue
          const { exam } = await readBack().catch((error: unknown) => {
            throw new Error(`After ${name} ${part}.${place}`, { cause: error })
          })
          expect(exam.questions.map(({ id }) => id)).toContain(exam.currentQuestionId)
          expect(exam.questions.find(({ id }) => id === 'o1-q1')?.serverAnswer, place).toBeDefined()
        }
      }
      expect(await neighbours()).toBe(before)
      if (name === 'complete') return
      // An odd value may have paused it, and nothing is given out in a pause, nor while the learner may continue and hasn't.
      const goesOn = { formRunGuid: learner.formRunGuid, paused: false, within: 0 }
      await doCall(server, calls.pauseFormRuns, { body: goesOn }, invigilator)
      const body = saveOf(world, learner.formRunGuid, { ...ofText, answerText: name })
      await doCall(server, calls.saveAnswer, { body }, learner.token)
      const { exam } = await readBack()
      expect(exam.questions.find(({ id }) => id === 'o1-q3')?.serverAnswer?.answerText).toBe(name)
      if (!hasOwn) return
      const { formRunGuid, token } = learner
      await doCall(server, calls.complete, { body: { formRunGuid, timeRemaining: 1, elapsedTime: 1 } }, token)
      await doCall(server, calls.result, { query: { formRunGuid } }, token)
      await readHistory()
      learner = shared
    },
  )
})
