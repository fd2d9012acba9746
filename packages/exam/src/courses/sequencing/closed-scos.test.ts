import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { CourseStatus } from '../prerequisites.ts'
import { isScoOpen } from '../sco-open.ts'
import type { Activity, SequencingRule } from './activity.ts'
import { closedScos } from './closed-scos.ts'
import type { ScoFacts } from './standing.ts'
import { trackCourse } from './tracked-course.ts'

const ids = ['a', 'b', 'c', 'd'] as const
const statuses = fc.tuple(...ids.map(() => fc.constantFrom<CourseStatus>(0, 1, 2, 3)))
const states = (all: readonly CourseStatus[]) => all.map((status, at) => ({ status, identifier: ids[at] ?? '' }))

const factsFrom = (status: CourseStatus): ScoFacts => ({
  completion: status === 2 ? 'completed' : status === 1 ? 'incomplete' : 'unknown',
  success: status === 2 ? 'passed' : status === 3 ? 'failed' : 'unknown',
  attempted: status > 0,
  attempts: status > 0 ? 1 : 0,
  isUnderWay: status === 1,
  objectives: new Map(),
})

const closed = (root: Activity, all: readonly CourseStatus[], currentId?: string) => {
  const facts = new Map(all.map((status, at): [string, ScoFacts] => [ids[at] ?? '', factsFrom(status)]))
  return closedScos(states(all), { course: trackCourse(root, (id) => facts.get(id)), currentId })
}

const leaf = (id: string, more: Partial<Activity> = {}): Activity => ({ id, ...more })
const condition = fc.record({
  condition: fc.constantFrom('satisfied', 'completed', 'attempted', 'always', 'objectiveStatusKnown', 'moonlit'),
  operator: fc.constantFrom(undefined, 'not'),
})
const rules = fc.array(
  fc.record({
    action: fc.constantFrom('skip', 'disabled', 'hiddenFromChoice', 'stopForwardTraversal'),
    conditionCombination: fc.constantFrom('all', 'any'),
    conditions: fc.array(condition, { maxLength: 2 }),
  }),
  { maxLength: 2 },
)
const controls = fc.record({ choice: fc.boolean(), flow: fc.boolean(), forwardOnly: fc.boolean() })
const flat = (all: readonly (readonly SequencingRule[])[], sequencingControls: Activity['sequencingControls']): Activity => ({
  id: 'root',
  sequencingControls,
  children: ids.map((id, at) => leaf(id, { sequencingRules: { preConditionRules: all[at] } })),
})
const current = fc.constantFrom(undefined, ...ids)

describe('closed activities of a course', () => {
  // SCO-207 SCO-208
  test('without rules: what is failed, and what comes after one that is not completed', () => {
    fc.assert(
      fc.property(statuses, current, (all, currentId) => {
        const root = flat([], { choice: true, flow: true })
        for (const [at, why] of closed(root, all, currentId).entries())
          expect(why === undefined).toBe(isScoOpen(states(all), at))
      }),
    )
  })

  test('rules open no failed activity, and none before a required one, except skipped ones', () => {
    fc.assert(
      fc.property(statuses, fc.tuple(rules, rules, rules, rules), controls, current, (all, given, modes, currentId) => {
        const whys = closed(flat(given, modes), all, currentId)
        for (const [at, why] of whys.entries()) {
          if (why !== undefined) continue
          expect(all[at]).not.toBe(3)
          for (const [before, status] of all.slice(0, at).entries())
            if (status !== 2)
              expect(whys[before] === 'rule' || given[before]?.some(({ action }) => action !== 'stopForwardTraversal')).toBe(
                true,
              )
        }
      }),
    )
  })

  test('a disabled or skipped activity is closed with everything in it', () => {
    for (const action of ['disabled', 'skip'])
      for (const currentId of [undefined, 'a', 'b']) {
        const inside = { id: 'in', children: [leaf('b'), leaf('c')] }
        const barred = { preConditionRules: [{ action, conditions: [{ condition: 'always' }] }] }
        const root: Activity = { id: 'root', children: [leaf('a'), { ...inside, sequencingRules: barred }, leaf('d')] }
        expect(closed(root, [2, 0, 0, 0], currentId)).toEqual([undefined, 'rule', 'rule', undefined])
      }
  })

  test('an activity that must not be left while it is under way cannot be left', () => {
    const root: Activity = {
      id: 'root',
      sequencingControls: { choice: true, flow: false },
      children: [
        leaf('a'),
        { id: 'in', sequencingControls: { choiceExit: false }, children: [leaf('b')] },
        leaf('c'),
        leaf('d'),
      ],
    }
    expect(closed(root, [2, 1, 0, 0], 'b')).toEqual(['rule', undefined, 'rule', 'rule'])
    expect(closed(root, [2, 2, 0, 0], 'b')).toEqual([undefined, undefined, undefined, 'order'])
  })

  test('objectives that go in a circle end', () => {
    const turning = (id: string, from: string, to: string): Activity => ({
      id,
      primaryObjective: {
        mapInfo: [
          { targetObjectiveID: from, readSatisfiedStatus: true },
          { targetObjectiveID: to, readSatisfiedStatus: false, writeSatisfiedStatus: true },
        ],
      },
      sequencingRules: { preConditionRules: [{ action: 'skip', conditions: [{ condition: 'satisfied', operator: 'not' }] }] },
    })
    const root: Activity = { id: 'root', children: [turning('a', 'x', 'y'), turning('b', 'y', 'x')] }
    fc.assert(fc.property(statuses, (all) => void closed(root, all)))
  })
})
