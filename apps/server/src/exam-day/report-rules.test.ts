import { attendances, presences, type RoomReportPerson, reportedStates } from '@sitwell/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { changesSince, countsOf, presenceOf, signedFactsOf } from './report-rules.ts'

const small = fc.nat(5)
const person = fc.record({
  rowID: fc.uuid(),
  ...{ userID: fc.nat(), username: fc.string(), firstName: fc.string(), lastName: fc.string() },
  presence: fc.constantFrom(...presences),
  attendance: fc.option(fc.constantFrom(...attendances), { nil: undefined }),
  state: fc.constantFrom(...reportedStates),
  ...{ addedMs: small, restBreaks: small, restMs: small, reopened: small, lateWaiting: small, incidents: small },
})
const people = fc.uniqueArray(person, { selector: ({ rowID }) => rowID, maxLength: 12 })
const sum = (all: readonly RoomReportPerson[], of: (one: RoomReportPerson) => number) =>
  all.reduce((before, one) => before + of(one), 0)

// OFFICE-410
test('the figures of a room add up to its people, and depend on each of them alone', () => {
  fc.assert(
    fc.property(people, fc.nat(12), (all, at) => {
      const counts = countsOf(all)
      expect(counts.present + counts.absent + counts.unknown).toBe(all.length)
      expect(counts.open + counts.handedIn).toBe(counts.begun)
      const [first, second] = [countsOf(all.slice(0, at)), countsOf(all.slice(at))]
      for (const key of ['people', 'present', 'begun', 'reopened', 'contradictory'] as const)
        expect(first[key] + second[key]).toBe(counts[key])
      expect([counts.lateWaiting, counts.incidents]).toEqual([
        sum(all, ({ lateWaiting }) => lateWaiting),
        sum(all, ({ incidents }) => incidents),
      ])
    }),
  )
})

test('who began was there, whatever was noted', () => {
  expect([presenceOf('absent', true), presenceOf(undefined, true)]).toEqual(['present', 'present'])
  expect([presenceOf('absent', false), presenceOf('present', false), presenceOf(undefined, false)]).toEqual([
    ...['absent', 'present', 'unknown'],
  ])
})

test('nothing has changed since a sign-off if everybody is as they were, in whatever order', () => {
  fc.assert(
    fc.property(people, (all) => {
      const kept: ReturnType<typeof signedFactsOf> = JSON.parse(JSON.stringify(signedFactsOf(all)))
      expect(changesSince(kept, all.toReversed())).toEqual([])
    }),
  )
})

test('who came, who went and what is another are told since a sign-off, and of nobody else', () => {
  fc.assert(
    fc.property(people, person, fc.nat(), (all, other, at) => {
      fc.pre(!all.some(({ rowID }) => rowID === other.rowID))
      const signed = signedFactsOf(all)
      expect(changesSince(signed, [...all, other]).map(({ rowID, what }) => [rowID, what])).toEqual([[other.rowID, 'joined']])
      const one = all[at % Math.max(1, all.length)]
      if (!one) return
      const rest = all.filter(({ rowID }) => rowID !== one.rowID)
      expect(changesSince(signed, rest)).toEqual([{ rowID: one.rowID, what: 'left' }])
      const { firstName, lastName, rowID, lateWaiting } = one
      expect(changesSince(signed, [...rest, { ...one, lateWaiting: lateWaiting + 1 }])).toEqual([
        { rowID, firstName, lastName, what: 'lateWaiting', from: lateWaiting, to: lateWaiting + 1 },
      ])
    }),
  )
})
