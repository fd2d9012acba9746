import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BuiltServer, buildServer } from './build-server.ts'
import { createDesks } from './desks.ts'
import { type Plan, planOf } from './plan.ts'
import { playPlans } from './play-plans.ts'
import type { RunResult } from './run.ts'
import { buildPlayersWithout, type PlayersWithout } from './without/build-player.ts'
import type { Safeguard } from './without/safeguard.ts'
import { safeguards } from './without/safeguards.ts'

/** Runs in which each has to be missed once at the latest. */
const mostRuns = 8
const firstSeed = 100_000
/** Milliseconds: what doesn't come by then won't come at all, on a machine that is busy too. */
const longestRecoveryMs = 12_000

const plansOf = ({ shownBy }: Safeguard, database: Plan['database']): Plan[] =>
  Array.from({ length: mostRuns }, (_, index) => planOf(firstSeed + index, { ...shownBy, database }))

/** What stands in the database is guarded there, by statements of its own on each. */
const cases = safeguards.flatMap((safeguard: Safeguard) =>
  (safeguard.isOfDatabase ? (['sqlite', 'postgres'] as const) : (['sqlite'] as const)).map((database) => ({
    name: safeguard.name,
    safeguard,
    database,
  })),
)

let players: PlayersWithout
let wholeServer: BuiltServer
/**
 * Shared by all that load the whole player: its code is ready then. A player without a safeguard has files of the same names, which
 * a browser would take from those that it has.
 */
const desks = createDesks()
beforeAll(async () => {
  players = await buildPlayersWithout()
  wholeServer = await buildServer()
})
afterAll(async () => {
  await desks.close()
  await players.remove()
  await wholeServer.remove()
})

const foundIn = (results: readonly RunResult[]) =>
  results.flatMap(({ plan, found }) => found.map(({ kind, detail }) => ({ seed: plan.seed, kind, detail })))

describe('the harness finds what goes wrong without a safeguard', () => {
  test.concurrent.each(cases)('$name, on $database', async ({ safeguard, database }) => {
    const { name, side, as } = safeguard
    const isFound = ({ found }: RunResult) => found.some(({ kind }) => as.includes(kind))
    const ownDesks = side === 'player' ? createDesks() : undefined
    const ownServer = side === 'server' ? await buildServer(safeguard.edits) : undefined
    const results = await playPlans({
      plans: plansOf(safeguard, database),
      workers: 1,
      desks: ownDesks ?? desks,
      longestRecoveryMs,
      isEnough: isFound,
      place: {
        playerFolder: await players.folderOf(side === 'player' ? name : undefined),
        server: ownServer ?? wholeServer,
      },
    }).finally(() => Promise.all([ownServer?.remove(), ownDesks?.close()]))
    expect(results.some(isFound), `nothing of ${as.join(' or ')} in ${JSON.stringify(foundIn(results))}`).toBe(true)
  })
})

test('the harness finds nothing in the same runs with all safeguards in place', async () => {
  const plans = safeguards.flatMap((safeguard, index) =>
    plansOf(safeguard, index % 2 === 0 ? 'sqlite' : 'postgres').slice(0, 1),
  )
  const place = { playerFolder: await players.folderOf(), server: wholeServer }
  const results = await playPlans({ plans, workers: 4, desks, place })
  expect(foundIn(results)).toEqual([])
  expect(results).toHaveLength(plans.length)
})
