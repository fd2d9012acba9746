import { beforeAll, describe, expect, test } from 'vitest'
import { buildServer } from './build-server.ts'
import { createDesks, type Desks } from './desks.ts'
import { type Plan, planOf, type Steering } from './plan.ts'
import { playPlans } from './play-plans.ts'
import type { RunResult } from './run.ts'
import { buildSwitchedPlayer } from './without/build-player.ts'
import type { Safeguard } from './without/safeguard.ts'
import { toRemove } from './without/to-remove.ts'
import { withSwitches } from './without/with-switches.ts'

/** Runs in which each has to be missed once at the latest: on a busy machine many of them come too late to what they show. */
const mostRuns = 24
const firstSeed = 100_000
/** Milliseconds: what doesn't come by then won't come at all, on a machine that is busy too. */
const longestRecoveryMs = 12_000

const plansOf = (shownBy: Steering, database: Plan['database'], runs = mostRuns): Plan[] =>
  Array.from({ length: runs }, (_, index) => planOf(firstSeed + index, { ...shownBy, database }))

const { safeguards: all, reason } = await toRemove()
/** The others are taken out in `fast.chaos.ts`. */
const safeguards = all.filter(({ isFast }) => !isFast)
const steeringsOf = ({ shownBy, alsoShownBy = [] }: Safeguard) => [shownBy, ...alsoShownBy]
/** Several safeguards may be needed in the same run. */
const together = [...new Set(safeguards.flatMap(steeringsOf))]

/** What is in the database is guarded there, by its own statements on each. */
const cases = safeguards.flatMap((safeguard: Safeguard) =>
  steeringsOf(safeguard).flatMap((shownBy) =>
    (safeguard.isOfDatabase ? (['sqlite', 'postgres'] as const) : ([safeguard.database ?? 'sqlite'] as const)).map(
      (database) => ({
        name: safeguard.name,
        safeguard,
        shownBy,
        database,
      }),
    ),
  ),
)

/** One player and one server serve all runs: each safeguard is taken out where a page, or the server's process, begins. */
let desks: Desks
const openDesks = async () => {
  const player = await buildSwitchedPlayer()
  const server = await buildServer(withSwitches('server'))
  desks = createDesks({ playerFolder: player.folder, server })
  return async () => {
    await desks.close()
    await player.remove()
    await server.remove()
  }
}

const foundIn = (results: readonly RunResult[]) =>
  results.flatMap(({ plan, found }) => found.map(({ kind, detail }) => ({ seed: plan.seed, kind, detail })))

test('what is removed here is known', () => {
  console.log(`${safeguards.length} safeguards are removed in browsers: ${reason}`)
  for (const { edits } of safeguards) expect(edits.length).toBeGreaterThan(0)
})

describe.runIf(cases.length > 0)('the harness', () => {
  // It answers what closes them.
  beforeAll(openDesks)

  test.concurrent('finds nothing in the same runs with all safeguards in place', async () => {
    const plans = together.flatMap((shownBy, index) => plansOf(shownBy, index % 2 === 0 ? 'sqlite' : 'postgres').slice(0, 1))
    const results = await playPlans({ plans, workers: 2, desks })
    expect(foundIn(results)).toEqual([])
    expect(results).toHaveLength(plans.length)
  })

  test.concurrent.each(cases)(
    'finds what goes wrong without a safeguard: $name, on $database',
    async ({ safeguard, shownBy, database }) => {
      const { as } = safeguard
      const isFound = ({ found }: RunResult) => found.some(({ kind }) => as.includes(kind))
      const results = await playPlans({
        plans: plansOf(shownBy, database, safeguard.mostRuns),
        workers: 1,
        desks,
        lacks: safeguard,
        longestRecoveryMs,
        isEnough: isFound,
      })
      expect(results.some(isFound), `nothing of ${as.join(' or ')} in ${JSON.stringify(foundIn(results))}`).toBe(true)
    },
  )
})
