import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bothDatabases } from '../../testing/databases.ts'
import { describeOnEach } from '../../testing/describe-on-each.ts'
import { type MarkStep, markSteps } from '../../testing/histories/mark-steps.ts'
import { playMarks } from '../../testing/histories/play-marks.ts'

/** The same few each time, so that a failure tells of a change; SITWELL_HISTORIES=2000 plays this many others. */
const { SITWELL_HISTORIES: wanted } = process.env
const numRuns = Number(wanted ?? 15)
const timeoutMs = 600_000 + numRuns * 2000

describeOnEach(
  bothDatabases,
  'any history of an answer that persons mark, on %s,',
  { config: { lateSaveGraceMs: 600_000 } },
  ({ server, nextOrgId }) => {
    const open = (marker: number): MarkStep => ({ do: 'open', marker })
    const mark = (marker: number, marks: number): MarkStep => ({ do: 'mark', marker, marks })
    const [remember, setBack, confirm, reopen, handIn] = (
      ['remember', 'set-back', 'confirm', 'reopen', 'hand-in'] as const
    ).map((what): MarkStep => ({ do: what }))
    const histories: readonly (readonly [what: string, steps: readonly (MarkStep | undefined)[]])[] = [
      ['is marked again after the confirmation', [mark(0, 3), confirm, open(1), mark(1, 1), confirm, mark(1, 2)]],
      ['is lost with a database that is set back', [mark(0, 3), remember, open(1), mark(1, 2), mark(1, 1), setBack, open(0)]],
      [
        'is confirmed in a database that is set back',
        [mark(0, 3), remember, confirm, mark(0, 2), setBack, mark(0, 1), confirm],
      ],
      ['is opened again while somebody marks', [mark(0, 3), reopen, mark(0, 2), { do: 'save', text: 1 }, mark(1, 1), handIn]],
    ]
    // OFFICE-301
    test.each(histories)('and one in which it %s', async (_, steps) => {
      const taken = steps.filter((step) => step !== undefined)
      expect(await playMarks(server, nextOrgId(), taken)).toEqual([])
    })

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
