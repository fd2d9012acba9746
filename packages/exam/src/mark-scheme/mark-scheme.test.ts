import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromBillionths, toBillionths } from '../marks-ledger/billionths.ts'
import { changeBetween } from './changed-scheme.ts'
import { checkPoints } from './check-points.ts'
import type { MarkCriterion, MarkScheme } from './mark-scheme.ts'
import { bestTotal, schemeProblems } from './scheme-problems.ts'

/** Marks with so many more, as exactly as they are written. */
const moreBy = (marks: number, more: number) => fromBillionths((toBillionths(marks) ?? 0) + more * 1_000_000_000)

/** Billionths of up to a thousand marks, often with few decimals. */
const billionths = fc
  .tuple(fc.integer({ min: 1, max: 1000 }), fc.integer({ min: 0, max: 9 }))
  .map(([digits, places]) => digits * 10 ** (9 - places))

const criterion = fc
  .record({ max: billionths, least: fc.option(billionths), others: fc.array(fc.nat({ max: 1000 }), { maxLength: 5 }) })
  .chain(({ max, least, others }) =>
    fc.boolean().map((hasLevels): Omit<MarkCriterion, 'id'> => {
      const minimum = least === null ? 0 : -least
      const between = others.map((share) => minimum + Math.floor(((max - minimum) * share) / 1000))
      const levels = [...new Set([max, ...between])].map((one) => ({ marks: fromBillionths(one), description: 'So' }))
      return {
        title: 'Argument',
        maxMarks: fromBillionths(max),
        ...(least !== null && { minMarks: fromBillionths(minimum) }),
        ...(hasLevels && { levels }),
      }
    }),
  )

const scheme = fc
  .record({
    criteria: fc.array(criterion, { minLength: 1, maxLength: 8 }),
    ceiling: fc.option(billionths),
    floor: fc.option(fc.nat({ max: 1000 })),
  })
  .map(({ criteria, ceiling, floor }): MarkScheme => {
    const named = criteria.map((one, at) => ({ ...one, id: `c${at + 1}` }))
    const most = ceiling ?? named.reduce((sum, { maxMarks }) => sum + (toBillionths(maxMarks) ?? 0), 0)
    return {
      criteria: named,
      ...(ceiling !== null && { ceiling: fromBillionths(ceiling) }),
      ...(floor !== null && { floor: fromBillionths(Math.floor((most * floor) / 1000)) }),
    }
  })

/** A scheme with points that may be given by it. */
const marked = scheme.chain((one) =>
  fc.tuple(...one.criteria.map(() => fc.nat({ max: 1000 }))).map((shares) => {
    const points = one.criteria.map(({ id, minMarks = 0, maxMarks, levels }, at) => {
      const share = (shares as number[])[at] ?? 0
      if (levels) return [id, levels[share % levels.length]?.marks ?? 0] as const
      const [least, most] = [toBillionths(minMarks) ?? 0, toBillionths(maxMarks) ?? 0]
      return [id, fromBillionths(least + Math.floor(((most - least) * share) / 1000))] as const
    })
    return { scheme: one, points: Object.fromEntries(points) as Record<string, number> }
  }),
)

// OFFICE-403
test('a total is the exact sum of the points, within floor and ceiling', () => {
  void fc.assert(
    fc.property(marked, ({ scheme: one, points }) => {
      const checked = checkPoints(one, points)
      if (checked.problem) throw new Error(checked.problem.kind)
      const sum = Object.values(points).reduce((total, each) => total + BigInt(Math.round(each * 1e9)), 0n)
      const most = BigInt(Math.round((one.ceiling ?? 1e9) * 1e9))
      const least = BigInt(Math.round((one.floor ?? 0) * 1e9))
      const bounded = sum < least ? least : sum
      expect(BigInt(checked.total)).toBe(bounded > most ? most : bounded)
      expect(Object.values(checked.points).reduce((total, each) => total + each, 0)).toBe(Number(sum))
    }),
  )
})

test('every total of a scheme without problems lies between nothing and the marks of the question, and the best response gets all', () => {
  void fc.assert(
    fc.property(marked, ({ scheme: one, points }) => {
      const marks = bestTotal(one)
      expect(schemeProblems(one, marks)).toEqual([])
      const { total } = checkPoints(one, points) as { total: number }
      expect(total).toBeGreaterThanOrEqual(0)
      expect(total).toBeLessThanOrEqual(toBillionths(marks) ?? 0)
      const best = Object.fromEntries(one.criteria.map(({ id, maxMarks }) => [id, maxMarks]))
      expect(checkPoints(one, best)).toMatchObject({ total: toBillionths(marks) })
    }),
  )
})

test('more points for a criterion never lower the total', () => {
  void fc.assert(
    fc.property(marked, fc.nat(), ({ scheme: one, points }, which) => {
      const raised = one.criteria[which % one.criteria.length]
      if (!raised) return
      const { total } = checkPoints(one, points) as { total: number }
      expect(checkPoints(one, { ...points, [raised.id]: raised.maxMarks })).toSatisfy(
        (more: { total: number }) => more.total >= total,
      )
    }),
  )
})

