import fc from 'fast-check'
import { expect, test } from 'vitest'
import { buildPaper } from '../paper/paper.ts'
import type { ExamPlan } from '../time/exam-plan.ts'
import { enterPart, freshTime, giveTime, passTime, skipReading } from '../time/exam-time.ts'
import { boundedLeft, timeToBegin } from './begin-time.ts'

const paper = buildPaper([
  { sectionId: 'root', sectionIds: ['free', 'timed', 'read'], questionIds: [] },
  { sectionId: 'free', sectionIds: [], questionIds: ['f'] },
  { sectionId: 'timed', sectionIds: [], questionIds: ['t', 'u'] },
  { sectionId: 'read', sectionIds: [], questionIds: ['r'] },
])
const plan: ExamPlan = {
  timeMs: 100_000,
  warningMs: 0,
  parts: [
    { id: 'free', timeMs: 0, readingMs: 0, warningMs: 0, oneWay: false },
    { id: 'timed', timeMs: 20_000, readingMs: 0, warningMs: 0, oneWay: false },
    { id: 'read', timeMs: 20_000, readingMs: 5000, warningMs: 0, oneWay: false },
  ],
}
const begun = enterPart(freshTime(plan), plan, 'free')

test('a time begins for whoever goes to a timed part of which nothing was used, no more of it than the exam has left', () => {
  expect(['f', 't', 'u', 'r', 'nothing'].map((id) => timeToBegin(paper, plan, begun, id))).toEqual([
    undefined,
    20_000,
    20_000,
    undefined,
    undefined,
  ])
  expect(timeToBegin(paper, plan, passTime(begun, 90_000), 't')).toBe(10_000)
  expect(timeToBegin(paper, plan, skipReading(begun, 'read'), 'r')).toBe(20_000)
  expect(boundedLeft(begun, 'free')).toBeUndefined()
  expect(boundedLeft(begun, undefined)).toBeUndefined()
})

test('no time begins where the learner is, nor where some of it was used, whatever was given', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 19_999 }), fc.nat(60_000), (usedMs, givenMs) => {
      const inside = enterPart(begun, plan, 'timed')
      expect(timeToBegin(paper, plan, inside, 't')).toBeUndefined()
      const used = passTime(giveTime(inside, plan, givenMs), usedMs)
      expect(timeToBegin(paper, plan, enterPart(used, plan, 'free'), 't')).toBeUndefined()
      const given = enterPart(giveTime(inside, plan, givenMs), plan, 'free')
      expect(timeToBegin(paper, plan, given, 't')).toBe(20_000 + givenMs)
    }),
  )
})
