import { expect, test } from 'vitest'
import { playsEverything } from './extent.ts'
import { playStaff, type StaffResult } from './staff/play-staff.ts'
import { type StaffPlan, staffPlanOf } from './staff/staff-plan.ts'
import { staffToRemove } from './without/to-remove.ts'

const sqlite = { database: 'sqlite', count: playsEverything ? 200 : 4 } as const
// Statements of PostgreSQL take real time: a run is about four times as long.
const postgres = { database: 'postgres', count: playsEverything ? 16 : 4 } as const

// OFFICE-301 OFFICE-303
test.each(process.env.SITWELL_TEST_DATABASE_URL === undefined ? [sqlite] : [sqlite, postgres])(
  'while everything breaks, no mark and no action of staff is lost, doubled, overwritten or falsely acknowledged in any seed on $database',
  async ({ database, count }) => {
    const results = await playStaff({ plans: Array.from({ length: count }, (_, at) => staffPlanOf(at + 1)), database })
    const marks = results.reduce((sum, one) => sum + one.marks, 0)
    const acts = results.reduce((sum, one) => sum + one.acts, 0)
    console.log(`${results.length} runs of staff on ${database}, with ${marks} marks and ${acts} actions`)
    expect(results.flatMap(({ seed, found }) => found.map((one) => ({ seed, ...one })))).toEqual([])
    expect(marks).toBeGreaterThan(count * 10)
    expect(acts).toBeGreaterThan(count * 5)
  },
)

const { safeguards, reason } = await staffToRemove()
const mostRuns = 6
const firstSeed = 100_000

const planOf = (seed: number, shownBy: StaffPlan['strikes'] | undefined): StaffPlan => ({
  ...staffPlanOf(seed),
  ...(shownBy && { strikes: shownBy }),
})

test('what is removed of staff is known', () => {
  console.log(`${safeguards.length} safeguards of staff are removed: ${reason}`)
  for (const { edits } of safeguards) expect(edits.length).toBeGreaterThan(0)
})

/** Several safeguards may be needed in the same run. */
const together = [...new Set(safeguards.map(({ shownBy }) => shownBy))]

// Otherwise the tests below would be content with a fault that is always there.
test.runIf(together.length > 0)('it finds nothing in the same runs with all safeguards of staff in place', async () => {
  const results = await playStaff({ plans: together.map((shownBy) => planOf(firstSeed, shownBy)) })
  expect(results.flatMap(({ found }) => found)).toEqual([])
  expect(results).toHaveLength(together.length)
})

test.each(safeguards)('and it finds what goes wrong without a safeguard of staff: $name', async ({ name, shownBy, as }) => {
  const isFound = ({ found }: StaffResult) => found.some(({ kind }) => as.includes(kind))
  const plans = Array.from({ length: mostRuns }, (_, at) => planOf(firstSeed + at, shownBy))
  const results = await playStaff({ plans, without: name, isEnough: isFound })
  const found = results.flatMap((result) => result.found.map(({ kind, detail }) => `${kind}: ${detail}`))
  expect(results.some(isFound), `nothing of ${as.join(' or ')} in ${found.join('\n')}`).toBe(true)
})
