import { describe, expect, test } from 'vitest'
import { buildPaper } from '../paper/paper.ts'
import type { ExamPlan, PartPlan } from '../time/exam-plan.ts'
import { finishedByTime, finishingOf } from './finishing.ts'
import type { PaperPosition } from './navigation.ts'

const paper = buildPaper([
  { sectionId: 'root', sectionIds: ['a', 'empty', 'b', 'c'], questionIds: [] },
  { sectionId: 'a', sectionIds: [], questionIds: ['q1'] },
  { sectionId: 'empty', sectionIds: [], questionIds: [] },
  { sectionId: 'b', sectionIds: [], questionIds: ['q2'] },
  { sectionId: 'c', sectionIds: [], questionIds: ['q3'] },
])
const planWith = (part: Partial<PartPlan>): ExamPlan => ({
  timeMs: 0,
  warningMs: 0,
  parts: paper.root.sections.map(({ id }) => ({ id, timeMs: 0, readingMs: 0, warningMs: 0, oneWay: false, ...part })),
})
const at = (partId: string | undefined, ...complete: string[]): PaperPosition => ({
  partId,
  isComplete: (id) => complete.includes(id),
  isDisabled: () => false,
})

describe('Finish', () => {
  // FIN-315 FIN-316
  test('finishes a part where another comes after it, and in the last one the exam', () => {
    const oneWay = planWith({ oneWay: true })
    expect(finishingOf(paper, oneWay, at('a'))).toEqual({ kind: 'part', partId: 'a', nextPartId: 'b' })
    expect(finishingOf(paper, oneWay, at('a', 'b'))).toEqual({ kind: 'part', partId: 'a', nextPartId: 'c' })
    expect(finishingOf(paper, oneWay, at('c', 'a', 'b'))).toEqual({ kind: 'exam' })
  })

  test('a finish ends a part with its own time or reading, and not a mere heading', () => {
    expect(finishingOf(paper, planWith({ timeMs: 60_000 }), at('a')).kind).toBe('part')
    expect(finishingOf(paper, planWith({ readingMs: 60_000 }), at('a')).kind).toBe('part')
    expect(finishingOf(paper, planWith({}), at('a'))).toEqual({ kind: 'exam' })
    expect(finishingOf(paper, planWith({ oneWay: true }), at(undefined))).toEqual({ kind: 'exam' })
  })
})

describe('the end of a part’s time', () => {
  // TIME-320 TIME-321
  test('a finish ends the part if another one is left, otherwise the exam', () => {
    expect(finishedByTime(paper, at('a'))).toEqual({ kind: 'part', partId: 'a', nextPartId: 'b' })
    expect(finishedByTime(paper, at('c', 'a', 'b'))).toEqual({ kind: 'exam' })
    expect(finishedByTime(paper, at(undefined))).toEqual({ kind: 'exam' })
  })

  test('a finish skips a part whose questions are all disabled, and ends the exam if nothing follows', () => {
    const disabled = (...ids: string[]): PaperPosition => ({ ...at('a'), isDisabled: (id) => ids.includes(id) })
    expect(finishedByTime(paper, disabled('q2'))).toEqual({ kind: 'part', partId: 'a', nextPartId: 'c' })
    expect(finishedByTime(paper, disabled('q2', 'q3'))).toEqual({ kind: 'exam' })
    expect(finishingOf(paper, planWith({ oneWay: true }), disabled('q2', 'q3'))).toEqual({ kind: 'exam' })
  })

  test('never takes from a learner the parts that they left for later', () => {
    expect(finishedByTime(paper, at('c', 'a'))).toEqual({ kind: 'part', partId: 'c', nextPartId: 'b' })
  })
})
