import type { ExamContent } from '@sitwell/contract'
import { buildPaper } from '@sitwell/exam/paper/paper'
import type { ExamPlan } from '@sitwell/exam/time/exam-plan'
import { freshTime, passTime } from '@sitwell/exam/time/exam-time'
import { expect, test } from 'vitest'
import { boundedLeft, firstPartTime, nextPartTimes, timesOfPart } from './part-times.ts'

const planFor = (a: number, b: number, timeMs = 0, readingMs = 0): ExamPlan => ({
  ...{ timeMs, warningMs: 0 },
  parts: [a, b].map((ms, at) => ({ id: 'ab'[at] ?? '', timeMs: ms, readingMs, warningMs: 0, oneWay: false })),
})
const contentOf = (initialPage: number, more: object = {}) => ({ settings: { initialPage }, ...more }) as unknown as ExamContent
const paper = buildPaper([
  { sectionId: 'root', sectionIds: ['a', 'b'], questionIds: [] },
  { sectionId: 'a', sectionIds: [], questionIds: ['q'] },
  { sectionId: 'b', sectionIds: [], questionIds: ['r'] },
])

test('a part has no more time than the exam has left', () => {
  const time = passTime(freshTime(planFor(20_000, 0, 30_000)), 15_000)
  expect([boundedLeft(time, 'a'), boundedLeft(time, 'b'), boundedLeft(time, undefined)]).toEqual([15_000, undefined, undefined])
})

test('the reading time and the answering time of a part are separate values, and a part may have only one of them', () => {
  const time = freshTime(planFor(20_000, 0, 0, 5000))
  expect(timesOfPart(time, 'a')).toEqual({ readingMs: 5000, answeringMs: 20_000 })
  expect(timesOfPart(time, 'b')).toEqual({ readingMs: 5000, answeringMs: undefined })
  const read = passTime({ ...time, partId: 'a' }, 6000)
  expect(timesOfPart(read, 'a')).toEqual({ readingMs: 0, answeringMs: 19_000 })
  expect(timesOfPart(freshTime(planFor(0, 0)), 'a')).toBeUndefined()
  expect(timesOfPart(time, undefined)).toBeUndefined()
})

test('the time of the next part is told where it has one, and answers do not decide which one it is', () => {
  const part = { kind: 'part', partId: 'a', nextPartId: 'b' } as const
  const exam = { content: contentOf(1) }
  const time = freshTime(planFor(0, 20_000))
  expect(nextPartTimes(exam, part, time)).toEqual({ readingMs: 0, answeringMs: 20_000 })
  expect(nextPartTimes(exam, part, freshTime(planFor(20_000, 0)))).toBeUndefined()
  expect(nextPartTimes(exam, { kind: 'exam' }, time)).toBeUndefined()
  const sealedParts = [{ partId: 'b', sealed: '', hangsOnAnswers: true }]
  expect(nextPartTimes({ content: contentOf(1, { sealedParts }) }, part, time)).toBeUndefined()
})

test('the time with which an exam begins is told where other parts follow and it begins at once', () => {
  const time = freshTime(planFor(20_000, 0))
  expect(firstPartTime({ paper, content: contentOf(1) }, time)).toBe(20_000)
  expect(firstPartTime({ paper, content: contentOf(2) }, time)).toBeUndefined()
  expect(firstPartTime({ paper, content: contentOf(1) }, freshTime(planFor(20_000, 0, 0, 5000)))).toBeUndefined()
  const only = buildPaper([
    { sectionId: 'root', sectionIds: ['a'], questionIds: [] },
    { sectionId: 'a', sectionIds: [], questionIds: ['q'] },
  ])
  expect(firstPartTime({ paper: only, content: contentOf(1) }, time)).toBeUndefined()
})