test('points that are missing, strange, inexact or out of bounds are refused', () => {
  void fc.assert(
    fc.property(marked, fc.nat(), ({ scheme: one, points }, which) => {
      const { id, minMarks = 0, maxMarks, levels } = one.criteria[which % one.criteria.length] as MarkCriterion
      const { [id]: _, ...others } = points
      expect(checkPoints(one, others)).toEqual({ problem: { kind: 'missing', criterion: id } })
      expect(checkPoints(one, { ...points, stranger: 1 })).toEqual({ problem: { kind: 'unknown', criterion: 'stranger' } })
      const kindOf = (given: number) => checkPoints(one, { ...points, [id]: given }).problem?.kind
      expect(kindOf(moreBy(maxMarks, 1))).toBe(levels ? 'no-level' : 'too-many')
      expect(kindOf(moreBy(minMarks, -1))).toBe(levels ? 'no-level' : 'too-few')
      for (const given of [Number.NaN, Number.POSITIVE_INFINITY, 1 / 3]) expect(kindOf(given)).toBe('inexact')
    }),
  )
  expect(checkPoints({ criteria: [] }, {})).toEqual({ problem: { kind: 'no-criteria' } })
  expect(checkPoints({ criteria: [{ id: 'c1', title: 'A', maxMarks: 1 }] }, Object.create({ c1: 1 }))).toEqual({
    problem: { kind: 'missing', criterion: 'c1' },
  })
})

test('a scheme says all that is wrong with it, each with its place', () => {
  const argument = { id: 'c1', title: 'Argument', maxMarks: 2 }
  const kinds = (one: MarkScheme, marks = 2) => schemeProblems(one, marks).map(({ kind, path }) => `${kind} ${path.join('.')}`)
  expect(kinds({ criteria: [argument] })).toEqual([])
  expect(kinds({ criteria: [] })).toEqual([])
  expect(kinds({ criteria: [argument, argument] }, 4)).toEqual(['id-twice criteria.1.id'])
  expect(schemeProblems({ criteria: [argument] }, 3)).toEqual([{ path: ['criteria'], kind: 'other-marks', best: 2, marks: 3 }])
  expect(kinds({ criteria: [{ ...argument, maxMarks: 1 / 3 }] })).toEqual(['inexact criteria.0.maxMarks'])
  expect(kinds({ criteria: [{ ...argument, maxMarks: 0 }] }, 0)).toEqual(['nothing-to-get criteria.0.maxMarks'])
  expect(kinds({ criteria: [argument], floor: 2, ceiling: 1 })).toEqual(['floor-above-ceiling floor'])
  expect(kinds({ criteria: [argument], ceiling: 1 }, 1)).toEqual([])
  const levels = [3, 1, 1, 2].map((marks) => ({ marks, description: '' }))
  expect(kinds({ criteria: [{ ...argument, levels }] })).toEqual([
    'level-outside criteria.0.levels.0.marks',
    'level-twice criteria.0.levels.2.marks',
  ])
  expect(kinds({ criteria: [{ ...argument, levels: levels.slice(1, 2) }] })).toEqual(['no-top-level criteria.0.levels'])
  expect(kinds({ criteria: [{ ...argument, levels: [] }] })).toEqual(['no-top-level criteria.0.levels'])
  // What takes marks away: nothing of it can be got.
  const slips = { id: 'c2', title: 'Slips', minMarks: -1, maxMarks: 0 }
  expect(kinds({ criteria: [argument, slips] })).toEqual([])
  expect(checkPoints({ criteria: [argument, slips] }, { c1: 0, c2: -1 })).toMatchObject({ total: 0 })
})

// OFFICE-307
test('a change of the words is told from one of what can be given', () => {
  void fc.assert(
    fc.property(scheme, (one) => {
      expect(changeBetween(one, structuredClone(one))).toBe('nothing')
      expect(changeBetween(one, { ...one, floor: one.floor ?? 0 })).toBe('nothing')
      expect(changeBetween(one, { ...one, guidance: '<p>Look.</p>' })).toBe('texts')
      const [first, ...others] = one.criteria as [MarkCriterion, ...MarkCriterion[]]
      expect(changeBetween(one, { ...one, criteria: [...others, first] })).toBe(others.length > 0 ? 'texts' : 'nothing')
      expect(changeBetween(one, { ...one, criteria: [{ ...first, title: 'Other' }, ...others] })).toBe('texts')
      expect(changeBetween(one, { ...one, criteria: [{ ...first, maxMarks: moreBy(first.maxMarks, 1) }, ...others] })).toBe(
        'marks',
      )
      expect(changeBetween(one, { ...one, criteria: [...one.criteria, { ...first, id: 'new' }] })).toBe('marks')
      expect(changeBetween(undefined, one)).toBe('marks')
    }),
  )
  expect(changeBetween(undefined, { criteria: [] })).toBe('nothing')
})
