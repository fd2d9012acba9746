import { expect, test } from 'vitest'
import { type CourseRun, closedIn, entryOf, openSco, saveSco, statusOfCourse } from './course-run.ts'
import { nothingSet } from './sco-outcome.ts'

const courseOf = (standard: CourseRun['standard'], more: Partial<CourseRun> = {}): CourseRun => ({
  standard,
  tree: undefined,
  clusterAttempts: new Map(),
  scos: ['A', 'B'].map((identifier) => ({
    authored: { identifier, kind: 'sco' },
    ...{ status: 0, data: new Map(), outcome: nothingSet, number: 0, opened: 0, overFrom: undefined },
    ...{ hasEnded: false, isSaved: false, attempts: 0 },
  })),
  ...more,
})
const nothing = { data: new Map<string, string>(), ends: true }
const first = ({ scos: [sco] }: CourseRun) => {
  if (!sco) throw new Error('no SCO')
  return sco
}

test.each(['1.2', '2004'] as const)(
  'SCORM %s: a SCO that was left and never began a session stays started, holds nothing up, and is no attempt',
  (standard) => {
    const opened = openSco(courseOf(standard), 0, 100)
    expect(closedIn(opened)).toEqual([undefined, 'order'])
    const left = saveSco(opened, 0, { ...nothing, number: 101 })
    expect(closedIn(left)).toEqual([undefined, undefined])
    expect([first(left).status, statusOfCourse(left)]).toEqual([1, 1])
    // Opened again it still holds nothing up, until it begins a session.
    const again = openSco(left, 0, 200)
    expect(closedIn(again)).toEqual([undefined, undefined])
    expect([first(again).attempts, entryOf(again, first(left), first(again)).entry]).toEqual([0, 'ab-initio'])
    const begun = saveSco(again, 0, { data: new Map([['cmi.suspend_data', 'a']]), number: 201, ends: false })
    expect(closedIn(begun)).toEqual([undefined, 'order'])
  },
)

test('a session that was begun and has ended holds the next SCO up as long as it is not completed', () => {
  const opened = openSco(courseOf('1.2'), 0, 100)
  const data = new Map([['cmi.core.lesson_status', 'incomplete']])
  expect(closedIn(saveSco(opened, 0, { data, number: 101, ends: true }))).toEqual([undefined, 'order'])
  // What is told while it is open says nothing of how it will be left.
  expect(closedIn(saveSco(opened, 0, { ...nothing, number: 101, ends: false }))).toEqual([undefined, 'order'])
})

test('a course of free choice opens each of its SCOs, but none that was failed', () => {
  const free = courseOf('1.2', { isFree: true })
  expect(closedIn(free)).toEqual([undefined, undefined])
  const data = new Map([['cmi.core.lesson_status', 'failed']])
  expect(closedIn(saveSco(openSco(free, 1, 100), 1, { data, number: 101, ends: true }))).toEqual([undefined, 'failed'])
})
