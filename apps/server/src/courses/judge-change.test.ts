import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Candidate, canTakeBack, type Held, judgeChange, totalsOf, type Wanted } from './judge-change.ts'

const newest = 3
const held: fc.Arbitrary<Held> = fc
  .record({ version: fc.integer({ min: 1, max: newest }), status: fc.integer({ min: 0, max: 3 }), wasReset: fc.boolean() })
  .map(({ version, status, wasReset }) => ({ version, status, wasBegun: status > 0 || wasReset }))
const candidate: fc.Arbitrary<Candidate> = fc.record({
  ...{ username: fc.string(), firstName: fc.string(), lastName: fc.string() },
  ...{ isVisible: fc.boolean(), mayChange: fc.boolean(), held: fc.array(held, { maxLength: 3 }) },
})
const userIDs = fc.array(fc.integer({ min: 1, max: 12 }), { maxLength: 15 })
const known = fc.array(fc.tuple(fc.integer({ min: 1, max: 10 }), candidate), { maxLength: 10 }).map((pairs) => new Map(pairs))
const wanted: fc.Arbitrary<Wanted> = fc.record({
  ...{ action: fc.constantFrom('give', 'take'), version: fc.constant(newest), again: fc.boolean() },
})
const of = (...own: Held[]): ReadonlyMap<number, Candidate> =>
  new Map([[1, { username: 'a', firstName: 'A', lastName: 'B', isVisible: true, mayChange: true, held: own }]])
const give = { action: 'give', version: newest, again: false } as const
const verdict = (asked: Wanted, ...own: Held[]) => {
  const [one] = judgeChange(asked, [1], of(...own))
  return [one?.becomes, one?.reason]
}
const unbegun = (version: number): Held => ({ version, status: 0, wasBegun: false })
const begun = (version: number, status: number): Held => ({ version, status, wasBegun: true })

// OFFICE-102 OFFICE-209
test('a change of a course has one line for each person, with what becomes of them or why nothing does, and the lines add up', () => {
  void fc.assert(
    fc.property(wanted, userIDs, known, (asked, ids, people) => {
      const lines = judgeChange(asked, ids, people)
      expect(lines.map(({ userID }) => userID)).toEqual([...new Set(ids)])
      const { changed, unchanged, refused } = totalsOf(lines)
      expect(changed + unchanged + refused).toBe(lines.length)
      for (const line of lines) {
        const isChanged = line.becomes === 'given' || line.becomes === 'updated' || line.becomes === 'taken'
        expect(line.reason === undefined).toBe(isChanged)
        if (isChanged) expect(line.becomes === 'taken').toBe(asked.action === 'take')
        if (line.becomes === 'updated') expect(canTakeBack(line)).toBe(false)
      }
    }),
  )
})

test('nobody is named whom the caller may not see, and nothing changes for whom they may not change', () => {
  void fc.assert(
    fc.property(wanted, userIDs, known, (asked, ids, people) => {
      for (const line of judgeChange(asked, ids, people)) {
        const person = people.get(line.userID)
        if (!person?.isVisible) expect(line).toEqual({ userID: line.userID, becomes: 'refused', reason: 'not-found' })
        else if (!person.mayChange) expect([line.becomes, line.reason]).toEqual(['refused', 'beyond'])
      }
    }),
  )
})

// OFFICE-411
test('what was ever begun is neither taken away nor replaced, whatever is asked', () => {
  void fc.assert(
    fc.property(wanted, userIDs, known, (asked, ids, people) => {
      for (const line of judgeChange(asked, ids, people)) {
        const own = people.get(line.userID)?.held ?? []
        if (line.becomes === 'taken' || line.becomes === 'updated') expect(own.some(({ wasBegun }) => !wasBegun)).toBe(true)
        // Nobody has two at once that they could continue with.
        if (line.becomes === 'given') expect(own.every(({ status }) => status >= 2)).toBe(true)
      }
    }),
  )
})

test('each state has its own result', () => {
  expect(verdict(give)).toEqual(['given', undefined])
  expect(verdict(give, unbegun(3))).toEqual(['unchanged', 'has-it'])
  expect(verdict(give, unbegun(2))).toEqual(['updated', undefined])
  expect(verdict(give, begun(3, 1))).toEqual(['unchanged', 'takes-it'])
  expect(verdict(give, begun(2, 1))).toEqual(['unchanged', 'takes-older'])
  // It was reset: the history stays with its version.
  expect(verdict(give, begun(2, 0))).toEqual(['unchanged', 'takes-older'])
  for (const status of [2, 3]) {
    expect(verdict(give, begun(3, status))).toEqual(['unchanged', 'finished'])
    expect(verdict({ ...give, again: true }, begun(3, status))).toEqual(['given', undefined])
  }
  expect(verdict({ ...give, again: true }, begun(2, 2), unbegun(2))).toEqual(['updated', undefined])
  const take = { ...give, action: 'take' } as const
  expect(verdict(take)).toEqual(['unchanged', 'has-not'])
  expect(verdict(take, unbegun(1))).toEqual(['taken', undefined])
  for (const status of [0, 1, 2, 3]) expect(verdict(take, begun(3, status))).toEqual(['refused', 'begun'])
  expect(verdict(take, begun(3, 2), unbegun(3))).toEqual(['taken', undefined])
})
