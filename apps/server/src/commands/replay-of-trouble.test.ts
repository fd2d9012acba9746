import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { calls } from '@sitwell/contract'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { judgedWords } from '../assessment/evidence/replay/judged-words.ts'
import { insertOutage } from '../server-time/queries.ts'
import { oneDatabase } from '../testing/databases.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'
import { createTestClock } from '../testing/test-clock.ts'
import { arrange, doCall, examOf, saveOf, signIn, sitExam, type World } from '../testing/test-world.ts'
import { printHistory } from './history.ts'
import { writeReplay } from './replay.ts'

const textOf = (page: string) => page.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')

describe.each(oneDatabase)(
  'the replay of a sitting with a pause, an outage, two devices and late answers, on %s',
  (database) => {
    const { clock, pass } = createTestClock()
    let server: TestServer
    let world: World
    let folder: string
    let formRunGuid: string
    let text = ''
    const output: string[] = []
    const writers = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222'] as const
    let sequence = 0
    const save = (token: string, device: 0 | 1, more: Parameters<typeof saveOf>[2] = {}) => {
      sequence += 1
      const body = saveOf(world, formRunGuid, { sequence, writerId: writers[device], ...more })
      return doCall(server, calls.saveAnswer, { body }, token)
    }
    const typedAgo = (contactAt: number, ms: number) => ({ typed: { contactAt, steadyMs: ms, wallMs: ms } })

    beforeAll(async () => {
      server = await startTestServer({ database, clock, config: { lateSaveGraceMs: 30_000 } })
      folder = await mkdtemp(join(tmpdir(), 'sitwell-replay-'))
      const [section] = examOf('o1').sections
      if (!section) throw new Error('no section')
      const exam = examOf('o1', { settings: { examTime: 3600 }, sections: [{ ...section, sectionTime: 600 }] })
      const settings = { AllowRemotePause: '1', OfflineAnswers: 'review' }
      world = await arrange(server, { exam, everyone: true, invigilated: true, file: { settings } })
      const sitting = await sitExam(server, world)
      formRunGuid = sitting.formRunGuid
      const invigilator = async () => (await signIn(server, world, 'invigilator')).access_token
      await save(sitting.token, 0)
      await doCall(server, calls.pauseFormRuns, { body: { formRunGuid, paused: true } }, await invigilator())
      pass(20_000)
      await save(sitting.token, 0, typedAgo(clock.nowMs() - 1000, 1000))
      await doCall(server, calls.pauseFormRuns, { body: { formRunGuid, paused: false, within: 0 } }, await invigilator())
      pass(1000)
      const { access_token: other } = await signIn(server, world)
      sequence = (await doCall(server, calls.examJson, { query: world.entry }, other)).lastSequence
      await save(other, 1, { answerText: 'Ash', options: [{ optionID: 'a', optionText: 'Ash' }] })
      const contactAt = clock.nowMs()
      await insertOutage(server.db.kysely, contactAt + 60_000, contactAt + 90_000)
      pass(700_000)
      const { access_token: later } = await signIn(server, world)
      await save(later, 1, { ...typedAgo(contactAt, 5000), IsFromLocalStorage: true })
      await doCall(server, calls.acceptLateAnswers, { body: { formRunGuid, waiting: true } }, await invigilator())
      await doCall(server, calls.complete, { body: { formRunGuid, timeRemaining: 0, elapsedTime: 600 } }, later)
      pass(60_000)
      await doCall(server, calls.result, { query: { formRunGuid } }, later)
      for (const stream of ['log', 'error'] as const)
        vi.spyOn(console, stream).mockImplementation((line: string) => void output.push(line))
      const out = join(folder, 'replay.html')
      expect(await writeReplay(server.db, { orgId: world.orgId, formRunGuid, out, timeZone: undefined })).toBe(0)
      text = textOf(await readFile(out, 'utf8'))
    })
    afterAll(async () => {
      vi.restoreAllMocks()
      await rm(folder, { recursive: true })
      await server.stop()
    })

    test.each([
      ['what was typed in a pause, with no end of the time that there was not', 'arrived: it came, or was typed, in a pause'],
      ['that another device was in use', 'arrived from another page or device than the one before: it was put in place'],
      ['when nobody served', 'No server was there to answer from here on, for 30 s.'],
      ['when nothing was heard', 'Nothing was heard of the learner’s browser from here on, for 700 s.'],
      [
        'what came late, and that staff let it count',
        'and was left to staff to decide. Staff let it count: it is the answer that',
      ],
      ['why it was judged so, in words', 'typed-in-time: it was typed in time'],
      [
        'what its browser said',
        'the browser says: typed 5 s after it had last heard the server, which was at 2026-11-21T09:00:21',
      ],
      ['what was left of the part', '0:10:00 left of the part'],
      ['what each answer came to', 'o1-q1; 2 of 2 marks'],
    ])('tells %s', (_, words) => expect(text).toContain(words))

    test('as the history does of the pause', async () => {
      expect(await printHistory(server.db, world.orgId, formRunGuid)).toBe(0)
      expect(output.filter((line) => line.includes('in-pause'))).toEqual([
        expect.stringContaining('in-pause (20000 ms after the pause began)'),
      ])
    })
  },
)

test('a judgement that somebody made unreadable is shown as it stands, and breaks nothing', () => {
  for (const stored of ['not even JSON', '[]', '{"silences":[null,1,{"fromMs":1e300}],"claim":5,"endMs":"x"}', 'null'])
    expect(judgedWords('grace', stored)[0]).toBe('judged grace: it came within the grace')
  expect(judgedWords('toString', 'not even JSON')).toEqual([
    'judged toString: for a reason of its own',
    'judged by not even JSON',
  ])
})
