import { randomUUID } from 'node:crypto'
import { type Call, calls, dashEventsPath, liveEvents, resumableFilePath } from '@sitwell/contract'
import { io } from 'socket.io-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { oneDatabase } from './databases.ts'
import { sampleInput } from './sample-input.ts'
import { startTestServer, type TestServer } from './start-test-server.ts'
import {
  arrange,
  confirmRubric,
  countOrganisations,
  doCall,
  examOf,
  saveOf,
  send,
  signIn,
  tryCall,
  type World,
} from './test-world.ts'

/** Those that need something to be there first, or take it away, are made by hand. */
const byHand: readonly Call[] = [calls.uploadFile, calls.downloadFile, calls.start, calls.complete, calls.logout]
/** Calls of the office and of a preview take no token of a learner, and refuse it before they look at what it asks for. */
const signedIn: readonly Call[] = Object.values(calls as Record<string, Call>).filter(
  (call) => call.access !== 'anyone' && call.access !== 'preview' && !call.office && !byHand.includes(call),
)

/** Longer than what counts as silence, and all together shorter than a token holds. */
const stepMs = 4000

/** All by which a learner is heard who is in an exam, by the names of the calls. One that is added belongs here if it names a form run. */
const heardByLearner = [
  ...[
    'uploadFile',
    'downloadFile',
    'start',
    'activityLog',
    'announceFile',
    'attemptQuestion',
    'compareAnswers',
    'dashExtendableAlert',
    'dashState',
  ],
  ...[
    'deleteFile',
    'examJson',
    'partKey',
    'pageReport',
    'reportAbsence',
    'requestExtension',
    'restBreak',
    'resumeSitting',
    'saveAnswer',
    'saveTime',
  ],
  ...['takePlace', 'uploadedFiles', 'a piece of a file', 'a file of the exam', 'a save that is late', 'complete'],
]

