import { expect, test } from 'vitest'
import type { LiveListener } from '../../api/live-events.ts'
import type { SittingTime } from '../../sync/sitting-time.ts'
import { createLiveRun } from './live-run.ts'

// PAUSE-307 PAUSE-314
test('what an invigilator does reaches the time of this form run, and who listens', () => {
  const done: unknown[] = []
  const note = (name: string) => (value: unknown) => void done.push([name, value])
  // A double of what is used here.
  const time = {
    pause: note('pause'),
    resume: note('resume'),
    give: note('give'),
    meet: note('meet'),
  } as unknown as SittingTime
  let listener: LiveListener | undefined
  const followed: string[] = []
  const live = {
    follow(guid: string, by: LiveListener) {
      followed.push(guid)
      listener = by
      return () => followed.push('stopped')
    },
  }
  const run = createLiveRun(live, { formRunGuid: 'run', time }, () => {})
  const told: string[] = []
  run.onNews(({ kind }) => told.push(kind))
  const stop = run.follow()
  // A state is passed on as it is.
  const state = { number: 3 } as never
  listener?.onState(state)
  for (const kind of ['paused', 'resumed', 'declined'] as const) listener?.onNews({ kind })
  for (const kind of ['extended', 'time-added'] as const) listener?.onNews({ kind, byMs: 5000 })
  stop()
  expect(done).toEqual([
    ['meet', state],
    ['pause', 'invigilator'],
    ['resume', 'invigilator'],
    ['give', 5000],
    ['give', 5000],
  ])
  expect(told).toEqual(['paused', 'resumed', 'declined', 'extended', 'time-added'])
  expect(run.state()).toBe(state)
  expect(followed).toEqual(['run', 'stopped'])
})
