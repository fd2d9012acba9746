import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { playHistory } from '../testing/histories/play.ts'
import { openRoom, type Room } from '../testing/histories/room.ts'
import { anyShape } from '../testing/histories/shape.ts'
import { honestSteps, hostileSteps, type Step } from '../testing/histories/steps.ts'
import { databases } from '../testing/test-world.ts'

/** Histories of each kind: SITWELL_HISTORIES=2000 tries more of them. SITWELL_HISTORIES_SEED repeats those of a failure, which tells it. */
const numRuns = Number(process.env.SITWELL_HISTORIES ?? 40)
const seed = process.env.SITWELL_HISTORIES_SEED

describe.each(databases)('any history of a sitting on %s', (database) => {
  let room: Room
  beforeAll(async () => {
    room = await openRoom(database)
  })
  afterAll(() => room.server.stop())

  const holds = (steps: fc.Arbitrary<readonly Step[]>) =>
    fc.assert(
      fc.asyncProperty(anyShape, steps, async (shape, taken) => {
        expect(await playHistory(room, shape, taken)).toEqual([])
      }),
      { numRuns, ...(seed !== undefined && { seed: Number(seed) }) },
    )

  test('gives nobody a second or a mark, and takes none, where everybody means well', () => holds(honestSteps))
  test('gives nobody a second or a mark, whatever is sent in whatever order', () => holds(hostileSteps))
})
