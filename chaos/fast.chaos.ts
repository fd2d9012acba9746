import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fastPlanOf, playFast } from './fast/play-fast.ts'
import type { RunResult } from './run.ts'
import { inWords, sumUp } from './summary.ts'
import type { Safeguard } from './without/safeguard.ts'
import { safeguards } from './without/safeguards.ts'

const seeds = Array.from({ length: 20 }, (_, index) => index + 1)

// SAVE-301 SAVE-302 LOG-102 NET-109 NET-110 QUEUE-303 QUEUE-304 QUEUE-307 QUEUE-315
test('without a browser, in simulated time: nothing is lost, overwritten, untold or doubled in a few dozen seeds', async () => {
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

/** Those that stand in code which runs without screens, files and PostgreSQL. */
const taken = safeguards.filter(({ isFast }) => isFast)
const mostRuns = 8
const firstSeed = 100_000

test.each(taken)('and it finds what goes wrong without a safeguard: $name', async (safeguard: Safeguard) => {
  const { name, shownBy, as } = safeguard
  const isFound = ({ found }: RunResult) => found.some(({ kind }) => as.includes(kind))
  const plans = Array.from({ length: mostRuns }, (_, index) => fastPlanOf(firstSeed + index, shownBy))
  const results = await playFast({ plans, without: name, isEnough: isFound })
  const found = results.flatMap((result) => result.found.map(({ kind, detail }) => `${kind}: ${detail}`))
  expect(results.some(isFound), `nothing of ${as.join(' or ')} in ${found.join('\n')}`).toBe(true)
})
