import type { CourseAttempt } from '@sitwell/contract'
import { expect, test, vi } from 'vitest'
import { createActor, waitFor } from 'xstate'
import { type CourseSteps, courseMachine, type OpenedSco } from './course.machine.ts'

const sco = (place: number, status = 0) => ({
  ...{ id: place, attemptId: 10 + place, name: `Lesson ${place}`, href: '', status, guid: `s${place}` },
  ...{ dateStarted: null, dateEnded: null, identifier: `item${place}` },
})
const courseAt = (Status: number, scos = [sco(1), sco(2)]): CourseAttempt => ({
  ...{ Course_ID: 1, Course_Name: 'Ladders', ID: 3, GUID: 'c', Status, DateStarted: null, DateEnded: null },
  ...{ LearningObject_TextMessageID: null, ScoAttempts: scos },
})
const opened = (attemptId: number): OpenedSco => ({
  ...{ attemptId, name: 'Lesson', data: [], number: 5, writer: 'w', opening: undefined },
  launch: {
    ...{ address: 'https://s.example/course/t/a.html', base: 'https://s.example/course/t/', kind: 'sco', version: '1.2' },
    ...{ entry: 'ab-initio', mode: 'normal', title: 'Lesson', identifier: 'item1' },
  } as OpenedSco['launch'],
})

const arrange = async (steps: Partial<CourseSteps> = {}) => {
  const open = vi.fn<CourseSteps['open']>(async ({ attemptId }) => opened(attemptId))
  const all: CourseSteps = {
    load: async () => courseAt(1),
    open,
    settle: async () => courseAt(1),
    reset: async () => undefined,
    ...steps,
  }
  const actor = createActor(courseMachine, { input: { steps: all } }).start()
  const at = (state: string) => waitFor(actor, (snapshot) => snapshot.value === state)
  return { actor, at, open, context: () => actor.getSnapshot().context }
}

// SCO-201 SCO-202
test('a lesson is opened, played and closed, and the lessons show how it stands then', async () => {
  const { actor, at, context } = await arrange({ settle: async () => courseAt(1, [sco(1, 2), sco(2)]) })
  await at('lessons')
  actor.send({ type: 'open', sco: sco(1) })
  await at('playing')
  expect(context().opened?.attemptId).toBe(11)
  actor.send({ type: 'over', next: undefined })
  await at('lessons')
  expect(context().course?.ScoAttempts[0]?.status).toBe(2)
  expect(context().opened).toBeUndefined()
})

// SCO-203
test('that the course is completed is told once, when its status turns to completed', async () => {
  const { actor, at, context } = await arrange()
  await at('lessons')
  actor.send({ type: 'updated', course: courseAt(1) })
  expect(context().isJustCompleted).toBe(false)
  actor.send({ type: 'updated', course: courseAt(2) })
  expect(context().isJustCompleted).toBe(true)
  actor.send({ type: 'completionRead' })
  actor.send({ type: 'updated', course: courseAt(2) })
  expect(context().isJustCompleted).toBe(false)
})

test('of a course that was completed before nothing is told', async () => {
  const { at, context } = await arrange({ load: async () => courseAt(2) })
  await at('lessons')
  expect(context().isJustCompleted).toBe(false)
})

test('the lesson that the sequencing wants next is opened, and where there is none the lessons are shown', async () => {
  const { actor, at, open } = await arrange()
  await at('lessons')
  actor.send({ type: 'open', sco: sco(1) })
  await at('playing')
  actor.send({ type: 'over', next: 'item2' })
  await at('opening')
  await at('playing')
  expect(open).toHaveBeenLastCalledWith(expect.objectContaining({ attemptId: 12 }))
  actor.send({ type: 'over', next: 'somewhere' })
  await at('lessons')
})

test('what can not be opened says why, and can be tried again', async () => {
  const answers = ['course.notOpenText', 'away'] as const
  let times = 0
  const { actor, at, context } = await arrange({
    async open({ attemptId }) {
      times += 1
      if (times === 1) return answers[0]
      if (times === 2) throw new Error(answers[1])
      return opened(attemptId)
    },
  })
  await at('lessons')
  actor.send({ type: 'open', sco: sco(1) })
  await at('open_failed')
  expect(context().failure).toBe('course.notOpenText')
  actor.send({ type: 'retry' })
  await at('opening')
  await at('open_failed')
  expect(context().failure).toBe('course.openFailedText')
  actor.send({ type: 'retry' })
  await at('playing')
})

// SCO-215 ERR-328
test('a reset that fails changes nothing, and one that succeeds shows the course anew', async () => {
  let isWell = false
  const { actor, at, context } = await arrange({
    load: async () => courseAt(2, [sco(1, 2)]),
    reset: async () => {
      if (!isWell) throw new Error('away')
      return courseAt(0, [sco(1, 0)])
    },
  })
  await at('lessons')
  actor.send({ type: 'reset', of: { scoAttemptId: 11 } })
  await at('resetting')
  await at('lessons')
  expect(context().course?.Status).toBe(2)
  isWell = true
  actor.send({ type: 'reset', of: { courseAttemptId: 3 } })
  await at('resetting')
  await at('lessons')
  expect(context().course?.Status).toBe(0)
})

test('without the server the page says so and can be tried again; a course of somebody else is not shown', async () => {
  const answers = [() => Promise.reject(new Error('away')), async () => undefined]
  const { actor, at, context } = await arrange({
    load: () => (answers.shift() ?? answers[0])?.() ?? Promise.resolve(undefined),
  })
  await at('failed')
  expect(context().problem).toBe('away')
  actor.send({ type: 'retry' })
  await at('not_found')
})
