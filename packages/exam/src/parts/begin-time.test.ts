import fc from 'fast-check'
import { expect, test } from 'vitest'
import { buildPaper } from '../paper/paper.ts'
import type { ExamPlan } from '../time/exam-plan.ts'
import { enterPart, freshTime, giveTime, passTime, skipReading } from '../time/exam-time.ts'
import { beginsTime } from './begin-time.ts'

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

test('time begins when a learner enters an unused timed part, after the reading time', () => {
  const begins = (time: typeof begun) => ['f', 't', 'u', 'r', 'nothing'].filter((id) => beginsTime(paper, plan, time, id))
  expect(begins(begun)).toEqual(['t', 'u'])
  expect(begins(passTime(begun, 90_000))).toEqual(['t', 'u'])
  expect(begins(skipReading(begun, 'read'))).toEqual(['t', 'u', 'r'])
})

test('no time begins in the current part, nor in a part with used time, for any added time', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 19_999 }), fc.nat(60_000), (usedMs, givenMs) => {
      const inside = enterPart(begun, plan, 'timed')
      expect(beginsTime(paper, plan, inside, 't')).toBe(false)
      const used = passTime(giveTime(inside, plan, givenMs), usedMs)
      expect(beginsTime(paper, plan, enterPart(used, plan, 'free'), 't')).toBe(false)
      const given = enterPart(giveTime(inside, plan, givenMs), plan, 'free')
      expect(beginsTime(paper, plan, given, 't')).toBe(true)
    }),
  )
})
