import fc from 'fast-check'
import { expect, test } from 'vitest'
import { before, madeUpNowMs, madeUpRow } from '../testing/made-up-rows.ts'
import { isSameShown, type ShownBy, shownRow } from './shown-row.ts'

const by: ShownBy = {
  text: (id, values = {}) => [id, ...Object.values(values)].join(' '),
  nowMs: madeUpNowMs,
  isBlind: false,
  clock: (atMs) => new Date(atMs).toISOString().slice(11, 19),
  roomName: (roomID) => roomID ?? '',
}
const blind = { ...by, isBlind: true }

// OFFICE-108
test('a view that is blind shows each moment as it was, and counts nothing on', () => {
  expect(shownRow(madeUpRow(), by)).toMatchObject({
    ...{ contact: 'live.ago.seconds 0 0 3', saved: 'live.ago.seconds 0 0 7', left: 'live.left.minutes 53' },
    state: { tone: 'good', text: 'live.state.working' },
  })
  expect(shownRow(madeUpRow(), blind)).toMatchObject({
    ...{ contact: '10:02:27', saved: '10:02:23', left: 'live.left.minutes 53' },
    state: { tone: 'idle', text: 'live.stateThen live.state.working' },
  })
})

// OFFICE-108
test('as time goes on without news of a person, their last contact is never shown as later', () => {
  const seconds = (said: string) => {
    const [, , minutes = '0', rest = '0'] = said.split(' ')
    return Number(minutes) * 60 + Number(rest)
  }
  fc.assert(
    fc.property(fc.nat({ max: 3_000_000 }), fc.nat({ max: 3_000_000 }), (one, other) => {
      const [sooner, later] = one < other ? [one, other] : [other, one]
      const at = (ms: number) => seconds(shownRow(madeUpRow(), { ...by, nowMs: madeUpNowMs + ms }).contact)
      expect(at(later)).toBeGreaterThanOrEqual(at(sooner))
      expect(at(later) * 1000).toBeGreaterThanOrEqual(later)
    }),
  )
})

// OFFICE-104
test('the page’s time, the device’s clock, the build and what is unsent show with the page', () => {
  const page = { at: before(12_000), offMs: -120_000, isOff: true, isClockWrong: true, unsent: 2, isOldBuild: true }
  const shown = shownRow(madeUpRow({ page }), by)
  expect(shown.page.split('live.listBreak')).toEqual([
    ...['live.clock.less.minutes 2', 'live.check.device', 'live.check.build', 'live.unsentAt 2 10:02:18'],
  ])
  expect(shown.state.tone).toBe('late')
  // Of a page that fell silent nothing is said as if it were so now.
  expect(shownRow(madeUpRow({ page, state: 'no-contact' }), by).page).toBe('live.clock.unknown')
})

test('time that stands still, time of one’s own and somebody who has handed in are told apart', () => {
  const left = (row: Parameters<typeof madeUpRow>[0]) => shownRow(madeUpRow(row), by).left
  expect(left({ time: { leftMs: 600_000 }, isPaused: true })).toBe('live.left.stands live.left.minutes 10')
  const waiting = { state: 'waiting', wholeMs: 4_500_000 } as const
  expect(shownRow({ ...madeUpRow({ ...waiting, ownMs: 900_000 }), time: undefined } as never, by).left).toBe(
    'live.left.wholeOwn 60 15',
  )
  expect(left({ state: 'handed-in' })).toBe('')
})

test('a row that reads as before is the same for the table', () => {
  const row = madeUpRow()
  const shown = shownRow(row, by)
  expect(isSameShown(shown, shownRow(row, { ...by }))).toBe(true)
  expect(isSameShown(shown, shownRow(row, { ...by, nowMs: madeUpNowMs + 1000 }))).toBe(false)
})
