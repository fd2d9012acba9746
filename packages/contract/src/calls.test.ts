import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { Call } from './call.ts'
import { calls } from './calls.ts'
import { describeCall } from './describe-call.ts'
import { readUploadLimits } from './entities/upload-limits.ts'
import { errorReply, statusOf } from './refusals.ts'

const all: Call[] = Object.values(calls)
const named = (name: keyof typeof calls) => describeCall(calls[name])
const fieldsOf = (schema: object | undefined) =>
  Object.keys((schema as { properties?: Record<string, unknown> } | undefined)?.properties ?? {})

/** Paths of the numbers in a described schema that may have a fraction. */
const fractionsIn = (schema: unknown, path: string): string[] => {
  if (typeof schema !== 'object' || schema === null) return []
  if ('type' in schema && schema.type === 'number') return [path]
  return Object.entries(schema).flatMap(([key, part]) => fractionsIn(part, `${path}.${key}`))
}

describe('the contract', () => {
  test('every call has a unique name, path and position', () => {
    expect(new Set(all.map((call) => call.name)).size).toBe(all.length)
    expect(new Set(all.map((call) => `${call.method} ${call.base} ${call.path}`)).size).toBe(all.length)
    for (const [name, call] of Object.entries(calls)) expect(call.name).toBe(name)
  })

  test('every call can be described as JSON Schema', () => {
    for (const call of all) expect(() => JSON.stringify(describeCall(call))).not.toThrow()
  })

  // PostgreSQL refuses to compare a fraction with a key that is whole, and the call would answer with a fault of ours.
  test('a number by which a call looks something up is whole', () => {
    const inSeconds = /(seconds|Time|Remaining|readingLeft|Ago|within|extendable)$/
    // Marks of a scheme have decimals, and nothing is looked up by them.
    const ofScheme = /\.scheme\.(criteria\.(minMarks|maxMarks|levels\.marks)|floor|ceiling)$/
    // The sizes of texts are those of a list.
    const ofTexts = /\.textPercent$/
    const fractions = all.flatMap((call) => {
      const { params, query, body } = describeCall(call)
      return fractionsIn({ params, query, body }, call.name).map((path) =>
        path.replaceAll(/\.(properties|items|anyOf\.\d+)\b/g, ''),
      )
    })
    expect(fractions.filter((path) => !inSeconds.test(path) && !ofScheme.test(path) && !ofTexts.test(path))).toEqual([
      // Marks are stored, and looked up by nothing.
      ...['officeMarkingDecide', 'officeMarkingGive'].flatMap((name) => [`${name}.body.marks`, `${name}.body.points.marks`]),
      // Kept as they came: an answer isn't refused for what stands around it.
      'saveAnswer.body.questionNumber',
      'saveAnswer.body.questionVersionNumber',
      'saveAnswer.body.objectID',
    ])
  })

  // NET-116 NET-204 NET-117 NET-205
  test('a GET call takes its parameters in the query, a POST call as JSON, but the sign-in as a form and a file in parts', () => {
    const others: Readonly<Record<string, string>> = {
      ...{
        token: 'form',
        uploadFile: 'multipart',
        officeUploadPiece: 'multipart',
        officeAddAccommodationDocument: 'multipart',
      },
    }
    for (const call of all) {
      if (call.method === 'GET') expect(call.body, call.name).toBeUndefined()
      // That one's body is empty, as the specification gives it (spec 3 §7).
      if (call.method === 'POST' && call.name !== 'postPrintQuestion') expect(call.query, call.name).toBeUndefined()
      expect(call.encoding ?? 'json', call.name).toBe(others[call.name] ?? 'json')
    }
  })

  // API-120
  test('everything that the specification only names has a call', () => {
    const addressOf = (name: keyof typeof calls) => `${calls[name].method} ${calls[name].path}`
    const addresses = (...names: (keyof typeof calls)[]) => names.map(addressOf)
    // Where the name is a path, it is ours; the other paths are not given.
    expect(addresses('loginTokenCheck', 'studentLogin', 'forgotPassword', 'setPasswordTokenCheck')).toEqual([
      'GET security/Token/CheckStudentLogin',
      'POST security/Token/StudentLogin',
      'POST security/password/recover',
      'GET security/password/checktoken/:token',
    ])
    // Orgs and Users; messages system and form; serverdatetime; ascx.
    expect(addresses('init', 'findPeople', 'messages', 'time', 'legacyControl')).toEqual([
      'POST security/api/Client/init',
      'POST security/api/People/find',
      'POST messages/api/Messages/list',
      'GET assessment/api/assessment/time',
      'POST ascx/api/Ascx/control',
    ])
    // Upload endpoints; course and SCO attempts; dashboard events.
    expect(addresses('uploadFile', 'uploadedFiles', 'deleteFile', 'downloadFile')).toEqual([
      'POST files/api/Files/upload',
      'GET files/api/Files/list/:formRunGuid',
      'DELETE files/api/Files/delete/:fileGuid',
      'GET files/api/Files/download/:fileGuid',
    ])
    expect(addresses('courseAttempts', 'scormData', 'scormSave', 'dashEvents')).toEqual([
      'POST lms/api/course/attempts',
      'GET lms/api/scorm/data/:attemptId',
      'POST lms/api/scorm/save/:attemptId',
      'GET dashboard/api/view/dashevents',
    ])
  })

  // API-303
  test('a running exam sends its data by POST', () => {
    for (const name of ['saveAnswer', 'saveTime', 'complete', 'activityLog'] as const) expect(calls[name].method).toBe('POST')
  })

  test('calls that need nobody signed in are few and known', () => {
    const open = all.filter((call) => call.access === 'anyone').map((call) => call.name)
    expect(open.sort()).toEqual([
      'abandonSession',
      'configuration',
      'createFirstOrganisation',
      'erasedPeople',
      'errorReport',
      'firstRun',
      'forgotPassword',
      'init',
      'loginTokenCheck',
      'messages',
      'officeSignIn',
      'passwordReset',
      'ping',
      'practiceResultsFile',
      'printedQuestion',
      'resource',
      'rootResource',
      'sebFile',
      'setPasswordTokenCheck',
      'token',
    ])
  })

  // ENT-215 ENT-301 API-304
  test('a start answers the guid of the form run, and the key of a first part that is sealed', () => {
    expect(fieldsOf(named('start').reply)).toEqual(['formRunGUID', 'firstPart'])
  })

  // ENT-216 ENT-302
  test('a start takes the learner, the schedule, the exam, the version, the public name and the version of the player', () => {
    expect(fieldsOf(named('start').query).sort()).toEqual(
      [
        'userGuid',
        'scheduleGuid',
        'scheduleType',
        'examGuid',
        'examObjectTypeGuid',
        'versionNumber',
        'publicUserName',
        'playerVersion',
        // Ours.
        'importedAt',
      ].sort(),
    )
  })

  // ENT-110
  test('the init call answers all that the specification names about an organisation', () => {
    expect(fieldsOf(named('init').reply)).toEqual(
      expect.arrayContaining([
        'success',
        'orgID',
        'urlToken',
        'logo',
        'appBarLogo',
        'primaryColour',
        'secondaryColour',
        'enableForgottenPassword',
        'legacySingleSignon',
        'adminUrl',
      ]),
    )
  })

  // ENT-105
  test('a sign-in answers the tokens and the person', () => {
    expect(fieldsOf(named('token').reply)).toEqual(
      expect.arrayContaining([
        'access_token',
        'refresh_token',
        'UserLanguageID',
        'UserID',
        'UserGUID',
        'UserFirstName',
        'UserLastName',
        'DOB',
        'Admin',
        'NINumber',
        'Email',
        'MfaRequired',
        'MfaOption',
        'UserTypeID',
      ]),
    )
  })

  // ENT-114 NET-106 CONST-107 QUEUE-316
  test('the start-up configuration has all the fields of the specification, with its defaults', () => {
    expect(fieldsOf(named('configuration').reply)).toEqual(
      expect.arrayContaining([
        'apiEndpointUrl',
        'hubEndpointUrl',
        'authenticationUrl',
        'activityLogger',
        'useResetScheduleCheat',
        'supportedBrowsers',
        'pdfSupportedBrowsers',
        'useInactivityTimer',
        'hubUrl',
        'scormServer',
        'appVersion',
        'adminUrl',
        'produceRandomNetworkErrors',
        'pingInterval',
      ]),
    )
    const least = z.parse(calls.configuration.reply, { apiEndpointUrl: 'a', authenticationUrl: 'b' })
    expect(least).toMatchObject({ pingInterval: 30_000, appVersion: '{ip}' })
  })

  // ENT-324 API-309
  test('a result answers the fields of the specification, and ours after them', () => {
    expect(fieldsOf(named('result').reply)).toEqual([
      'marked',
      'score',
      'maxScore',
      'percentScore',
      'grade',
      'pass',
      'immediateResitAvailable',
      'formRunID',
      'feedbackMessage',
      'feedbackMessageID',
      'resultStillBeingProcessed',
      'awaitingPerson',
      'soFar',
      'held',
      'questionFeedback',
      'receipt',
    ])
  })

  // ENT-325 API-307
  test('a completion carries the form run, the times in seconds and the time of the browser', () => {
    expect(fieldsOf(named('complete').body)).toEqual(
      expect.arrayContaining([
        'formRunGuid',
        'examTimeRemaining',
        'timeRemaining',
        'elapsedTime',
        'ClientTime',
        'IsFromLocalStorage',
      ]),
    )
  })

  // ENT-113
  test('a supported browser has lists of versions that are taken in and left out, both empty where none is given', () => {
    const reply = {
      success: true,
      supportedBrowsers: [{ name: 'chrome', include: ['>=120'], exclude: ['=121'] }, { name: 'safari' }],
    }
    expect(z.parse(calls.init.reply, reply).supportedBrowsers).toEqual([
      { name: 'chrome', include: ['>=120'], exclude: ['=121'] },
      { name: 'safari', include: [], exclude: [] },
    ])
  })

  // ENT-307 ENT-311
  test('a question has a resource and flags for calculator and workings; times are seconds', () => {
    const question = { id: 'q', type: 'RADIO', number: 1, paperPartId: 's', versionId: 'v', versionNumber: 1 }
    const settings = { examTime: 3600, warningTime: 300 }
    const section = { id: 's', name: 'n', readingTime: 60, warningTime: 30 }
    const content = z.parse(calls.examJson.reply, {
      examGuid: 'e',
      examName: 'n',
      version: 1,
      objectID: 1,
      settings,
      sections: [section],
      mappings: [],
      resourceUrl: 'r/',
      questions: [{ ...question, resourceUrl: 'a.pdf', requiresCalculator: true }],
    })
    expect(content.questions[0]).toMatchObject({ resourceUrl: 'a.pdf', requiresCalculator: true, requiresWorkings: false })
    expect(content.settings).toMatchObject(settings)
    expect(content.sections[0]).toMatchObject(section)
  })

  // ENT-101 ENT-104
  test('a sign-in form has the fields of a login request, a refresh those of an authentication request', () => {
    const body = { client_id: 'p', client_secret: 's' }
    const schema = calls.token.body
    const login = {
      ...body,
      grant_type: 'password',
      username: 'u',
      password: 'p',
      orgId: '1',
      screenRes: '1x1',
      userAgent: 'x',
    }
    expect(z.parse(schema, login)).toEqual({ ...login, orgId: 1 })
    const refresh = { ...body, grant_type: 'refresh_token', refresh_token: 'r' }
    expect(z.parse(schema, refresh)).toEqual(refresh)
    expect(z.safeParse(schema, { ...body, grant_type: 'client_credentials' }).success).toBe(false)
  })

  // API-311 API-312 API-313 API-314 ENT-317
  test('files are listed, uploaded in parts, deleted and downloaded; an uploaded one answers the fields of the specification', () => {
    const file = { guid: 'g', fileName: 'a.pdf', mimeType: 'application/pdf', dateTimeUploaded: '2026-11-22', fileSize: 7 }
    expect(z.parse(calls.uploadedFiles.reply, [file])).toEqual([file])
    expect(z.parse(calls.uploadFile.reply, file)).toEqual(file)
    expect([calls.uploadFile.method, calls.uploadFile.file, fieldsOf(named('uploadFile').body)[0]]).toEqual([
      'POST',
      'file',
      'formRunGUID',
    ])
    const places = [calls.uploadedFiles, calls.deleteFile, calls.downloadFile].map(
      ({ method, path }) => `${method} ${path.slice(path.lastIndexOf(':'))}`,
    )
    expect(places).toEqual(['GET :formRunGuid', 'DELETE :fileGuid', 'GET :fileGuid'])
  })

  test('unreadable limits of uploads count as missing', () => {
    const none = readUploadLimits(undefined)
    expect(none).toEqual({
      rejected: [],
      minSize: 0,
      maxSize: 0,
      maxQueued: 0,
      maxUploaded: 0,
      multiple: true,
      instant: true,
    })
    for (const broken of ['', 'null', '7', '{', '{"maxSize":"big"}', '{"maxSize":-1}'])
      expect(readUploadLimits(broken)).toEqual(none)
    expect(readUploadLimits('{"maxSize":7,"instant":false}')).toEqual({ ...none, maxSize: 7, instant: false })
  })

  // ENT-326 API-308
  test('an activity has an id, a type and a value', () => {
    const entry = { formRunGuid: 'f', activities: [{ id: '2026-11-21T10:00:00.000Z', type: 3, value: { any: 'thing' } }] }
    expect(z.parse(calls.activityLog.body, entry)).toEqual(entry)
  })

  // ENT-201
  test('a schedule has defaults: not commenced, not completed, not a practice, without a password', () => {
    const least = { guid: 'g', scheduleType: 1, examName: 'n', examGuid: 'e', examTypeGuid: 't', version: 1, objectID: 1 }
    expect(z.parse(calls.schedules.reply, [least])[0]).toMatchObject({
      commenced: false,
      completed: false,
      practice: false,
      requiresPassword: false,
    })
  })

  test('an unknown question type passes through, and the rest of the exam works', () => {
    const [first] = z.parse(calls.examJson.reply, {
      examGuid: 'e',
      examName: 'n',
      version: 1,
      objectID: 1,
      settings: {},
      sections: [],
      mappings: [],
      resourceUrl: 'r/',
      questions: [
        { id: 'q', type: 'FROM-TOMORROW', number: 1, paperPartId: 's', versionId: 'v', versionNumber: 1, shape: 'odd' },
      ],
    }).questions
    expect(first).toMatchObject({ type: 'FROM-TOMORROW', shape: 'odd', marks: 0 })
  })
})

describe('a refusal', () => {
  // ERR-102 ERR-210 ERR-103
  test('keeps 499 for a double login and 401 for a token that does not hold', () => {
    const codes = Object.entries(statusOf)
    expect(codes.filter(([, status]) => status === 499).map(([code]) => code)).toEqual(['DOUBLE_LOGIN'])
    expect(codes.filter(([, status]) => status === 401).map(([code]) => code)).toEqual(['NO_AUTHORISATION'])
  })

  // ENT-106
  test('of a sign-in carries whether the account is suspended', () => {
    const refusal = { error: { code: 'ACCOUNT_SUSPENDED', message: 'suspended' }, suspended: true }
    expect(z.parse(errorReply, refusal)).toEqual(refusal)
  })
})
