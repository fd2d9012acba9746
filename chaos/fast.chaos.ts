import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fewFastSeeds, manyFastSeeds } from './covering/few-seeds.ts'
import { playsEverything } from './extent.ts'
import { fastPlanOf } from './fast/fast-plan.ts'
import { playFast } from './fast/play-fast.ts'
import type { RunResult } from './run.ts'
import { inWords, sumUp } from './summary.ts'
import { toRemove } from './without/to-remove.ts'

const seeds = playsEverything ? manyFastSeeds : fewFastSeeds

// SAVE-301 SAVE-302 LOG-102 NET-109 NET-110 QUEUE-303 QUEUE-304 QUEUE-307 QUEUE-315
test('without a browser, in simulated time: nothing is lost, overwritten, untold or doubled in any seed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sitwell-chaos-trail-'))
  const trails = { folder, commandOf: (seed: number) => `script/chaos --fast --seed ${seed}` }
  const summary = sumUp(await playFast({ plans: seeds.map((seed) => fastPlanOf(seed)), trails }))
  console.log(inWords(summary))
  if (summary.failed.length > 0) console.log(`All that is left of what failed is in ${folder}`)
  else await rm(folder, { recursive: true, force: true })
  expect(summary.failed).toEqual([])
  expect(summary.runs).toBe(seeds.length)
  expect(summary.entered).toBeGreaterThan(seeds.length)
})

// 940127 has the server's clock jump, 940128 restarts it with nobody in an exam: it believes the clock, and is a week ahead from then on.
test('what one run does to the time of a server is no matter in the next one', async () => {
  const results = await playFast({ plans: [940127, 940128, 940130].map((seed) => fastPlanOf(seed)) })
  expect(results.map(({ found }) => found)).toEqual([[], [], []])
})

const { safeguards, reason } = await toRemove()
/** Those in code that runs without screens, files and PostgreSQL. */
const taken = safeguards.filter(({ isFast }) => isFast)
const mostRuns = 8
const firstSeed = 100_000

if (taken.length === 0) console.log(`No safeguard is removed in simulated time: ${reason}`)
test.each(taken)('and it finds what goes wrong without a safeguard: $name', async ({ name, shownBy, as }) => {
  const isFound = ({ found }: RunResult) => found.some(({ kind }) => as.includes(kind))
  const plans = Array.from({ length: mostRuns }, (_, index) => fastPlanOf(firstSeed + index, shownBy))
  const results = await playFast({ plans, without: name, isEnough: isFound })
  const found = results.flatMap((result) => result.found.map(({ kind, detail }) => `${kind}: ${detail}`))
  expect(results.some(isFound), `nothing of ${as.join(' or ')} in ${found.join('\n')}`).toBe(true)
})
