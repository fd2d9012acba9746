import fc from 'fast-check'
import { expect, test } from 'vitest'
import { judgeLate, type LateAnswer, type LateRules } from './late-answers.ts'

const rules: LateRules = { graceMs: 30_000, offline: 'count', offlineMs: 86_400_000 }
/** Typed 2 seconds into 20, and heard of 49 seconds after the end. */
const offline: LateAnswer = {
  startedMs: 100_000,
  endMs: 120_000,
  completedMs: undefined,
  receivedMs: 169_000,
  isMarkShown: false,
  claim: { contactMs: 100_000, steadyMs: 2000, wallMs: 2000 },
  silences: [{ fromMs: 100_000, toMs: 169_000 }],
}
const judge = (more: Partial<LateAnswer> = {}, changed: Partial<LateRules> = {}) =>
  judgeLate({ ...offline, ...more }, { ...rules, ...changed })

test('an answer that was given in time and could not arrive counts, unless the organisation decides otherwise', () => {
  expect(judge()).toEqual({ verdict: 'count', reason: 'typed-in-time', typedMs: 102_000 })
  expect(judge({}, { offline: 'review' })).toMatchObject({ verdict: 'review', reason: 'typed-in-time' })
  expect(judge({}, { offline: 'refuse' })).toMatchObject({ verdict: 'late', reason: 'typed-in-time' })
  expect(judge({}, { offlineMs: 48_999 })).toMatchObject({ verdict: 'late', reason: 'too-old' })
})

test('the server’s own outage over the end is as good as a silence, and both may explain it together', () => {
  const silences = [
    { fromMs: 100_000, toMs: 112_000 },
    { fromMs: 110_000, toMs: 169_000 },
  ]
  expect(judge({ silences })).toMatchObject({ verdict: 'count' })
  expect(judge({ silences: silences.toReversed() })).toMatchObject({ verdict: 'count' })
})

test('two adjacent silences are separate, because the server had contact between them', () => {
  const away = (...moments: number[]) => moments.slice(1).map((toMs, at) => ({ fromMs: moments[at] ?? 0, toMs }))
  const late = { receivedMs: 300_000, endMs: 250_000, claim: { contactMs: 100_000, steadyMs: 2000, wallMs: 2000 } }
  expect(judge({ ...late, silences: away(100_000, 290_000) })).toMatchObject({ verdict: 'count' })
  expect(judge({ ...late, silences: away(100_000, 170_000, 290_000) })).toMatchObject({
    verdict: 'review',
    reason: 'not-silent',
  })
})

test('a late answer waits for staff if earlier contact should have delivered it', () => {
  const of = (fromMs: number, toMs: number) => judge({ silences: [{ fromMs, toMs }] })
  for (const [fromMs, toMs] of [
    [119_000, 149_000],
    [121_000, 169_000],
  ] as const)
    expect(of(fromMs, toMs)).toMatchObject({ verdict: 'review', reason: 'not-silent' })
  expect(judge({ silences: [] })).toMatchObject({ verdict: 'review' })
  const late = { receivedMs: 1_000_000, silences: [{ fromMs: 100_000, toMs: 169_000 }] }
  expect(judge(late)).toMatchObject({ verdict: 'review', reason: 'not-silent' })
})

test('a late answer waits for staff if it was typed long before the silence', () => {
  const typed = (typedMs: number) =>
    judge({
      startedMs: 0,
      claim: { contactMs: 0, steadyMs: typedMs, wallMs: typedMs },
      silences: [{ fromMs: 100_000, toMs: 169_000 }],
    })
  expect(typed(39_999)).toMatchObject({ verdict: 'review', reason: 'not-silent' })
  expect(typed(40_000)).toMatchObject({ verdict: 'count' })
})

test('it counts from a moment before the form run too, as where the quickest reply came before the exam, and never to one before it', () => {
  const typed = (steadyMs: number) => judge({ claim: { contactMs: 40_000, steadyMs, wallMs: steadyMs } })
  expect(typed(62_000)).toEqual({ verdict: 'count', reason: 'typed-in-time', typedMs: 102_000 })
  expect(typed(58_000)).toMatchObject({ verdict: 'count' })
  expect(typed(57_999)).toEqual({ verdict: 'review', reason: 'moment-unknown' })
})

