import { expect, test } from 'vitest'
import { createActor, waitFor } from 'xstate'
import { schedulesMachine, type Work } from './schedules.machine.ts'

const run = (answers: readonly (Work | Error | undefined)[]) => {
  const done: string[] = []
  let asked = 0
  const actor = createActor(schedulesMachine, {
    input: {
      steps: {
        clear: () => void done.push('clear'),
        fetch: async (isQuiet) => {
          done.push(isQuiet ? 'look' : 'fetch')
          const answer = answers[asked++]
          if (answer instanceof Error) throw answer
          return answer
        },
      },
    },
  })
  actor.start()
  return { actor, done, settled: () => waitFor(actor, (snapshot) => !snapshot.matches('initializing')) }
}
const nothing: Work = { assessments: [], courses: [] }

// SCH-218 SCH-219 SCH-221
test('clears, fetches, displays; a refresh does the same again', async () => {
  const { actor, done, settled } = run([nothing, nothing])
  expect(actor.getSnapshot().value).toBe('initializing')
  expect((await settled()).value).toBe('displaying')
  actor.send({ type: 'refresh' })
  expect(actor.getSnapshot().value).toBe('initializing')
  expect((await settled()).value).toBe('displaying')
  expect(done).toEqual(['clear', 'fetch', 'clear', 'fetch'])
})

// SCH-220
test('schedules that do not come end in the error, with its reason, and can be asked for again', async () => {
  const { actor, settled } = run([new Error('no network'), nothing])
  const failed = await settled()
  expect([failed.value, failed.context.problem]).toEqual(['schedule_initialization_error', 'no network'])
  actor.send({ type: 'refresh' })
  expect((await settled()).value).toBe('displaying')
})

test('a fetch that answers nothing leaves what is shown', async () => {
  const shown: Work = { assessments: [], courses: [{}] as unknown as Work['courses'] }
  const { actor, settled } = run([shown, undefined])
  await settled()
  actor.send({ type: 'refresh' })
  const { value, context } = await settled()
  expect([value, context.work]).toEqual(['displaying', shown])
})

test('a look fetches without taking away what is shown, brings what is new, and says nothing of what fails', async () => {
  const shown: Work = { assessments: [], courses: [{}] as unknown as Work['courses'] }
  const { actor, done, settled } = run([nothing, new Error('no network'), shown])
  await settled()
  for (const work of [nothing, shown]) {
    actor.send({ type: 'look' })
    expect(actor.getSnapshot().matches('initializing')).toBe(false)
    const { context } = await waitFor(actor, (snapshot) => snapshot.matches('displaying'))
    expect(context.work).toEqual(work)
  }
  expect(done).toEqual(['clear', 'fetch', 'look', 'look'])
})

test('what has changed is fetched again, also where a fetch from before it is still under way', async () => {
  const shown: Work = { assessments: [], courses: [{}] as unknown as Work['courses'] }
  const { actor, done, settled } = run([nothing, shown, nothing, shown])
  actor.send({ type: 'changed' })
  expect([(await settled()).context.work, done]).toEqual([shown, ['clear', 'fetch', 'clear', 'fetch']])
  actor.send({ type: 'look' })
  actor.send({ type: 'changed' })
  const { context } = await waitFor(actor, (snapshot) => snapshot.matches('displaying'))
  expect([context.work, done.slice(4)]).toEqual([shown, ['look', 'look']])
})
