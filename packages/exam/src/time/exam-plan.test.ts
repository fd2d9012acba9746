import { describe, expect, test } from 'vitest'
import { buildPaper } from '../paper/paper.ts'
import { hasRunningParts, planOf } from './exam-plan.ts'
import { countable, millisecondsOf } from './milliseconds.ts'

const paper = buildPaper([
  { sectionId: 'root', sectionIds: ['a', 'b'], questionIds: [] },
  { sectionId: 'a', sectionIds: ['inner'], questionIds: ['q1'] },
  { sectionId: 'inner', sectionIds: [], questionIds: ['q2'] },
  { sectionId: 'b', sectionIds: [], questionIds: ['q3'] },
])
const section = { warningTime: 30, sectionTime: 600, readingTime: 60, oneWay: false }
const settings = { examTime: 3600, warningTime: 300, oneWay: false }

describe('the plan of an exam', () => {
  // TIME-301 ENT-310 ENT-311
  test('a plan has a time for each part of the paper, in milliseconds, and none for inner sections', () => {
    const plan = planOf(paper, settings, [
      { id: 'a', ...section },
      { id: 'inner', ...section },
    ])
    expect(plan).toEqual({
      timeMs: 3_600_000,
      warningMs: 300_000,
      parts: [
        { id: 'a', timeMs: 600_000, readingMs: 60_000, warningMs: 30_000, oneWay: false },
        { id: 'b', timeMs: 0, readingMs: 0, warningMs: 0, oneWay: false },
      ],
    })
    expect(hasRunningParts(plan)).toBe(true)
    expect(hasRunningParts(planOf(paper, settings, []))).toBe(false)
  })

  test('the plan of a one-way exam has only one-way parts', () => {
    expect(planOf(paper, { ...settings, oneWay: true }, []).parts.map(({ oneWay }) => oneWay)).toEqual([true, true])
  })

  test('a plan does not use negative, missing, endless, huge or textual times', () => {
    for (const bad of [-1, undefined, null, Number.NaN, 'abc']) expect(millisecondsOf(bad)).toBe(0)
    for (const huge of [1e300, Number.POSITIVE_INFINITY]) expect(millisecondsOf(huge)).toBe(31_536_000_000)
    for (const bad of [-1, Number.NaN, Number.NEGATIVE_INFINITY]) expect(countable(bad)).toBe(0)
    const bad = { id: 'a', warningTime: Number.NaN, sectionTime: -5, readingTime: 1e300, oneWay: false }
    expect(planOf(paper, { ...settings, examTime: -3600 }, [bad])).toMatchObject({
      timeMs: 0,
      parts: [{ timeMs: 0, readingMs: 31_536_000_000, warningMs: 0 }, {}],
    })
  })
})
