import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bothDatabases } from '../../testing/databases.ts'
import { describeOnEach } from '../../testing/describe-on-each.ts'
import { markSteps } from '../../testing/histories/mark-steps.ts'
import { playMarks } from '../../testing/histories/play-marks.ts'

/** The same few each time, so that a failure tells of a change; SITWELL_HISTORIES=2000 plays so many others. */
const { SITWELL_HISTORIES: wanted } = process.env
const numRuns = Number(wanted ?? 15)
const timeoutMs = 600_000 + numRuns * 2000

describeOnEach(
  bothDatabases,
  'any history of an answer that persons mark, on %s,',
  { config: { lateSaveGraceMs: 600_000 } },
  ({ server, nextOrgId }) => {
    // OFFICE-301
    test(
      'loses no mark that was acknowledged, doubles none, and lets no older one take its place',
      () =>
        fc.assert(
          fc.asyncProperty(markSteps, async (steps) => {
            expect(await playMarks(server, nextOrgId(), steps)).toEqual([])
          }),
          { numRuns, ...(wanted === undefined && { seed: 13 }) },
        ),
      timeoutMs,
    )
  },
)
