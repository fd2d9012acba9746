import 'fake-indexeddb/auto'
import { createServerClock } from '@sitwell/client/server-clock'
import { examContent } from '@sitwell/contract'
import { afterEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import type { Player } from '../../context/player.ts'
import type { FormRun } from '../../sync/form-run/form-run.ts'
import { syncOfPlayer } from '../../sync/sync-of-player.ts'
import type { ExamVisit } from './exam-visit.ts'
import { keepExam, letGoOfExam } from './keep-exam.ts'
import { loadExam } from './loaded-exam.ts'

const content = z.parse(examContent, {
  ...{ examGuid: 'e', examName: 'Lakes', version: 1, objectID: 1, resourceUrl: 'exams/', formRunGuid: 'run' },
  ...{ settings: { examTime: 600, examTimeRemaining: 240 }, sections: [], questions: [] },
  mappings: [{ sectionId: 'root', sectionIds: [], questionIds: [] }],
})
const hour = 3_600_000
/** Of this test alone: a learner has one sync in all that is loaded together, other tests among it. */
const userGuid = 'whose exam is kept'

afterEach(() => vi.unstubAllGlobals())

test('an exam is kept until its time and some hours are over by the clock of the computer, wherever the server’s is', async () => {
  const browserMs = Date.UTC(2026, 10, 22, 12)
  const clock = createServerClock(() => browserMs)
  clock.ask()(browserMs - 6 * hour)
  const keep = vi.fn()
  // What of the player and the visit is used where the exam itself is kept already.
  const player = { clock, storedSession: { keep } } as unknown as Player
  const visit = { exam: { ...loadExam(content), isStored: true } } as unknown as ExamVisit
  await keepExam(player, visit, { formRunGuid: 'run' } as FormRun)
  expect(keep).toHaveBeenCalledExactlyOnceWith('e', browserMs + 240_000 + 4 * hour)
})

test('of an exam that is over while its files are still being kept, nothing stays', async () => {
  // What a page has beyond Node.
  vi.stubGlobal('addEventListener', vi.fn())
  vi.stubGlobal('BroadcastChannel', EventTarget)
  // What of the player and the visit is used.
  const player = {
    api: { call: async () => ({ ok: true, value: {} }) },
    session: { user: { guid: userGuid, firstName: 'Mina', lastName: 'Okafor' }, client: { id: 7 } },
    client: { id: 7 },
    appSettings: { pingInterval: 30_000, apiEndpointUrl: 'http://exams.example/' },
    clock: createServerClock(() => 0),
    storedSession: { keep: () => {}, end: () => {} },
    reportError: () => {},
    onCalled: () => {},
  } as unknown as Player
  const visit = {
    exam: loadExam(content),
    schedule: {},
    files: new Map([['a.png', 'data:,a']]),
    documents: new Map(),
    pictureSizes: new Map(),
  } as unknown as ExamVisit
  const stored = async () => (await syncOfPlayer(player)).storedExams.read({ userGuid, examGuid: 'e' })
  await keepExam(player, visit, { formRunGuid: 'run' } as FormRun)
  expect(await stored()).toMatchObject({ formRunGuid: 'run', files: ['a.png'] })
  const keeping = keepExam(player, visit, { formRunGuid: 'run' } as FormRun)
  await letGoOfExam(player)
  await keeping
  expect(await stored()).toBeUndefined()
  ;(await syncOfPlayer(player)).stop()
})
