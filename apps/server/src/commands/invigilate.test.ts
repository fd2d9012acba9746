import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { calls, dashEventsPath } from '@sitwell/contract'
import { io } from 'socket.io-client'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { bothDatabases } from '../testing/databases.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'
import { arrange, doCall, examOf, sitExam, type World } from '../testing/test-world.ts'
import { commandInvigilate, type Invigilation, type InvigilationWishes } from './invigilate.ts'

const command = fileURLToPath(new URL('../sitwell.ts', import.meta.url))

describe.each(bothDatabases)('sitwell invigilate on %s', (database) => {
  let server: TestServer
  let world: World
  let token: string
  let formRunGuid: string
  const printed: string[] = []

  beforeAll(async () => {
    server = await startTestServer({ database, watchLedgersMs: 20 })
    const exam = examOf('o1', { settings: { examTime: 600, isExtendable: true } })
    world = await arrange(server, { exam, file: { settings: { AllowRemotePause: '1' } } })
    const sitting = await sitExam(server, world)
    token = sitting.token
    formRunGuid = sitting.formRunGuid
    for (const stream of ['log', 'error'] as const)
      vi.spyOn(console, stream).mockImplementation((line: string) => void printed.push(line))
  })
  afterEach(() => printed.splice(0))
  afterAll(async () => {
    vi.restoreAllMocks()
    await server.stop()
  })

  /** The command within this process; answers its exit code. */
  const invigilate = (what: Invigilation, wishes: Partial<InvigilationWishes> = {}) =>
    commandInvigilate(server.db, what, {
      orgId: 1,
      formRunGuid: undefined,
      examGuid: undefined,
      seconds: undefined,
      text: undefined,
      ...wishes,
    })
  const state = () => doCall(server, calls.dashState, { query: { formRunGuid } }, token)

  // EXT-325 API-319
  test('pauses all of an exam from a process of its own, and the learner hears of it at once', async () => {
    const socket = io(server.origin, { path: `/${dashEventsPath}`, auth: { token, formRunGuid }, transports: ['websocket'] })
    await new Promise((resolve) => socket.once('dashstate', resolve))
    const heard = new Promise((resolve) => socket.once('dashevent', resolve))
    const { DATABASE_URL: _, ...environment } = process.env
    const { database: held, dataFolder } = server.config
    const url = held.dialect === 'postgres' ? { DATABASE_URL: held.url } : {}
    const env = { ...environment, SITWELL_DATA: dataFolder, ...url }
    const words = [command, 'invigilate', 'pause', '--exam', world.entry.examGuid]
    const output = new Promise<string>((resolve) => execFile(process.execPath, words, { env }, (_error, out) => resolve(out)))
    expect(await output).toBe(`Changed: ${formRunGuid}\n`)
    expect(await heard).toEqual({ number: 2, paused: true })
    socket.disconnect()
    expect(await invigilate('resume', { formRunGuid })).toBe(0)
    expect(await invigilate('resume', { formRunGuid })).toBe(0)
    expect(printed).toEqual([`Changed: ${formRunGuid}`, 'Nothing was to be changed.'])
  })

  test('waives what watches over a learner’s exam, with a reason, and lists it', async () => {
    const exam = examOf('o2', { settings: { safeExamBrowser: { configKeys: ['a'.repeat(64)] } as never } })
    const held = await arrange(server, {
      orgId: 2,
      exam,
      file: { schedules: [{ guid: 'o2-schedule', username: 'learner', exam: exam.examGuid }] },
    })
    const of2 = { orgId: 2, formRunGuid: held.entry.scheduleGuid }
    expect(await invigilate('waive', of2)).toBe(2)
    expect(await invigilate('waive', { ...of2, formRunGuid: 'another', reason: 'It does not start.' })).toBe(1)
    expect(await invigilate('waive', { ...of2, reason: 'It does not start.' })).toBe(0)
    expect(await invigilate('waive', { orgId: 2, examGuid: held.entry.examGuid, reason: 'Again.' })).toBe(0)
    await invigilate('list', { orgId: 2 })
    expect(printed).toEqual([
      'waive takes --reason TEXT.',
      'There is no such schedule in this organisation.',
      'Changed: o2-schedule',
      'Nothing was to be changed.',
      '-  Ada Wood (learner)  Trees of o2  not-started, Safe Exam Browser: waived',
    ])
  })

  test('lists who sits, answers requests and adds time', async () => {
    expect(await invigilate('grant', { formRunGuid, seconds: 300 })).toBe(1)
    await doCall(server, calls.requestExtension, { body: { orgID: 1, formRunGuid } }, token)
    await invigilate('list', { examGuid: world.entry.examGuid })
    const offered = /paused, goes on in \d+ s, or once the learner resumes, \d+ s left, asks for an extension/
    expect(printed.at(-1)).toMatch(offered)
    expect(await invigilate('resume', { formRunGuid, within: 0 })).toBe(0)
    await invigilate('list', { examGuid: world.entry.examGuid })
    expect(printed.at(-1)).toMatch(/Ada Wood \(learner\).*running, \d+ s left, asks for an extension/)
    expect(await invigilate('grant', { formRunGuid, seconds: 300 })).toBe(0)
    expect(await invigilate('add-time', { examGuid: world.entry.examGuid, seconds: 30 })).toBe(0)
    expect(await invigilate('note', { formRunGuid, text: 'Fire alarm' })).toBe(0)
    expect(await state()).toMatchObject({ extensionStatus: 2, extendable: 300, examTime: 930, paused: false })
    expect(await invigilate('decline', { formRunGuid })).toBe(1)
  })

  test('says what it lacks, and touches no other organisation', async () => {
    const run = { formRunGuid: 'a' }
    const lacking: [Invigilation, Partial<InvigilationWishes>][] = [
      ['pause', {}],
      ['pause', { ...run, examGuid: 'b' }],
      ['grant', { examGuid: 'b', seconds: 5 }],
      ['grant', run],
      ['add-time', run],
      ['note', run],
      ['accept-late', { examGuid: 'b', ...run }],
    ]
    for (const [what, wishes] of lacking) expect(await invigilate(what, wishes), what).toBe(2)
    const before = await state()
    expect(await invigilate('pause', { formRunGuid, orgId: 2 })).toBe(1)
    expect((await state()).number).toBe(before.number)
  })

  test('opens a completed form run again, with a reason and time; without a reason it does nothing', async () => {
    await doCall(server, calls.complete, { body: { formRunGuid, timeRemaining: 100, elapsedTime: 500 } }, token)
    expect(await invigilate('reopen', { formRunGuid })).toBe(2)
    expect((await state()).completed).toBe(true)
    expect(await invigilate('reopen', { formRunGuid, reason: 'Clicked Yes by mistake', addTime: 60 })).toBe(0)
    expect(await state()).toMatchObject({ completed: false })
    expect(await invigilate('reopen', { formRunGuid, reason: 'Once more' })).toBe(1)
  })
})