test('an answer that arrives after the key of the next part waits for staff, even within the grace', () => {
  const soon = { endMs: 120_000, settled: { atMs: 123_000, isAhead: false }, silences: [{ fromMs: 100_000, toMs: 169_000 }] }
  expect(judge({ ...soon, receivedMs: 123_000 })).toMatchObject({ verdict: 'count', reason: 'grace' })
  const after = (receivedMs: number) => judge({ ...soon, receivedMs })
  for (const receivedMs of [123_001, 149_000, 169_000])
    expect(after(receivedMs)).toMatchObject({ verdict: 'review', reason: 'next-part-given', typedMs: 102_000 })
  expect(judge({ ...soon, claim: undefined, receivedMs: 123_001 })).toMatchObject({ verdict: 'late', reason: 'no-evidence' })
  expect(judge(soon, { offline: 'refuse' })).toMatchObject({ verdict: 'late', reason: 'next-part-given' })
  // The key was asked for long after the end: until then nothing changes.
  expect(judge({ settled: { atMs: 169_000, isAhead: false } })).toMatchObject({ verdict: 'count', reason: 'typed-in-time' })
  expect(judge({ settled: { atMs: 168_999, isAhead: false } })).toMatchObject({ reason: 'next-part-given' })
})

test('with a key that was given ahead it counts once three seconds have gone by if it was typed in time, and could not come', () => {
  const ahead = { settled: { atMs: 123_000, isAhead: true } }
  const silence = (fromMs: number, toMs: number) => ({ ...ahead, receivedMs: toMs, silences: [{ fromMs, toMs }] })
  expect(judge(ahead)).toMatchObject({ verdict: 'count', reason: 'typed-in-time' })
  expect(judge(silence(100_000, 124_000))).toMatchObject({ verdict: 'count', reason: 'typed-in-time' })
  expect(judge({ ...ahead, receivedMs: 124_000, silences: [] })).toMatchObject({ verdict: 'review', reason: 'not-silent' })
  expect(judge({ ...ahead, receivedMs: 123_000, silences: [] })).toMatchObject({ verdict: 'count', reason: 'grace' })
})

test('a clock that runs backwards gives no moment', () => {
  expect(judge({ claim: { contactMs: 110_000, steadyMs: -5000, wallMs: -5000 } })).toEqual({
    verdict: 'review',
    reason: 'moment-unknown',
  })
})

test('no claim makes an answer count after the grace without missed contact, after the allowed hours, or after a mark', () => {
  const ms = fc.integer({ min: 0, max: 400_000 })
  fc.assert(
    fc.property(
      fc.record({ contactMs: ms, steadyMs: fc.option(ms, { nil: undefined }), wallMs: ms }),
      fc.array(fc.tuple(ms, ms), { maxLength: 4 }),
      fc.record({
        receivedMs: ms,
        endMs: fc.option(ms, { nil: undefined }),
        completedMs: fc.option(ms, { nil: undefined }),
        isMarkShown: fc.boolean(),
      }),
      (claim, pairs, facts) => {
        const silences = pairs.map(([one, other]) => ({ fromMs: Math.min(one, other), toMs: Math.max(one, other) }))
        const { verdict } = judge({ ...facts, claim, silences, startedMs: 0 })
        if (verdict !== 'count') return
        expect(facts.isMarkShown).toBe(false)
        const deadlineMs = Math.min(facts.endMs ?? Number.POSITIVE_INFINITY, facts.completedMs ?? Number.POSITIVE_INFINITY)
        if (facts.receivedMs - deadlineMs <= rules.graceMs) return
        expect(claim.contactMs + (claim.steadyMs ?? Number.NaN)).toBeLessThanOrEqual(deadlineMs + 2000)
        for (const momentMs of [deadlineMs, deadlineMs + rules.graceMs])
          expect(silences.some(({ fromMs, toMs }) => fromMs <= momentMs && momentMs <= toMs)).toBe(true)
      },
    ),
  )
})

test('no answer that is in time by evidence and silence is lost, for any end and any last contact', () => {
  const part = fc.double({ min: 0, max: 1, noNaN: true })
  fc.assert(
    fc.property(fc.nat(500_000), fc.nat(80_000_000), part, fc.nat(9_000_000), (endMs, awayMs, typedPart, beforeMs) => {
      const typedMs = Math.floor(endMs * typedPart)
      const receivedMs = endMs + rules.graceMs + awayMs
      const claim = { contactMs: -beforeMs, steadyMs: beforeMs + typedMs, wallMs: beforeMs + typedMs }
      const silences = [{ fromMs: Math.max(0, typedMs - 1), toMs: receivedMs }]
      expect(judge({ startedMs: 0, endMs: endMs + 1, receivedMs, claim, silences })).toMatchObject({ verdict: 'count' })
    }),
  )
})