describe.each(oneDatabase)('who is heard by a call, on %s', (database) => {
  let nowMs = Date.parse('2026-11-21T11:30:00Z')
  let server: TestServer
  const nextOrgId = countOrganisations()
  beforeAll(async () => {
    server = await startTestServer({ database, clock: { nowMs: () => nowMs }, config: { logLevel: 'fatal' } })
  })
  afterAll(() => server.stop())

  const arrangeOne = async () => {
    const orgId = nextOrgId()
    const exam = examOf(`o${orgId}`, { settings: { examTime: 400, isExtendable: true, uploadFileTypes: ['txt'] } })
    const settings = { NotifyLearnerImmediatelyOnConnectionLoss: '1', AllowPrintQuestions: '1' }
    const world = await arrange(server, { orgId, everyone: true, exam, file: { settings } })
    const learner = (await signIn(server, world)).access_token
    const { formRunGUID: formRunGuid } = await doCall(server, calls.start, { query: world.entry }, learner)
    return { world, learner, formRunGuid }
  }
  const asLearner = async (world: World) => {
    const admin = (await signIn(server, world, 'admin')).access_token
    const input = { params: { org: world.orgId }, query: { userID: 1 } }
    const { access_token } = await doCall(server, calls.adminLogin, input, admin)
    await confirmRubric(server, world.entry.userGuid, access_token)
    return access_token
  }
  const contactOf = async (formRunGuid: string) => {
    const { heard_at, silent_from, silent_to, earlier_silences, silences } = await server.db.kysely
      .selectFrom('form_run')
      .selectAll()
      .where('form_run_guid', '=', formRunGuid)
      .executeTakeFirstOrThrow()
    return JSON.stringify({ heard_at, silent_from, silent_to, earlier_silences, silences })
  }

  /** The calls after which the form run was heard of, each made after a silence. */
  const heardBy = async ({ world, formRunGuid }: { world: World; formRunGuid: string }, token: string) => {
    const { prefix, orgId, entry } = world
    const heard: string[] = []
    const after = async <T>(name: string, ask: () => Promise<T>): Promise<T> => {
      const before = await contactOf(formRunGuid)
      nowMs += stepMs
      const answer = await ask()
      if ((await contactOf(formRunGuid)) !== before) heard.push(name)
      return answer
    }
    const file = new File(['evidence'], 'a.txt', { type: 'text/plain' })
    const uploaded = await after('uploadFile', () =>
      doCall(server, calls.uploadFile, { body: { formRunGUID: formRunGuid }, file }, token),
    )
    const names = {
      ...{ userguid: entry.userGuid, userid: 1, orgid: orgId, org: orgId, formrunguid: formRunGuid, formrunid: formRunGuid },
      ...{ scheduleguid: entry.scheduleGuid, examguid: entry.examGuid, examobjecttypeguid: entry.examObjectTypeGuid },
      ...{ versionnumber: 3, settingname: 'None', examguids: entry.examGuid, value: formRunGuid, '*': 'x' },
      ...{ requestid: randomUUID(), saveguid: randomUUID(), writer: randomUUID(), writerid: randomUUID() },
      ...{ clienttime: '2026-11-21T11:30:00Z', sha256: 'a'.repeat(64), filename: 'a.txt', mimetype: 'text/plain', filesize: 8 },
      ...{ page: `${prefix}-q1`, questionid: `${prefix}-q1`, questionversionid: `${prefix}-q1`, partid: `${prefix}-section` },
      ...{ url: 'http://localhost/login?nobody', from: 'a-run-that-is-gone', generation: 'another' },
      ...{ fileguid: uploaded.guid, examtypeguid: entry.examObjectTypeGuid },
    }
    const make = (call: Call) => {
      if (call === calls.saveAnswer) return tryCall(server, calls.saveAnswer, { body: saveOf(world, formRunGuid) }, token)
      // Made from the call's own schemas.
      return tryCall(server, call, sampleInput(call, names) as never, token)
    }
    const params = { fileGuid: uploaded.guid }
    await after('downloadFile', () => tryCall(server, calls.downloadFile, { params }, token))
    await after('start', () => doCall(server, calls.start, { query: entry }, token))
    for (const call of signedIn) await after(call.name, () => make(call))
    const announced = {
      ...{ formRunGUID: formRunGuid, requestId: randomUUID(), fileName: 'b.txt', mimeType: 'text/plain' },
      ...{ fileSize: 8, sha256: 'b'.repeat(64) },
    }
    await doCall(server, calls.announceFile, { body: announced }, token)
    const headers = { authorization: `Bearer ${token}`, 'tus-resumable': '1.0.0' }
    await after('a piece of a file', () =>
      send(server, `/${resumableFilePath(announced.requestId)}`, { method: 'HEAD', headers }),
    )
    const content = await doCall(server, calls.examJson, { query: entry }, token)
    const path = `/${content.resources[0]?.url}?orgID=${orgId}&token=${content.resourceToken}`
    await after('a file of the exam', () => send(server, path))
    nowMs += 300_000
    await after('a save that is late', () =>
      doCall(server, calls.saveAnswer, { body: saveOf(world, formRunGuid) }, token).then(({ late }) => expect(late).toBe(true)),
    )
    const time = { timeRemaining: 0, elapsedTime: 400 }
    await after('complete', () => doCall(server, calls.complete, { body: { formRunGuid, ...time } }, token))
    return heard
  }

  test('its learner is, and an administrator who is signed in as them by none of all calls', async () => {
    const own = await arrangeOne()
    expect(await heardBy(own, own.learner)).toEqual(heardByLearner)
    const other = await arrangeOne()
    expect(await heardBy(other, await asLearner(other.world))).toEqual([])
  })

  test('a live connection is its learner’s alone, and that of an administrator as them is asked for nothing', async () => {
    const connect = async (token: string, formRunGuid: string) => {
      const auth = { token, formRunGuid }
      const socket = io(server.origin, { path: `/${dashEventsPath}`, auth, transports: ['websocket'], reconnection: false })
      await new Promise<void>((resolve) => socket.once(liveEvents.state, () => resolve()))
      return socket
    }
    const one = await arrangeOne()
    const before = await contactOf(one.formRunGuid)
    nowMs += stepMs
    const own = await connect(one.learner, one.formRunGuid)
    await expect.poll(() => contactOf(one.formRunGuid)).not.toBe(before)
    own.disconnect()

    const other = await arrangeOne()
    const token = await asLearner(other.world)
    const silent = await contactOf(other.formRunGuid)
    nowMs += stepMs
    const theirs = await connect(token, other.formRunGuid)
    // It asks all connections of the form run, and waits until what they answer is noted.
    const body = { formRunGuid: other.formRunGuid, absentTime: 3 }
    await doCall(server, calls.reportAbsence, { body }, token)
    expect(await contactOf(other.formRunGuid)).toBe(silent)
    theirs.disconnect()
    const { examTimeRemaining } = await doCall(server, calls.dashState, { query: { formRunGuid: other.formRunGuid } }, token)
    expect(examTimeRemaining).toBe(396)
  })

  test('what an administrator does as the learner takes nothing of a lost connection away from them, and gives them none', async () => {
    const one = await arrangeOne()
    const left = async (token: string) =>
      (await doCall(server, calls.dashState, { query: { formRunGuid: one.formRunGuid } }, token)).examTimeRemaining
    const absent = (token: string) => {
      const body = { formRunGuid: one.formRunGuid, absentTime: 100 }
      return doCall(server, calls.reportAbsence, { body }, token)
    }
    const admin = await asLearner(one.world)
    nowMs += 50_000
    await doCall(server, calls.saveAnswer, { body: saveOf(one.world, one.formRunGuid) }, admin)
    const time = { formRunGuid: one.formRunGuid, timeRemaining: 350, elapsedTime: 50, page: `${one.world.prefix}-q1` }
    await doCall(server, calls.saveTime, { body: time }, admin)
    nowMs += 50_000
    await absent(admin)
    expect(await left(admin)).toBe(300)
    const learner = (await signIn(server, one.world)).access_token
    await absent(learner)
    expect(await left(learner)).toBe(400)
  })
})
