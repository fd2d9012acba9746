import fc from 'fast-check'
import { expect, test } from 'vitest'
import { deviceOf } from './device-of.ts'
import { sessionLimits, sessionOverAt } from './session-limits.ts'

const hourMs = 60 * 60_000
const weekMs = 7 * 24 * hourMs

test('a session lasts twelve idle hours and a day, unless its organisation sets less or more within bounds', () => {
  expect(sessionLimits(null, null)).toEqual({ idleMs: 12 * hourMs, longestMs: 24 * hourMs })
  expect(sessionLimits(' 30 ', '8')).toEqual({ idleMs: hourMs / 2, longestMs: 8 * hourMs })
  for (const odd of ['', '0', '-5', '1e9', '1.5', 'never', '999999'])
    expect(sessionLimits(odd, odd), odd).toEqual(sessionLimits(null, null))
})

test('no use makes a session last longer than a week, and an exam under way makes none shorter', () => {
  const times = fc.record({ startedAt: fc.nat(1e9), used: fc.nat(1e9), idleMinutes: fc.nat(20_000), hours: fc.nat(400) })
  fc.assert(
    fc.property(times, ({ startedAt, used, idleMinutes, hours }) => {
      const limits = sessionLimits(String(idleMinutes), String(hours))
      const at = (isInExam: boolean) => sessionOverAt({ startedAt, refreshedAt: startedAt + used, isInExam }, limits)
      expect(at(false)).toBeLessThanOrEqual(at(true))
      expect(at(true)).toBeLessThanOrEqual(startedAt + weekMs)
      expect(at(false)).toBeLessThanOrEqual(startedAt + used + limits.idleMs)
    }),
  )
})

test.each([
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/131.0 Safari/537.36 Edg/131.0', 'Edge', 'Windows'],
  ['Mozilla/5.0 (X11; CrOS x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0 Safari/537.36', 'Chrome', 'ChromeOS'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 14_5) AppleWebKit/605 (KHTML) Version/17.5 Safari/605.1', 'Safari', 'macOS'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605 CriOS/125.0 Mobile Safari/604.1',
    'Chrome',
    'iPhone',
  ],
  ['Mozilla/5.0 (Android 14; Mobile; rv:133.0) Gecko/133.0 Firefox/133.0', 'Firefox', 'Android'],
  ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/120 Safari/537.36 SEB/3.7', 'Safe Exam Browser', 'Windows'],
])('%s is told in words', (userAgent, browser, system) => expect(deviceOf(userAgent)).toEqual({ browser, system }))

test('of a browser that nobody knows nothing is told', () => {
  for (const odd of [null, '', 'curl/8.0', '<script>']) expect(deviceOf(odd)).toEqual({})
})
