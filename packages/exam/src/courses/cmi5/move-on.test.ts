import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type AuFacts,
  auStatus,
  cmi5CourseStatus,
  isAuOpen,
  isSatisfied,
  launchModeOf,
  nothingDone,
  type StructureNode,
  satisfiedNodes,
} from './move-on.ts'
import { moveOns } from './vocabulary.ts'

const facts = fc.record({ completed: fc.boolean(), passed: fc.boolean(), failed: fc.boolean(), waived: fc.boolean() })
const moveOn = fc.constantFrom(...moveOns)

test('an AU is satisfied by what its moveOn asks for', () => {
  const by = (done: Partial<AuFacts>) => moveOns.filter((one) => isSatisfied({ ...nothingDone, ...done }, one))
  expect(by({})).toEqual(['NotApplicable'])
  expect(by({ passed: true })).toEqual(['Passed', 'CompletedOrPassed', 'NotApplicable'])
  expect(by({ completed: true })).toEqual(['Completed', 'CompletedOrPassed', 'NotApplicable'])
  expect(by({ completed: true, passed: true })).toEqual([...moveOns])
  expect(by({ waived: true })).toEqual([...moveOns])
})

test('more done never satisfies less', () => {
  fc.assert(
    fc.property(facts, facts, moveOn, (one, other, asks) => {
      const both = {
        completed: one.completed || other.completed,
        passed: one.passed || other.passed,
        failed: one.failed,
        waived: one.waived || other.waived,
      }
      if (isSatisfied(one, asks)) expect(isSatisfied(both, asks)).toBe(true)
    }),
  )
})

/** Course structures with their AUs numbered in order. */
const structures = fc
  .letrec<{ node: 'au' | unknown[] }>((tie) => ({
    node: fc.oneof({ depthSize: 'small' }, fc.constant('au' as const), fc.array(tie('node'), { maxLength: 4 })),
  }))
  .node.map((drawn) => {
    let aus = 0
    let ids = 0
    const build = (one: unknown): StructureNode | { au: number } => {
      if (!Array.isArray(one)) return { au: aus++ }
      const id = `n${ids++}`
      return { id, children: one.map(build) }
    }
    const root = build(Array.isArray(drawn) ? drawn : [drawn])
    return { root: root as StructureNode, aus }
  })

test('a block is satisfied exactly if everything in it is, at any depth; the course comes last', () => {
  fc.assert(
    fc.property(structures, fc.infiniteStream(fc.boolean()), ({ root, aus }, flips) => {
      const done = [...flips.take(aus)]
      const found = satisfiedNodes(root, (au) => done[au] === true)
      const ausOf = (node: StructureNode): number[] =>
        node.children.flatMap((child) => ('au' in child ? [child.au] : ausOf(child)))
      const check = (node: StructureNode) => {
        expect(found.includes(node.id)).toBe(ausOf(node).every((au) => done[au] === true))
        for (const child of node.children) if (!('au' in child)) check(child)
      }
      check(root)
      expect(new Set(found).size).toBe(found.length)
      if (found.includes(root.id)) expect(found.at(-1)).toBe(root.id)
    }),
  )
})

test('an AU opens once all before it are satisfied', () => {
  expect([0, 1, 2, 3].map((at) => isAuOpen([true, false, true], at))).toEqual([true, true, false, false])
})

test('the list contains the status of an AU and of a course', () => {
  const at = (done: Partial<AuFacts>, asks: (typeof moveOns)[number], wasLaunched: boolean, isOpen = false) =>
    auStatus({ ...nothingDone, ...done }, asks, { wasLaunched, isOpen })
  expect(at({}, 'Passed', false)).toBe(0)
  expect(at({}, 'Passed', true, true)).toBe(1)
  expect(at({}, 'Passed', true)).toBe(1)
  expect(at({ failed: true }, 'Passed', true, true)).toBe(1)
  expect(at({ failed: true }, 'Passed', true)).toBe(3)
  expect(at({ passed: true }, 'Passed', true, true)).toBe(2)
  expect(at({ waived: true }, 'Passed', false)).toBe(2)
  expect(at({}, 'NotApplicable', false)).toBe(0)
  expect(at({}, 'NotApplicable', true, true)).toBe(1)
  expect(at({}, 'NotApplicable', true)).toBe(2)
  expect(cmi5CourseStatus([0, 0], true)).toBe(0)
  expect(cmi5CourseStatus([2, 0], true)).toBe(2)
  expect(cmi5CourseStatus([2, 3], false)).toBe(3)
  expect(cmi5CourseStatus([2, 0], false)).toBe(1)
})

test('what is done is looked at again, and anything else is done', () => {
  fc.assert(
    fc.property(facts, moveOn, (done, asks) => {
      if (asks !== 'NotApplicable') expect(launchModeOf(done, asks)).toBe(isSatisfied(done, asks) ? 'Review' : 'Normal')
    }),
  )
  expect(launchModeOf(nothingDone, 'NotApplicable')).toBe('Normal')
  expect(launchModeOf({ ...nothingDone, completed: true }, 'NotApplicable')).toBe('Review')
})
