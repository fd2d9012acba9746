import { handInFile } from '@sitwell/contract'
import { handInSeal } from '@sitwell/exam/answers/hand-in-seal'
import { createGenerationWatch } from '@sitwell/request-queue/generation-watch'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createMemoryStore } from '../../storage/memory-store.ts'
import type { Caller } from '../queue/delivery.ts'
import { examStart, text } from '../testing/exam-start.ts'
import { startTestSync } from '../testing/start-test-sync.ts'
import { createContactClock } from '../time/contact-clock.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const { subtle } = globalThis.crypto
const settle = () => vi.advanceTimersByTimeAsync(0)
const start = { ...examStart, formRunGuid: 'run', handInSecret: 'the secret' }

/** A learner whose saves of these questions the server refuses for good, or who can't reach it. */
const arrange = async ({ refuses = [] as string[], isReachable = true, places = createMemoryStore(), page = 1 } = {}) => {
  const generation = createGenerationWatch(() => {})
  const world = { isReachable, refuses, generation: 'first' }
  const api: Caller = {
    async call(call, input) {
      if (!world.isReachable) return { ok: false, kind: 'unreachable' }
      generation.heard(world.generation)
      const body = (input as { body?: { questionVersionId?: string; sequence?: number } }).body ?? {}
      if (call.name === 'compareAnswers') return { ok: false, kind: 'refused', code: 'NOT_FOUND' }
      if (call.name === 'saveAnswer' && world.refuses.includes(body.questionVersionId ?? ''))
        return { ok: false, kind: 'refused', code: 'INVALID_ANSWER' }
      return { ok: true, value: { saved: true, sequence: body.sequence } }
    },
  }
  let ids = 0
  const newId = () => `00000000-0000-4000-8000-${String(page * 1000 + ++ids).padStart(12, '0')}`
  const contact = createContactClock(() => ({ wallMs: Date.now(), steadyMs: Date.now() }))
  contact.heard(5000)
  const sync = await startTestSync({ api, generation, contact, newId, sealer: subtle }, places)
  return { sync, world, places, generation }
}

test('a file holds all that the device has, as it was sent or would be next, and its seal holds', async () => {
  const { sync, world } = await arrange({ refuses: ['q2'] })
  const run = await sync.openFormRun(start)
  await run.answers.save('q1', text('on the server'))
  await run.answers.save('q2', text('refused'))
  await settle()
  world.isReachable = false
  run.answers.draft('q1', text('typed since'))
  const [file, ...others] = await sync.handIns('About it.')
  expect(others).toEqual([])
  expect(handInFile.parse(JSON.parse(JSON.stringify(file)))).toEqual(file)
  const { seal = '', ...content } = file ?? {}
  expect(await handInSeal(content, 'the secret', subtle)).toBe(seal)
  expect(file).toMatchObject({
    about: 'About it.',
    orgId: 7,
    learner: { guid: 'u', name: 'Mina Okafor' },
    scheduleGuid: 'schedule',
    formRunGuid: 'run',
    generation: 'first',
    finished: false,
    answers: [
      {
        onServer: false,
        save: { answerText: 'typed since', questionVersionId: 'q1', typed: { contactAt: 5000, steadyMs: 0 } },
      },
      { onServer: false, refused: 'INVALID_ANSWER', save: { answerText: 'refused', questionVersionId: 'q2' } },
    ],
  })
  // What is sent once it can be is the same save, so that it counts once.
  const waiting = sync.queue.waiting().filter(({ type }) => type === 1)
  expect(waiting.map(({ id }) => id)).toEqual([file?.answers[0]?.save.requestId])
  sync.stop()
})

test('a later page, too, makes one of a form run that it has not open, above all that was numbered; none where nothing is lacking', async () => {
  const { sync, places } = await arrange()
  const run = await sync.openFormRun(start)
  await run.answers.save('q1', text('on the server'))
  await settle()
  expect(await sync.handIns('')).toEqual([])
  const [all] = await sync.handIns('', 'run')
  expect(all?.answers).toMatchObject([{ onServer: true, save: { answerText: 'on the server', sequence: 1 } }])
  run.stop()
  const record = run.answers.get('q1')
  const later = await arrange({ places, page: 2, isReachable: false })
  await later.sync.store.save([{ answer: { ...record, ...text('typed, and never numbered'), changed: true } }])
  const [file] = await later.sync.handIns('')
  expect(file?.answers).toMatchObject([
    { onServer: false, save: { answerText: 'typed, and never numbered', sequence: 2, questionVersionId: 'q1' } },
  ])
  expect(file?.seal).toMatch(/^[0-9a-f]{64}$/)
  for (const one of [sync, later.sync]) one.stop()
})

test('where its answers are is told once: what the database may have lost is said to be looked at, on the last page too', async () => {
  const { sync, world, generation } = await arrange()
  generation.heard('first')
  const run = await sync.openFormRun(start)
  await run.answers.save('q1', text('on the server'))
  await settle()
  expect(await sync.answersAt('run')).toEqual({ onServer: 1, onlyHere: [] })
  const listener = vi.fn()
  sync.onAnswers(listener)
  world.generation = 'another'
  generation.heard('another')
  await settle()
  expect([listener.mock.calls.length > 0, run.answers.stateOf('q1')]).toEqual([true, 'on-device'])
  // It is from before the start, and knows nothing of the exam.
  const lost = { onServer: 0, onlyHere: [{ questionId: 'q1', number: 1, reason: 'NOT_FOUND' }] }
  expect(await sync.answersAt('run')).toEqual(lost)
  expect(await sync.handIns('')).toHaveLength(1)
  run.stop()
  await settle()
  expect(await sync.answersAt('run')).toEqual(lost)
  sync.stop()
})

test('an answer that was refused is told of after its exam was closed, in another exam too, and so are those of an earlier page', async () => {
  const { sync, places } = await arrange({ refuses: ['q2'] })
  expect(await sync.answersAt('run')).toEqual({ onServer: 0, onlyHere: [], isNotHere: true })
  const run = await sync.openFormRun(start)
  await run.answers.save('q1', text('on the server'))
  await run.answers.save('q2', text('refused'))
  await run.finish()
  await settle()
  const refused = [{ examName: start.examName, number: 1, reason: 'INVALID_ANSWER' }]
  expect(await sync.onlyHere()).toEqual({ answers: 1, files: 0, courses: 0, checking: 0, refused })
  run.stop()
  await sync.openFormRun({ ...start, formRunGuid: 'another' })
  expect(await sync.onlyHere()).toMatchObject({ answers: 1, refused })
  sync.stop()
  const later = await arrange({ places, page: 2 })
  expect(await later.sync.onlyHere()).toMatchObject({ answers: 1, refused })
  later.sync.stop()
})
