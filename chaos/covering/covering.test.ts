import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chanceOf } from '../chance.ts'
import { fastPlanOf } from '../fast/fast-plan.ts'
import { faultKinds, guardFaults } from '../fault-kinds.ts'
import { planOf } from '../plan.ts'
import { chooseSeeds } from './choose-seeds.ts'
import { fewBrowserSeeds, fewFastSeeds, manyBrowserSeeds, manyFastSeeds } from './few-seeds.ts'
import { missingTraits, traitsOf, traitsOfBrowsers } from './traits.ts'

test('the few seeds in browsers have every fault, both databases, and every kind of exam and course; none of them could be left out', () => {
  const plans = fewBrowserSeeds.map((seed) => planOf(seed))
  expect(missingTraits(plans), 'node chaos/covering/print-few-seeds.ts finds other seeds').toEqual([])
  for (const plan of plans) expect(missingTraits(plans.filter((one) => one !== plan))).not.toEqual([])
  expect(fewBrowserSeeds.length).toBeLessThanOrEqual(9)
  expect(manyBrowserSeeds.length).toBeGreaterThanOrEqual(24)
})

/** Nothing that needs a screen, a process or PostgreSQL strikes there. */
const inBrowsersAlone = ['database killed', 'failover that lacks seconds', 'tab closed']

test('the few seeds in simulated time have every fault that there is in it, those of guards included', () => {
  const plans = fewFastSeeds.map((seed) => fastPlanOf(seed))
  const wanted = faultKinds.filter((kind) => !inBrowsersAlone.includes(kind))
  expect(missingTraits(plans, [...wanted, 'plain exam', 'checked exam', 'routed exam'])).toEqual([])
  expect(missingTraits(plans, inBrowsersAlone)).toEqual(inBrowsersAlone)
  expect(manyFastSeeds.length).toBeGreaterThanOrEqual(300)
})

test('every fault and every kind of run is a trait of some plan, and the guards of none in browsers', () => {
  const plans = Array.from({ length: 1500 }, (_, seed) => planOf(seed))
  expect(missingTraits(plans)).toEqual([])
  expect(missingTraits(plans, guardFaults)).toEqual([...guardFaults])
})

test('what is missing of a plan is what it does not show', () => {
  const plan = planOf(1)
  expect(missingTraits([])).toEqual(traitsOfBrowsers)
  expect(missingTraits([plan]).length + [...traitsOf(plan)].length).toBe(traitsOfBrowsers.length)
})

const letters = 'abcdefgh'.split('')
const candidates = fc.array(fc.uniqueArray(fc.constantFrom(...letters), { minLength: 1 }), { minLength: 1, maxLength: 12 })

test('seeds that are chosen show everything that is wanted, and no more of them than were asked for', () => {
  fc.assert(
    fc.property(candidates, fc.integer({ min: 1, max: 8 }), fc.nat(), (lists, count, seed) => {
      const given = lists.map((traits, index) => ({ seed: index, traits: new Set(traits) }))
      const chosen = chooseSeeds(given, { count, wanted: letters, tries: 5, chance: chanceOf(seed) })
      if (chosen === undefined) return
      expect(chosen).toHaveLength(count)
      const shown = new Set(chosen.flatMap((one) => lists[one] ?? []))
      expect([...shown].sort()).toEqual(letters)
    }),
  )
})

test('seeds are found where few will do, and none where too few are asked for', () => {
  const given = ['abcd', 'efgh', 'aceg', 'bd', 'h'].map((traits, seed) => ({ seed, traits: new Set(traits) }))
  const choose = (count: number) => chooseSeeds(given, { count, wanted: letters, tries: 50, chance: chanceOf(1) })
  expect(choose(2)).toEqual([0, 1])
  expect(choose(1)).toBeUndefined()
  expect(chooseSeeds([], { count: 1, wanted: letters, tries: 5, chance: chanceOf(1) })).toBeUndefined()
})
