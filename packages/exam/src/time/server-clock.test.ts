import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type Beat,
  nodeSilenceMs,
  readServerTime,
  type ServerTime,
  serverJumpMs,
  startServerTime,
  timeAtStart,
  type Witnesses,
} from './server-clock.ts'

const start = startServerTime({ wallMs: 1_000_000_000, steadyMs: 0 }, 1_000_000_000)
const after = (time: ServerTime, wall: number, steady: number) =>
  readServerTime(time, { wallMs: time.reading.wallMs + wall, steadyMs: time.reading.steadyMs + steady })

const ms = (most: number) => fc.integer({ min: 0, max: most })
const step = fc.record({ steady: ms(600_000), set: fc.integer({ min: -7_200_000, max: 7_200_000 }) })

describe('the time of a server', () => {
  test('never goes back, and is never more than a hundredth off the time that went by, however the clock is set', () => {
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        let time = start
        let passedMs = 0
        for (const { steady, set } of steps) {
          const next = after(time, steady + set, steady)
          expect(next.nowMs).toBeGreaterThanOrEqual(time.nowMs)
          time = next
          passedMs += steady
          expect(Math.abs(time.nowMs - start.nowMs - passedMs)).toBeLessThanOrEqual(passedMs * 0.01 + 0.01)
        }
      }),
    )
  })

  test('the server clock reports the offset of the machine’s clock, and follows it after a correction', () => {
    fc.assert(
      fc.property(step, ({ set }) => {
        fc.pre(Math.abs(set) > serverJumpMs)
        const jumped = after(start, set, 0)
        expect(jumped).toMatchObject({ nowMs: start.nowMs, awayMs: set })
        expect(after(jumped, -set, 0).awayMs).toBe(0)
      }),
    )
  })
})

const beat = (more: Partial<Beat> = {}): Beat => ({
  ...{ serverMs: 1_000_000_000, bootId: 'a', uptimeMs: 50_000, databaseMs: undefined, heldSinceMs: undefined, isLast: false },
  ...more,
})
const at = (more: Partial<Witnesses> = {}): Witnesses => ({
  ...{ wallMs: 1_000_060_000, bootId: 'a', uptimeMs: 110_000, database: undefined, isAtStake: true },
  ...more,
})
const boots = fc.constantFrom('a', 'b', undefined)
const anyBeat = fc.record({
  serverMs: ms(10_000_000),
  bootId: boots,
  uptimeMs: ms(1_000_000),
  databaseMs: fc.option(ms(10_000_000), { nil: undefined }),
  heldSinceMs: fc.constant(undefined),
  isLast: fc.boolean(),
})
const anyWitnesses = fc.record({
  wallMs: ms(20_000_000),
  bootId: boots,
  uptimeMs: ms(2_000_000),
  database: fc.option(fc.record({ nowMs: ms(20_000_000), startedMs: ms(20_000_000) }), { nil: undefined }),
  isAtStake: fc.constant(true),
})

describe('the time of a starting server', () => {
  test('a server takes the machine’s time if none ran before, or no exam is under way', () => {
    expect(timeAtStart([], at())).toEqual({ nowMs: 1_000_060_000, evidence: 'machine' })
    expect(timeAtStart([beat()], at({ wallMs: 5, bootId: 'b', isAtStake: false })).nowMs).toBe(5)
  })

  test('a server follows the machine’s uptime, for any change of its clock', () => {
    fc.assert(
      fc.property(ms(20_000_000_000), (wallMs) => {
        expect(timeAtStart([beat()], at({ wallMs }))).toMatchObject({ nowMs: 1_000_060_000, evidence: 'uptime' })
      }),
    )
  })

  test('follows the uptime of a server that starts in the millisecond of its last sign of life', () => {
    const same = at({ wallMs: 5, uptimeMs: 50_000 })
    expect(timeAtStart([beat()], same)).toMatchObject({ nowMs: 1_000_000_000, evidence: 'uptime' })
  })

  test('a server takes the time of a node with a sign of life until the silence counts as its end', () => {
    const live = beat({ bootId: 'b', databaseMs: 2000 })
    const evidenceAfter = (sinceMs: number) =>
      timeAtStart([live], at({ database: { nowMs: 2000 + sinceMs, startedMs: 3000 } })).evidence
    expect(evidenceAfter(0)).toBe('node')
    expect(evidenceAfter(nodeSilenceMs)).toBe('node')
    expect(evidenceAfter(nodeSilenceMs + 1)).not.toBe('node')
  })

  test('time is held if a restarted machine is far ahead or behind, without other evidence', () => {
    for (const wallMs of [1_007_200_000, 900_000_000])
      for (const bootId of ['b', undefined])
        expect(timeAtStart([beat()], at({ wallMs, bootId }))).toEqual({
          nowMs: 1_000_000_000,
          evidence: 'none',
          heldSinceMs: 1_000_000_000,
        })
  })

  test('a database that kept running gives the time; one that was restarted does not', () => {
    const before = beat({ databaseMs: 2000 })
    const ranOn = { nowMs: 1_802_000, startedMs: 1000 }
    const reading = timeAtStart([before], at({ wallMs: 1_007_200_000, bootId: 'b', database: ranOn }))
    expect(reading).toEqual({ nowMs: 1_001_800_000, evidence: 'database' })
    const restarted = { ...ranOn, startedMs: 3000 }
    expect(timeAtStart([before], at({ wallMs: 1_007_200_000, bootId: 'b', database: restarted })).evidence).toBe('none')
  })

  test('time is never before the last sign of life during an exam, nor beyond all evidence', () => {
    fc.assert(
      fc.property(fc.array(anyBeat, { minLength: 1 }), anyWitnesses, (beats, witnesses) => {
        const newestMs = Math.max(...beats.map((one) => one.serverMs))
        const { nowMs, evidence } = timeAtStart(beats, witnesses)
        if (evidence !== 'node') expect(nowMs).toBeGreaterThanOrEqual(newestMs)
        const mostMs = Math.max(
          newestMs,
          witnesses.wallMs,
          newestMs + witnesses.uptimeMs,
          newestMs + (witnesses.database?.nowMs ?? 0),
        )
        expect(nowMs).toBeLessThanOrEqual(mostMs)
      }),
    )
  })
})
