import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { countsForSuccess, courseStatus, type RolledUp, rollUp } from './course-roll-up.ts'
import type { CourseStatus } from './prerequisites.ts'
import { nothingSet, type ScoMeasures, scoOutcome, scoStatus } from './sco-outcome.ts'
import type { Activity } from './sequencing/activity.ts'

const outcome = (data: Record<string, string>, measures: ScoMeasures) => scoOutcome(new Map(Object.entries(data)), measures)
const status = (data: Record<string, string>, measures: ScoMeasures, counts = true) =>
  scoStatus(outcome(data, measures), counts)

describe('the result of a SCO of SCORM 1.2', () => {
  const one = { version: '1.2' } as const
  // SCO-205 CONST-207
  test.each([
    ['passed', 2],
    ['completed', 2],
    ['failed', 3],
    ['incomplete', 1],
    ['browsed', 1],
    ['not attempted', 1],
    ['banana', 1],
  ])('%s is %i', (lesson, expected) => {
    expect(status({ 'cmi.core.lesson_status': lesson }, one)).toBe(expected)
  })

  test('the mastery score decides about a SCO that reports completion, and about no other', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100 }), fc.integer({ min: 0, max: 100 }), (raw, masteryScore) => {
        const measures = { ...one, masteryScore }
        const scored = (lesson: string) =>
          status({ 'cmi.core.lesson_status': lesson, 'cmi.core.score.raw': String(raw) }, measures)
        for (const done of ['completed', 'passed', 'failed']) expect(scored(done)).toBe(raw >= masteryScore ? 2 : 3)
        for (const other of ['incomplete', 'not attempted']) expect(scored(other)).toBe(1)
      }),
    )
  })

  test('an invalid score changes nothing', () => {
    for (const raw of ['', 'x', '101', '-1', 'NaN', 'Infinity', '0x10'])
      expect(status({ 'cmi.core.lesson_status': 'completed', 'cmi.core.score.raw': raw }, { ...one, masteryScore: 50 })).toBe(2)
  })
})

describe('the result of a SCO of SCORM 2004', () => {
  const one = { version: '2004' } as const
  test.each([
    ['completed', 'passed', 2],
    ['completed', 'unknown', 2],
    ['completed', 'failed', 3],
    ['incomplete', 'failed', 1],
    ['incomplete', 'passed', 1],
    ['unknown', 'passed', 2],
    ['unknown', 'failed', 3],
    ['unknown', 'unknown', 1],
  ])('%s and %s is %i', (completion, success, expected) => {
    expect(status({ 'cmi.completion_status': completion, 'cmi.success_status': success }, one)).toBe(expected)
  })

  test('measures that the manifest judges by decide over what the SCO says', () => {
    const unit = fc.double({ min: 0, max: 1, noNaN: true })
    fc.assert(
      fc.property(unit, unit, unit, unit, (progress, completionThreshold, scaled, scaledPassingScore) => {
        const data = {
          'cmi.completion_status': progress >= completionThreshold ? 'incomplete' : 'completed',
          'cmi.success_status': scaled >= scaledPassingScore ? 'failed' : 'passed',
          'cmi.progress_measure': String(progress),
          'cmi.score.scaled': String(scaled),
        }
        expect(outcome(data, { ...one, completionThreshold, scaledPassingScore })).toMatchObject({
          completion: progress >= completionThreshold ? 'completed' : 'incomplete',
          success: scaled >= scaledPassingScore ? 'passed' : 'failed',
        })
      }),
    )
  })

  test('without measures the SCO’s own status counts, and a SCO that set nothing has only begun', () => {
    const measures = { ...one, completionThreshold: 0.5, scaledPassingScore: 0.5 }
    expect(status({ 'cmi.completion_status': 'completed' }, measures)).toBe(2)
    expect(outcome({}, measures)).toEqual({ ...nothingSet })
    expect(status({}, one)).toBe(1)
  })

  test('failing what does not count is having taken it', () => {
    expect(status({ 'cmi.completion_status': 'completed', 'cmi.success_status': 'failed' }, one, false)).toBe(2)
  })
})

const leaf = (id: string, sequencingControls = {}): Activity => ({ id, sequencingControls })
const rolledUp = (all: Record<string, Partial<RolledUp>>) => (id: string) =>
  all[id] && { completion: 'unknown' as const, success: 'unknown' as const, attempted: true, ...all[id] }

