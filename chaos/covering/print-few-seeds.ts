import { chanceOf } from '../chance.ts'
import { planOf } from '../plan.ts'
import { chooseSeeds } from './choose-seeds.ts'
import { traitsOf, traitsOfBrowsers } from './traits.ts'

/** `node chaos/covering/print-few-seeds.ts`: prints the fewest seeds that it finds for `few-seeds.ts`, after a change of the plans. */
const seeds = Array.from({ length: 40_000 }, (_, index) => index + 1)
const candidates = seeds.map((seed) => ({ seed, traits: traitsOf(planOf(seed)) }))
const fewest = 8
const most = 12
for (let count = fewest; count <= most; count += 1) {
  const chosen = chooseSeeds(candidates, { count, wanted: traitsOfBrowsers, tries: 100, chance: chanceOf(count) })
  console.log(chosen ? chosen.join(', ') : `no ${count} seeds were found`)
  if (chosen) break
}
