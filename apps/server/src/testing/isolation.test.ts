import { randomUUID } from 'node:crypto'
import { type Call, calls, isStaffAccess, permissionsOfRole } from '@sitwell/contract'
import { beforeAll, expect, test } from 'vitest'
import { bothDatabases } from './databases.ts'
import { describeOnEach } from './describe-on-each.ts'
import { arrange, doCall, refusalIn, saveOf, signIn, sitExam, tryCall, type World } from './test-world.ts'

const saveOfSco = { data: [], number: 1, saveGuid: randomUUID(), writer: randomUUID() }

/** Of a file that the owner has uploaded. */
const fileGuid = 'c0ffee00-0000-4000-8000-00000000f11e'

/**
 * What each call that names something of a learner is sent, given what it names. A call that is in neither list fails the first
 * test here: ask of it whose things it may tell of, and add it.
 */
const namingSomething = (owner: World, formRunGuid: string, userGuid: string) => {
  const entry = { ...owner.entry, userGuid }
  const time = { timeRemaining: 1, elapsedTime: 1 }
  const { scheduleGuid, scheduleType, examGuid, examObjectTypeGuid: examTypeGuid } = entry
  const printed = { questionId: `${owner.prefix}-q1`, scheduleGuid, scheduleType, examGuid, examTypeGuid, formRunGuid }
  return {
    attempts: { query: { examGuid: owner.entry.examGuid } },
    activityLog: { params: { formRunGuid }, body: { formRunGuid, activities: [{ id: 'x', type: 1, value: 1 }] } },
    canStart: { query: entry },
    checkPassword: { body: { scheduleGuid: entry.scheduleGuid, password: 'x', userGuid } },
    complete: { body: { formRunGuid, ...time } },
    examJson: { query: entry },
    printQuestion: { query: { ...printed, userGuid, filename: 'a.pdf' } },
    postPrintQuestion: { query: { ...printed, userGuid, filename: 'a.pdf' } },
    reset: { query: entry },
    result: { query: { formRunGuid } },
    resultStatement: { query: { formRunGuid } },
    saveAnswer: { body: saveOf(owner, formRunGuid) },
    saveTime: { body: { formRunGuid, ...time, page: 'x' } },
    start: { query: entry },
    setting: { query: { orgID: owner.orgId, settingName: 'Secret' } },
    namedSettings: { body: { orgID: owner.orgId, settingNames: ['Secret'] } },
    dashState: { query: { formRunGuid } },
    dashExtendableAlert: { query: { formRunGuid } },
    requestExtension: { body: { orgID: owner.orgId, formRunGuid } },
    uploadedFiles: { params: { formRunGuid } },
    uploadFile: { body: { formRunGUID: formRunGuid } },
    announceFile: {
      body: {
        formRunGUID: formRunGuid,
        requestId: randomUUID(),
        fileName: 'a.txt',
        mimeType: 'text/plain',
        fileSize: 8,
        sha256: 'a'.repeat(64),
      },
    },
    downloadFile: { params: { fileGuid } },
    deleteFile: { params: { fileGuid }, query: { formRunGUID: formRunGuid } },
    reportAbsence: { body: { formRunGuid, absentTime: 60 } },
    compareAnswers: { body: { formRunGuid, answers: [] } },
    takePlace: { body: { formRunGuid, from: 'lost', generation: 'before', answers: 0, used: [] } },
    partKey: { body: { formRunGuid, partId: `${owner.prefix}-section`, page: `${owner.prefix}-q1` } },
    attemptQuestion: { body: { formRunGuid, questionId: `${owner.prefix}-q1`, requestId: crypto.randomUUID() } },
    restBreak: { body: { formRunGuid } },
    resumeSitting: { body: { formRunGuid, offer: 3 } },
    pageReport: { body: { formRunGuid, deviceMs: 1, unsent: 0 } },
    awaitStart: { query: { scheduleGuid: entry.scheduleGuid } },
    integrityScript: { query: { scheduleGuid: entry.scheduleGuid } },
    proctorioLaunchUrl: { query: { proctorSessionID: 'session', userID: 1, options: '', host: 'http://127.0.0.1' } },
    endProctoring: { body: { proctoringSessionID: 'session', what: 'loss' } },
    beginProctoring: { body: { examGuid: owner.entry.examGuid } },
    courseKeep: { params: { courseGuid: 'x' } },
    scormData: { params: { attemptId: 1 } },
    scormSave: { params: { attemptId: 1 }, body: saveOfSco },
    scormReset: { body: { scoAttemptId: 1 } },
    cmi5Launch: { params: { attemptId: 1 }, body: {} },
    cmi5Session: { params: { sessionGuid: 'x' } },
    cmi5Restore: { params: { sessionGuid: 'x' }, body: { opening: 'x' } },
    sebLinks: { query: { userGuid, scheduleGuid: entry.scheduleGuid } },
  }
}

