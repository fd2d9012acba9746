import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { fewBrowserSeeds, manyBrowserSeeds } from './covering/few-seeds.ts'
import { playsEverything } from './extent.ts'
import { planOf } from './plan.ts'
import { playPlans } from './play-plans.ts'
import { inWords, type Summary, sumUp } from './summary.ts'

/** A few that cover everything, or as many more. `script/chaos` plays as many as one has time for. */
const seeds = playsEverything ? [...new Set([...manyBrowserSeeds, ...fewBrowserSeeds])] : fewBrowserSeeds
let summary: Summary

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sitwell-chaos-trail-'))
  const trails = { folder, commandOf: (seed: number) => `script/chaos --seed ${seed}` }
  summary = sumUp(await playPlans({ plans: seeds.map((seed) => planOf(seed)), workers: 4, trails }))
  console.log(inWords(summary))
  if (summary.failed.length > 0) console.log(`All that is left of what failed is in ${folder}`)
  else await rm(folder, { recursive: true, force: true })
}, 900_000)

const faultsOf = (...kinds: string[]) =>
  summary.failed.flatMap(({ seed, found }) => found.filter(({ kind }) => kinds.includes(kind)).map((one) => ({ seed, ...one })))

// SAVE-301 SAVE-302 LOG-102 NET-109 NET-110 QUEUE-303 QUEUE-304 QUEUE-315
test('through cuts, crashes, kills, a full disk and other devices, what learners entered last is on the server in the end', () => {
  expect(faultsOf('lost', 'overwritten', 'untold', 'shown', 'stuck')).toEqual([])
  expect(summary.runs).toBe(seeds.length)
  expect(summary.entered).toBeGreaterThan(seeds.length)
})

// QUEUE-307
test('however often a request is sent, and in whatever order it comes, nothing is there twice', () => {
  expect(faultsOf('double')).toEqual([])
})

// LOG-303 LOG-308 LOG-309 LOG-321
test('the activity log tells what the learner did: nothing twice, nothing else, nothing missing that a crash did not take', () => {
  expect(faultsOf('log')).toEqual([])
})