describe('the result of a tree of activities', () => {
  const outcomes = fc.record({
    completion: fc.constantFrom('completed' as const, 'incomplete' as const, 'unknown' as const),
    success: fc.constantFrom('passed' as const, 'failed' as const, 'unknown' as const),
    attempted: fc.boolean(),
  })

  test('without rules: satisfied and completed exactly when every child is', () => {
    fc.assert(
      fc.property(fc.array(outcomes, { minLength: 1, maxLength: 6 }), (all) => {
        const root = { id: 'root', children: all.map((_, at) => leaf(`${at}`)) }
        const now = rollUp(root, (id) => all[Number(id)])
        expect(now.success === 'passed').toBe(all.every((one) => one.success === 'passed'))
        expect(now.completion === 'completed').toBe(all.every((one) => one.completion === 'completed'))
      }),
    )
  })

  test('a child that is left out changes nothing', () => {
    fc.assert(
      fc.property(outcomes, outcomes, (stored, left) => {
        const out = { rollupObjectiveSatisfied: false, rollupProgressCompletion: false, objectiveMeasureWeight: 0 }
        const with_ = rollUp({ id: 'r', children: [leaf('a'), leaf('b', out)] }, (id) => (id === 'a' ? stored : left))
        const alone = rollUp({ id: 'r', children: [leaf('a')] }, () => stored)
        expect([with_.success, with_.completion]).toEqual([alone.success, alone.completion])
        const untracked = rollUp({ id: 'r', children: [leaf('a'), leaf('b', { tracked: false })] }, (id) =>
          id === 'a' ? stored : left,
        )
        expect(untracked).toEqual(alone)
      }),
    )
  })

  test('a post-test decides alone: what it reports is what the course is', () => {
    const out = { rollupObjectiveSatisfied: false, rollupProgressCompletion: false, objectiveMeasureWeight: 0 }
    const root = {
      id: 'root',
      children: [leaf('pre', out), { id: 'content', children: [leaf('one')], sequencingControls: out }, leaf('post')],
    }
    expect(
      rollUp(
        root,
        rolledUp({
          pre: { success: 'failed', measure: 0 },
          post: { success: 'passed', completion: 'completed', measure: 0.9 },
        }),
      ),
    ).toMatchObject({
      success: 'passed',
      completion: 'completed',
      measure: 0.9,
    })
    expect(countsForSuccess(root, 'pre')).toBe(false)
    expect(countsForSuccess(root, 'one')).toBe(false)
    expect(countsForSuccess(root, 'post')).toBe(true)
  })

  test('roll-up rules: any, none, at least a count, at least a share, and not', () => {
    const by = (consideration: string, more = {}, condition: object = { condition: 'completed' }) =>
      rollUp(
        {
          id: 'r',
          children: [leaf('a'), leaf('b'), leaf('c'), leaf('d')],
          rollupRules: {
            rules: [{ action: 'completed', consideration, conditions: [condition as { condition: string }], ...more }],
          },
        },
        rolledUp({ a: { completion: 'completed' }, b: { completion: 'completed' } }),
      ).completion
    expect(by('any')).toBe('completed')
    expect(by('all')).toBe('unknown')
    expect(by('none')).toBe('unknown')
    expect(by('none', {}, { condition: 'satisfied' })).toBe('completed')
    expect(by('atLeastCount', { minimumCount: 2 })).toBe('completed')
    expect(by('atLeastCount', { minimumCount: 3 })).toBe('unknown')
    expect(by('atLeastPercent', { minimumPercent: 0.5 })).toBe('completed')
    expect(by('atLeastPercent', { minimumPercent: 0.51 })).toBe('unknown')
    expect(by('all', {}, { condition: 'satisfied', operator: 'not' })).toBe('completed')
    expect(by('any', {}, { condition: 'moonlit' })).toBe('unknown')
  })

  test('by measure: the weighted mean against the least', () => {
    const root = (least: number) => ({
      id: 'r',
      children: [leaf('a', { objectiveMeasureWeight: 3 }), leaf('b')],
      primaryObjective: { satisfiedByMeasure: true, minNormalizedMeasure: least },
    })
    const all = rolledUp({ a: { measure: 0.8 }, b: { measure: 0.4 } })
    expect(rollUp(root(0.7), all)).toMatchObject({ success: 'passed', measure: expect.closeTo(0.7) })
    expect(rollUp(root(0.71), all).success).toBe('failed')
    expect(rollUp(root(0.5), rolledUp({})).success).toBe('unknown')
  })
})

describe('the result of a course', () => {
  const statuses = fc.array(fc.constantFrom<CourseStatus>(0, 1, 2, 3), { minLength: 1, maxLength: 6 })
  // SCO-205
  test('without a tree a course is failed with any, completed with all, started with one, and otherwise not started', () => {
    fc.assert(
      fc.property(statuses, (all) => {
        const expected = all.includes(3) ? 3 : all.every((one) => one === 2) ? 2 : all.some((one) => one > 0) ? 1 : 0
        expect(courseStatus(all, undefined)).toBe(expected)
      }),
    )
  })

  test('with a tree a course is completed if the tree is, and failed after everything is done and a required part is not passed', () => {
    const rolled = { completion: 'completed', success: 'passed' } as const
    expect(courseStatus([2, 1], rolled)).toBe(2)
    expect(courseStatus([2, 2], { ...rolled, success: 'failed' })).toBe(3)
    expect(courseStatus([2, 1], { completion: 'incomplete', success: 'failed' })).toBe(1)
    expect(courseStatus([], undefined)).toBe(0)
  })
})
