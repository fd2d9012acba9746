import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bothDatabases } from '../../testing/databases.ts'
import { playHistory } from '../../testing/histories/play.ts'
import { openRoom, type Room } from '../../testing/histories/room.ts'
import { anyShape, type Shape } from '../../testing/histories/shape.ts'
import { honestSteps, hostileSteps, type Step } from '../../testing/histories/steps.ts'

/**
 * The same few histories each time, so that a failure tells of a change. SITWELL_HISTORIES=2000 tries this many others of each kind, and
 * with SITWELL_HISTORIES_SEED, which a failure tells, those of that failure.
 */
const { SITWELL_HISTORIES: wanted, SITWELL_HISTORIES_SEED: wantedSeed } = process.env
const numRuns = Number(wanted ?? 20)
const seed = wantedSeed === undefined ? (wanted === undefined ? 13 : undefined) : Number(wantedSeed)

/** Milliseconds: this many histories, and what it takes to cut down the one that fails. */
const timeoutMs = 600_000 + numRuns * 2000

describe.each(bothDatabases)('any history of a sitting on %s', (database) => {
  let room: Room
  beforeAll(async () => {
    room = await openRoom(database)
  })
  afterAll(() => room.close())

  const holds = (steps: fc.Arbitrary<readonly Step[]>) =>
    fc.assert(
      fc.asyncProperty(anyShape, steps, async (shape, taken) => {
        expect(await playHistory(room, shape, taken)).toEqual([])
      }),
      { numRuns, ...(seed !== undefined && { seed }) },
    )

  test('and one that once failed: a lost connection is told, and right after it a part is finished whose time would have been over', async () => {
    const part = { readingSeconds: 45, oneWay: true }
    const shape: Shape = {
      ...{ seconds: 400, extraSeconds: 0, isExtendable: true, canSkipReading: false, standsStillOffline: true },
      parts: [
        { ...part, seconds: 300 },
        { ...part, seconds: 60 },
      ],
      ...{ offlineAnswers: 'refuse', sealsParts: false, handsInAtEnd: true, attempts: 0, isRouted: false },
    }
    const steps: Step[] = [
      { do: 'restart', seconds: 400 },
      { do: 'finish-part', device: 1 },
    ]
    expect(await playHistory(room, shape, steps)).toEqual([])
  })

  const untimed = { readingSeconds: 0, oneWay: false, seconds: 0 }
  const extendable: Shape = {
    ...{ seconds: 400, extraSeconds: 0, isExtendable: true, canSkipReading: false, standsStillOffline: true },
    ...{ parts: [untimed], offlineAnswers: 'refuse', sealsParts: false, handsInAtEnd: true, attempts: 0, isRouted: false },
  }
  const pass = (seconds: number): Step => ({ do: 'pass', seconds })
  const grant: Step = { do: 'staff', act: 'decide', seconds: 60 }
  const resume: Step = { do: 'resume', device: 0 }
  const looks: Step = { do: 'server-looks' }
  const restart: Step = { do: 'restart', seconds: 20 }
  const type = (option: number): Step => ({ do: 'type', device: 0, question: 0, option })

  const histories: readonly (readonly [what: string, steps: readonly Step[]])[] = [
    ['is read within its bound', [grant, pass(100), resume, type(1), pass(50), type(2), pass(9), looks]],
    ['is never read', [grant, pass(119), looks, pass(30), looks, pass(90), looks, pass(60), looks]],
    ['is read after the bound', [grant, pass(130), resume, type(1), pass(45), type(2), pass(30), looks]],
    ['is read once the server was started anew', [grant, pass(30), restart, pass(40), resume, type(1), pass(55), type(2)]],
    [
      'comes to who goes on',
      [{ do: 'staff', act: 'add-time', seconds: 20 }, type(1), grant, type(2), pass(70), type(1), pass(20)],
    ],
    ['is paused before it is read', [grant, pass(20), { do: 'staff', act: 'pause', seconds: 0 }, pass(300), resume, looks]],
    [
      'comes in a pause',
      [
        { do: 'staff', act: 'pause', seconds: 0 },
        grant,
        pass(300),
        { do: 'staff', act: 'resume', seconds: 60 },
        resume,
        type(1),
      ],
    ],
  ]
  // EXT-311 EXT-316
  test.each(histories)('and one in which the grant of an extension %s', async (_, steps) => {
    expect(await playHistory(room, extendable, [type(0), pass(401), ...steps])).toEqual([])
  })

  test('gives nobody a second or a mark, and takes none, where everybody means well', () => holds(honestSteps), timeoutMs)
  test('gives nobody a second or a mark, whatever is sent in whatever order', () => holds(hostileSteps), timeoutMs)
})