/** The calls of an invigilator: for nobody else, and of their own organisation alone. */
const invigilating = ({ entry }: World, formRunGuid: string) => {
  const target = { formRunGuid }
  return {
    dashEvents: { query: target },
    acceptLateAnswers: { body: target },
    decideExtension: { body: { ...target, extendable: 60 } },
    pauseFormRuns: { body: { ...target, paused: true } },
    addTime: { body: { ...target, seconds: 60 } },
    noteIncident: { body: { ...target, text: 'x' } },
    reopenFormRun: { body: { ...target, reason: 'x' } },
    waiveSupervision: { body: { scheduleGuid: entry.scheduleGuid, reason: 'x' } },
    dashFormRuns: { query: { examGuid: entry.examGuid } },
    dashLateAnswers: { query: { examGuid: entry.examGuid } },
  }
}

/** Calls that name a person at most, and answer of the caller alone. */
const namingPeople = [
  ...[
    'debugReport',
    'legacyControl',
    'logout',
    'schedules',
    'time',
    'work',
    'formRunsQuery',
    'studentLogin',
    'adminLogin',
    'findPeople',
    // Of actions for the caller; `live-view/live-view.test.ts` names another's.
    'noteLearnerActions',
  ],
  ...['courseAttempts', 'courseQuery', 'courseGet', 'courseInfo'],
  ...[
    'mfaVerify',
    'postMfaVerify',
    'mfaQrCode',
    'mfaSendEmail',
    'mfaSendTextMessage',
    'mfaReset',
    'postMfaReset',
    'mfaRemember',
    'confirmRubric',
    'rubricState',
  ],
  // Of one's own alone; `security/sessions/own-sessions.test.ts` names another's.
  ...['ownSessions', 'endOwnSessions', 'ownPassword', 'changePassword'],
]

