import fc from 'fast-check'
import { expect, test } from 'vitest'
import { agoText, clockSeconds, differenceText, leftText, viewAgeSeconds } from './times.ts'

/** Texts as their id and their values. */
const text = (id: string, values: object = {}) => [id, ...Object.values(values)].join(' ')
const secondsIn = (said: string) => {
  const [id = '', hours, minutes, seconds] = said.split(' ')
  const all = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
  return id.endsWith('hours') ? all - Number(seconds) + 59 : all
}

// OFFICE-108
test('nothing is said to be fresher than it is, and by a minute at most as older', () => {
  fc.assert(
    fc.property(fc.nat({ max: 4 * 3_600_000 }), (pastMs) => {
      const saidMs = secondsIn(agoText(pastMs, text)) * 1000
      expect(saidMs).toBeGreaterThanOrEqual(pastMs)
      expect(saidMs - pastMs).toBeLessThan(60_000)
    }),
  )
  expect([agoText(-5, text), agoText(2001, text), agoText(252_000, text)]).toEqual([
    ...['live.ago.seconds 0 0 0', 'live.ago.seconds 0 0 3', 'live.ago.minutes 0 4 12'],
  ])
})

test('nobody is told of more time than is left', () => {
  const saidMs = (said: string) => {
    const [id = '', ...numbers] = said.split(' ')
    if (id.endsWith('over')) return 0
    if (id.endsWith('left.minutes')) return Number(numbers[0]) * 60_000
    return (Number(numbers[1]) * 60 + Number(numbers[2])) * 1000
  }
  fc.assert(
    fc.property(fc.integer({ min: -5000, max: 4 * 3_600_000 }), (leftMs) => {
      const said = saidMs(leftText(leftMs, text))
      expect(said).toBeLessThanOrEqual(Math.max(leftMs, 0))
      expect(leftMs - said).toBeLessThan(60_000)
    }),
  )
  expect(leftText(53 * 60_000 + 999, text)).toBe('live.left.minutes 53')
})

// OFFICE-104
test('a clock that differs by more than two seconds is flagged with which way and how much', () => {
  expect([2000, -2000, 0].map((ms) => differenceText(ms, text))).toEqual(Array(3).fill('live.clock.same'))
  expect([2001, -3000, -120_000, 65_000].map((ms) => differenceText(ms, text))).toEqual([
    ...['live.clock.more.seconds 2', 'live.clock.less.seconds 3', 'live.clock.less.minutes 2', 'live.clock.more.both 1 5'],
  ])
})

test('the age of the view has one decimal, rounded up, in the digits of the language', () => {
  expect([0, 701, 12_000].map((ms) => viewAgeSeconds(ms, 'en'))).toEqual(['0.0', '0.8', '12.0'])
  expect(viewAgeSeconds(800, 'de')).toBe('0,8')
})

test('a moment is shown to the second, by the clock of its zone', () => {
  expect(clockSeconds(Date.UTC(2026, 11, 3, 10, 2, 14), 'Europe/Berlin', 'en-GB')).toBe('11:02:14')
})
