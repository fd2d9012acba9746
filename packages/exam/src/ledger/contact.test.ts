import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Contact, longSilenceMs, mostEarlier, noteContact, silenceMs, silencesOf } from './contact.ts'

const heardAt = (heardAtMs: number): Contact => ({ heardAtMs, lastSilence: undefined, earlier: [], silences: [] })

test('a silence is what lies between two contacts that are more than a few seconds apart', () => {
  expect(noteContact(heardAt(1000), 1000 + silenceMs)).toEqual(heardAt(1000 + silenceMs))
  const toMs = 1001 + silenceMs
  expect(noteContact(heardAt(1000), toMs)).toEqual({ ...heardAt(toMs), lastSilence: { fromMs: 1000, toMs } })
})

test('the last silence stays through contacts that follow each other', () => {
  const after = noteContact(noteContact(heardAt(0), 10_000), 11_000)
  expect(after).toEqual({ heardAtMs: 11_000, lastSilence: { fromMs: 0, toMs: 10_000 }, earlier: [], silences: [] })
})

test('a long silence is kept for good, and so is a shorter one over the end of the time', () => {
  const long = { fromMs: 0, toMs: longSilenceMs + 1 }
  expect(noteContact(heardAt(0), long.toMs).silences).toEqual([long])
  const short = { fromMs: 0, toMs: silenceMs + 1 }
  expect(noteContact(heardAt(0), short.toMs, short.toMs).silences).toEqual([short])
  expect(noteContact(heardAt(0), short.toMs, short.toMs + 1).silences).toEqual([])
  expect(noteContact(heardAt(0), short.toMs, 0).silences).toEqual([])
})

test('only the last few short silences are stored, with any contacts in between', () => {
  const short = Array.from({ length: 12 }, (_, place) => ({ fromMs: 10_000 * place, toMs: 10_000 * place + 5000 }))
  const after = short.reduce(
    (contact, { fromMs, toMs }) => noteContact(noteContact(contact, fromMs), toMs),
    noteContact(heardAt(-1000), 0),
  )
  // Between the short ones lie others as short: each end of one is the beginning of the next.
  expect(after.earlier).toHaveLength(mostEarlier)
  expect(after.lastSilence).toEqual({ fromMs: 110_000, toMs: 115_000 })
  expect(silencesOf(after)).toContainEqual({ fromMs: 100_000, toMs: 105_000 })
  const long = noteContact(noteContact(after, 200_000), 210_000)
  expect([long.earlier, long.silences, long.lastSilence]).toEqual([
    [...after.earlier.slice(1), after.lastSilence],
    [{ fromMs: 115_000, toMs: 200_000 }],
    { fromMs: 200_000, toMs: 210_000 },
  ])
})

test('an older form run has no known silence until its second contact', () => {
  expect(noteContact({ heardAtMs: undefined, lastSilence: undefined, earlier: [], silences: [] }, 90_000)).toEqual(
    heardAt(90_000),
  )
})

const moments = fc.array(fc.nat(200_000))

test('differing clocks of two servers never move a contact to an earlier moment', () => {
  fc.assert(
    fc.property(moments, (unordered) => {
      let contact = heardAt(100_000)
      for (const nowMs of unordered) {
        const next = noteContact(contact, nowMs)
        expect(next.heardAtMs).toBe(Math.max(contact.heardAtMs ?? 0, nowMs))
        contact = next
      }
    }),
  )
})

test('no contact is within a silence', () => {
  fc.assert(
    fc.property(moments, fc.nat(200_000), (unordered, endsAtMs) => {
      const inOrder = unordered.toSorted((one, other) => one - other)
      const contact = inOrder.reduce((before, nowMs) => noteContact(before, nowMs, endsAtMs), heardAt(0))
      for (const { fromMs, toMs } of silencesOf(contact))
        expect(inOrder.filter((nowMs) => nowMs > fromMs && nowMs < toMs)).toEqual([])
    }),
  )
})

test('a connection that was open all the time, and answers, unmakes every silence within it and no other', () => {
  const before = noteContact(heardAt(0), 100_000, 0)
  const within = [150_000, 170_000].reduce((contact, nowMs) => noteContact(contact, nowMs, 160_000), before)
  expect(within.silences).toHaveLength(3)
  expect(noteContact(within, 180_000, 160_000, 100_000)).toEqual({
    heardAtMs: 180_000,
    lastSilence: undefined,
    earlier: [],
    silences: [{ fromMs: 0, toMs: 100_000 }],
  })
  // It may be noted late, or by a server that was not told of its beginning.
  expect(noteContact(heardAt(0), 180_000, 0, 100_000)).toEqual({
    heardAtMs: 180_000,
    lastSilence: { fromMs: 0, toMs: 100_000 },
    earlier: [],
    silences: [{ fromMs: 0, toMs: 100_000 }],
  })
})

test('no silence touches the inside of an open connection, and those outside of it stay', () => {
  fc.assert(
    fc.property(moments, fc.nat(200_000), fc.nat(200_000), (unordered, endsAtMs, sinceMs) => {
      const inOrder = [...unordered, sinceMs].toSorted((one, other) => one - other)
      const before = inOrder.reduce((contact, nowMs) => noteContact(contact, nowMs, endsAtMs), heardAt(0))
      const after = noteContact(before, 200_001, endsAtMs, sinceMs)
      expect(silencesOf(after).filter(({ toMs }) => toMs > sinceMs)).toEqual([])
      expect(after.silences).toEqual(before.silences.filter(({ toMs }) => toMs <= sinceMs))
    }),
  )
})