describeOnEach(bothDatabases, 'what belongs to others on %s', { config: { useResetScheduleCheat: true } }, ({ server }) => {
  let owner: World
  let formRunGuid: string
  let before: string

  const state = async () => {
    const tables = [
      'form_run_event',
      'form_run',
      'answer',
      'answer_event',
      'activity',
      'mark',
      'schedule_pass',
      'uploaded_file',
      'file_chunk',
    ] as const
    const rows = await Promise.all(tables.map((table) => server.db.kysely.selectFrom(table).selectAll().execute()))
    // PostgreSQL gives them in any order.
    return JSON.stringify(rows.map((some) => some.map((row) => JSON.stringify(row)).sort()))
  }

  beforeAll(async () => {
    owner = await arrange(server, { orgId: 1, everyone: true, file: { settings: { Secret: 'of one' } } })
    const sitting = await sitExam(server, owner)
    formRunGuid = sitting.formRunGuid
    const body = { formRunGUID: formRunGuid, requestId: fileGuid }
    await doCall(server, calls.uploadFile, { body, file: new File(['evidence'], 'a.txt') }, sitting.token)
    before = await state()
  })

  const nothingFound = async (token: string, userGuid: string, except: string[] = []) => {
    for (const [name, input] of Object.entries(namingSomething(owner, formRunGuid, userGuid))) {
      if (except.includes(name)) continue
      // Each input is the one that its call takes, as the object above pairs them.
      const answer = await tryCall(server, calls[name as keyof typeof calls] as Call, input as never, token)
      expect(refusalIn(answer), name).toMatchObject({ status: 404, code: 'NOT_FOUND' })
    }
    const filter = { property: 'GUID' as const, operator: 'equals', value: formRunGuid }
    expect(await doCall(server, calls.formRunsQuery, { body: { properties: ['ID', 'Processed'], filter } }, token)).toEqual({
      results: [],
    })
    expect(await doCall(server, calls.work, { query: { userGuid } }, token)).toEqual({ assessments: [], courses: [] })
    expect(await state()).toBe(before)
  }

  test('every call that needs a sign-in is tried here', () => {
    const named = { ...namingSomething(owner, formRunGuid, 'x'), ...invigilating(owner, formRunGuid) }
    const known = [...Object.keys(named), ...namingPeople]
    // Those of the office take no bearer token; `office/office.test.ts` tries them.
    // Nor do those of a preview take one of a session; `library/preview.test.ts` tries them.
    const bySession = (Object.values(calls) as Call[]).filter(({ access }) => access !== 'preview')
    const signedIn = bySession.filter(({ access, office }) => access !== 'anyone' && !office)
    const ofRole: readonly string[] = permissionsOfRole.invigilator
    const ofInvigilators = Object.values(calls).filter(
      (call: Call) => !call.office && isStaffAccess(call.access) && ofRole.includes(call.access.permission),
    )
    expect(ofInvigilators.map((call) => call.name).sort()).toEqual(Object.keys(invigilating(owner, formRunGuid)).sort())
    expect(signedIn.map((call) => call.name).filter((name) => !known.includes(name))).toEqual([])
  })

  test('no guid of an organisation is found from another, whatever the call', async () => {
    const stranger = await arrange(server, { orgId: 2, file: { schedules: [] } })
    const { access_token, UserGUID } = await signIn(server, stranger)
    await nothingFound(access_token, UserGUID)
  })

  test('another learner of the same organisation finds nothing either', async () => {
    const { access_token, UserGUID } = await signIn(server, owner, 'other')
    // The settings are the organisation's, which is theirs too.
    await nothingFound(access_token, UserGUID, ['namedSettings', 'setting'])
  })

  test('no call of an invigilator opens to a learner or an administrator, nor to the invigilator of another organisation', async () => {
    const elsewhere = await arrange(server, {
      orgId: 4,
      invigilated: true,
      file: { schedules: [], settings: { AllowRemotePause: '1' } },
    })
    const { access_token: stranger } = await signIn(server, elsewhere, 'invigilator')
    const own = (await signIn(server, owner)).access_token
    const others = [
      own,
      (await signIn(server, owner, 'other')).access_token,
      (await signIn(server, owner, 'admin')).access_token,
    ]
    for (const [name, input] of Object.entries(invigilating(owner, formRunGuid))) {
      // Each input is the one that its call takes, as the object above pairs them.
      const call = calls[name as keyof typeof calls] as Call
      for (const token of others)
        expect(refusalIn(await tryCall(server, call, input as never, token)), name).toMatchObject({
          status: 403,
          code: 'NOT_ALLOWED',
        })
      const answer = await tryCall(server, call, input as never, stranger)
      if (name === 'dashFormRuns') expect(answer.text).toBe('[]')
      else expect(refusalIn(answer), name).toMatchObject({ status: 404, code: 'NOT_FOUND' })
    }
    const body = { examGuid: owner.entry.examGuid, paused: true }
    expect((await tryCall(server, calls.pauseFormRuns, { body }, stranger)).status).toBe(404)
    expect(await state()).toBe(before)
  })

  test('nobody acts in the name of another, an administrator neither', async () => {
    for (const name of ['other', 'admin']) {
      const { access_token } = await signIn(server, owner, name)
      const userGuid = owner.entry.userGuid
      const inputs = namingSomething(owner, formRunGuid, userGuid)
      for (const call of [calls.canStart, calls.examJson, calls.start, calls.reset, calls.checkPassword] as Call[]) {
        const answer = await tryCall(server, call, inputs[call.name as keyof typeof inputs] as never, access_token)
        expect(refusalIn(answer), call.name).toMatchObject({ status: 403, code: 'NOT_ALLOWED' })
      }
      for (const call of [calls.schedules, calls.work, calls.time])
        expect((await tryCall(server, call, { query: { userGuid } }, access_token)).status, call.name).toBe(403)
      const logout = await tryCall(server, calls.logout, { query: { userGUID: userGuid } }, access_token)
      expect(logout.status).toBe(403)
    }
    expect(await state()).toBe(before)
  })

  test('the guids of two organisations may be the same, and each keeps its own', async () => {
    const twin = await arrange(server, {
      orgId: 3,
      file: {
        people: [
          {
            userId: 1,
            userGuid: 'o1-learner',
            username: 'learner',
            password: 'learner-secret',
            firstName: 'Twin',
            lastName: 'Wood',
          },
        ],
        schedules: [{ guid: 'o1-schedule', username: 'learner', exam: 'o3-exam' }],
      },
    })
    const { access_token } = await signIn(server, twin)
    const [schedule] = await doCall(server, calls.schedules, { query: { userGuid: 'o1-learner' } }, access_token)
    expect(schedule).toMatchObject({ guid: 'o1-schedule', examGuid: 'o3-exam', commenced: false })
  })

  test('without a sign-in none of these calls answers', async () => {
    for (const call of Object.values(calls) as Call[]) {
      if (call.access === 'anyone') continue
      const inputs: Record<string, object> = {
        ...namingSomething(owner, formRunGuid, 'x'),
        ...invigilating(owner, formRunGuid),
      }
      const answer = await tryCall(server, call, (inputs[call.name] ?? {}) as never)
      expect(refusalIn(answer), call.name).toMatchObject({ status: 401, code: 'NO_AUTHORISATION' })
    }
  })
})
