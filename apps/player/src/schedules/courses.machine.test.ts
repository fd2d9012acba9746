import type { CourseAttempt } from '@sitwell/contract'
import { expect, test, vi } from 'vitest'
import { createActor, waitFor } from 'xstate'
import { coursesMachine } from './courses.machine.ts'

const course = (GUID: string, Status: number): CourseAttempt => ({
  ...{ Course_ID: 1, Course_Name: GUID, ID: 1, GUID, Status, DateStarted: null, DateEnded: null },
  ...{ LearningObject_TextMessageID: null, ScoAttempts: [] },
})
const started = course('started', 1)
const done = course('done', 2)

// API-216
test('completed courses are left out, until the server is asked for them, and again when it is asked without', async () => {
  const fetch = vi.fn(async (includeCompleted: boolean) => (includeCompleted ? [started, done] : [started]))
  const actor = createActor(coursesMachine, { input: { fetch } }).start()
  const shown = () => actor.getSnapshot().context.courses.map(({ GUID }) => GUID)
  actor.send({ type: 'loaded', courses: [started, done] })
  expect(shown()).toEqual(['started'])
  actor.send({ type: 'include', completed: true })
  await waitFor(actor, (snapshot) => snapshot.matches('shown'))
  expect(fetch).toHaveBeenLastCalledWith(true)
  expect(shown()).toEqual(['started', 'done'])
  actor.send({ type: 'loaded', courses: [started, done] })
  expect(shown()).toEqual(['started', 'done'])
  actor.send({ type: 'include', completed: false })
  await waitFor(actor, (snapshot) => snapshot.matches('shown'))
  expect(shown()).toEqual(['started'])
})

test('where the server can not be asked the list stays, and says so', async () => {
  const fetch = () => Promise.reject(new Error('away'))
  const actor = createActor(coursesMachine, { input: { fetch } }).start()
  actor.send({ type: 'loaded', courses: [started, done] })
  actor.send({ type: 'include', completed: true })
  await waitFor(actor, (snapshot) => snapshot.matches('shown'))
  expect(actor.getSnapshot().context).toMatchObject({ courses: [started], hasFailed: true, includesCompleted: true })
})
