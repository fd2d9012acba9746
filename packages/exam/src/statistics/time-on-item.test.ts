import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { quartilesOf } from './figures.ts'
import { type PageEvent, timeOnItem, timesOnQuestions } from './time-on-item.ts'

const at = (atMs: number, kind: Exclude<PageEvent['kind'], 'open'>): PageEvent => ({ atMs, kind })
const open = (atMs: number, questionId: string): PageEvent => ({ atMs, kind: 'open', questionId })
const timed = (events: readonly PageEvent[]) => Object.fromEntries(timesOnQuestions(events, 'a') ?? [])

// OFFICE-407
test('the time on a question is that between its opening and that of the next, however often it is come back to', () => {
  const events = [at(0, 'begin'), open(10, 'b'), open(25, 'a'), open(30, 'c'), at(70, 'end'), at(90, 'other')]
  expect(timed(events)).toEqual({ a: 15, b: 15, c: 40 })
})

// OFFICE-407
test('a pause is no time on a question, and neither is the time that a page was away', () => {
  const paused = [at(0, 'begin'), at(5, 'pause'), at(100, 'continue'), open(110, 'b'), at(111, 'end')]
  expect(timed(paused)).toEqual({ a: 15, b: 1 })
  const away = [at(0, 'begin'), open(10, 'b'), at(30, 'other'), at(5000, 'begin'), at(5004, 'end')]
  expect(timed(away)).toEqual({ a: 10, b: 24 })
  const openedInPause = [at(0, 'begin'), at(5, 'pause'), at(6, 'pause'), at(20, 'continue'), at(21, 'continue'), at(30, 'end')]
  expect(timed(openedInPause)).toEqual({ a: 15 })
})

// OFFICE-407
test('a page that logged nothing is none of nought seconds, and what stood first is left out if it is not known', () => {
  expect(timesOnQuestions([at(5, 'other'), at(8, 'end')], 'a')).toBeUndefined()
  const unknownFirst = timesOnQuestions([at(0, 'begin'), open(10, 'b'), at(15, 'end')], undefined)
  expect(Object.fromEntries(unknownFirst ?? [])).toEqual({ b: 5 })
})

// OFFICE-407
test('no time is lost or made up: all questions together take what the page was there for', () => {
  const events = fc
    .array(
      fc.record({
        gap: fc.integer({ min: 0, max: 1000 }),
        kind: fc.constantFrom('open', 'other', 'pause', 'continue') as fc.Arbitrary<PageEvent['kind']>,
        questionId: fc.constantFrom('a', 'b', 'c'),
      }),
      { maxLength: 40 },
    )
    .map((steps) => {
      let atMs = 0
      return [
        at(0, 'begin'),
        ...steps.map(({ gap, kind, questionId }) => {
          atMs += gap
          return { atMs, kind, questionId } as PageEvent
        }),
      ]
    })
  void fc.assert(
    fc.property(events, (all) => {
      const sum = [...(timesOnQuestions(all, 'a') ?? new Map()).values()].reduce((one, other) => one + other, 0)
      expect(sum).toBeLessThanOrEqual(all.at(-1)?.atMs ?? 0)
      if (!all.some(({ kind }) => kind === 'pause')) expect(sum).toBe(all.at(-1)?.atMs)
    }),
  )
})

// OFFICE-407
test('quartiles are those of R, and there are none of fewer than ten people', () => {
  expect(quartilesOf([1, 2, 3, 4])).toEqual([1.75, 2.5, 3.25])
  expect(quartilesOf([7])).toEqual([7, 7, 7])
  const people = Array.from({ length: 11 }, (_, index) => (index === 10 ? undefined : new Map([['a', index * 1000]])))
  const found = timeOnItem(['a', 'b'], people)
  expect(found).toEqual({
    ...{ reported: 10, notReported: 1 },
    questions: [
      { id: 'a', people: 10, time: { lowerMs: 2250, medianMs: 4500, upperMs: 6750 } },
      { id: 'b', people: 0, time: 'too-few' },
    ],
  })
})
