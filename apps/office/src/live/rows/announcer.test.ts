import fc from 'fast-check'
import { expect, test } from 'vitest'
import { madeUpRow } from '../testing/made-up-rows.ts'
import type { AlertKind, LiveAlert } from './alerts.ts'
import { collectMs, createAnnouncer, quietMs } from './announcer.ts'

const alert = (key: string, kind: AlertKind = 'no-contact'): LiveAlert => ({ key, kind, row: madeUpRow(), sinceMs: 0 })

/** An announcer under a clock that a test moves, and what it announced: moments and keys. */
const arrange = () => {
  let nowMs = 0
  let planned: { readonly atMs: number; readonly call: () => void }[] = []
  const announced: { readonly atMs: number; readonly keys: readonly string[] }[] = []
  const announcer = createAnnouncer({
    now: () => nowMs,
    after: (ms, call) => {
      const one = { atMs: nowMs + ms, call }
      planned.push(one)
      return () => {
        planned = planned.filter((other) => other !== one)
      }
    },
    announce: (alerts) => announced.push({ atMs: nowMs, keys: alerts.map(({ key }) => key) }),
  })
  const pass = (ms: number) => {
    const untilMs = nowMs + ms
    for (;;) {
      const next = [...planned].sort((a, b) => a.atMs - b.atMs)[0]
      if (next === undefined || next.atMs > untilMs) break
      planned = planned.filter((one) => one !== next)
      nowMs = next.atMs
      next.call()
    }
    nowMs = untilMs
  }
  return { announcer, announced, pass }
}

test('alerts of a few seconds are announced together, and those of a view that was just opened not at all', () => {
  const { announcer, announced, pass } = arrange()
  announcer.take([alert('old')], 'hall')
  pass(60_000)
  announcer.take([alert('old'), alert('a')], 'hall')
  pass(1000)
  announcer.take([alert('old'), alert('a'), alert('b')], 'hall')
  pass(60_000)
  expect(announced).toEqual([{ atMs: 60_000 + collectMs, keys: ['a', 'b'] }])
})

test('an alert that is over before it is announced, or belongs to a room that no longer shows, is not announced', () => {
  const { announcer, announced, pass } = arrange()
  announcer.take([], 'hall')
  announcer.take([alert('a'), alert('b')], 'hall')
  announcer.take([alert('b')], 'hall')
  pass(60_000)
  expect(announced.map(({ keys }) => keys)).toEqual([['b']])
  announcer.take([alert('b'), alert('c')], 'hall')
  announcer.take([alert('x')], 'lab')
  pass(60_000)
  expect(announced).toHaveLength(1)
})

test('a request of a learner does not wait for the quiet after an announcement', () => {
  const { announcer, announced, pass } = arrange()
  announcer.take([], 'hall')
  announcer.take([alert('a')], 'hall')
  pass(collectMs)
  announcer.take([alert('a'), alert('b')], 'hall')
  pass(1000)
  announcer.take([alert('a'), alert('b'), alert('help', 'request')], 'hall')
  pass(collectMs)
  expect(announced.map(({ keys }) => keys)).toEqual([['a'], ['b', 'help']])
})

test('however busy a room is, at most three announcements are made in a minute, and each alert that lasts is in just one', () => {
  const change = fc.record({
    afterMs: fc.nat({ max: 8000 }),
    people: fc.array(fc.nat({ max: 30 }), { maxLength: 6 }),
  })
  fc.assert(
    fc.property(fc.array(change, { maxLength: 60 }), (changes) => {
      const { announcer, announced, pass } = arrange()
      announcer.take([], 'hall')
      const lasting = new Set<string>()
      for (const { afterMs, people } of changes) {
        pass(afterMs)
        for (const one of people) lasting.add(`${one}`)
        announcer.take(
          [...lasting].map((key) => alert(key)),
          'hall',
        )
      }
      pass(quietMs + collectMs)
      for (const [place, { atMs }] of announced.entries()) {
        const fourth = announced[place + 3]
        if (fourth !== undefined) expect(fourth.atMs - atMs).toBeGreaterThanOrEqual(60_000)
      }
      const said = announced.flatMap(({ keys }) => keys)
      expect(said).toHaveLength(new Set(said).size)
      expect(new Set(said)).toEqual(lasting)
    }),
  )
})
