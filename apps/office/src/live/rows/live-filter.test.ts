import { type LiveRow, type LiveView, liveStates } from '@sitwell/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { before, madeUpRow } from '../testing/made-up-rows.ts'
import { alertsOf, keepingMoments, newAlerts } from './alerts.ts'
import { checksOf, isPresent, unsentForMs } from './checks.ts'
import { chipsShown, isFound, isInRooms, isOfChip, liveChips, pulseOf, roomsShown } from './live-filter.ts'
import { liveCompare } from './live-order.ts'

const page = { at: before(1000), isOff: false, isClockWrong: false, unsent: 0, isOldBuild: false }
const rows = fc.array(
  fc.record({
    id: fc.nat({ max: 50 }),
    state: fc.constantFrom(...liveStates),
    roomID: fc.constantFrom(undefined, 'hall', 'lab'),
    requests: fc.boolean(),
    isOff: fc.boolean(),
    isPaused: fc.boolean(),
    ownMs: fc.constantFrom(undefined, 900_000),
  }),
  { maxLength: 40 },
)
const rowOf = ({
  id,
  requests,
  isOff,
  roomID,
  ownMs,
  ...row
}: (typeof rows extends fc.Arbitrary<infer T> ? T : never)[number]): LiveRow =>
  madeUpRow({
    ...row,
    rowID: `row-${id}`,
    userID: id,
    lastName: `Name ${id % 7}`,
    page: { ...page, isOff },
    ...(roomID !== undefined && { roomID }),
    ...(requests && { requestedAt: before(5000) }),
    ...(ownMs !== undefined && { ownMs }),
  })

const room = (roomID: string, isOwn: boolean) => ({ roomID, name: roomID, centre: 'c', zone: 'UTC', isOwn, may: [] })
const view = (isOwn: boolean): LiveView => ({
  ...{ name: 'Exam', examName: 'Exam', may: [], rooms: [room('hall', isOwn), room('lab', false)] },
})

test('each chip shows as many people as it says', () => {
  fc.assert(
    fc.property(rows, (made) => {
      const people = made.map(rowOf)
      const { chips, expected } = pulseOf(people)
      expect(expected).toBe(people.length)
      for (const chip of liveChips) expect(chips[chip]).toBe(people.filter((row) => isOfChip(row, chip)).length)
    }),
  )
})

test('a chip that somebody is behind shows, and so does the one that is on; an empty one may not', () => {
  fc.assert(
    fc.property(rows, fc.constantFrom(...liveChips), (made, on) => {
      const { chips } = pulseOf(made.map(rowOf))
      const shown = chipsShown(chips, on)
      expect(shown).toContain(on)
      for (const chip of liveChips) if (chips[chip] > 0) expect(shown).toContain(chip)
    }),
  )
  const nobody = pulseOf([]).chips
  expect(chipsShown(nobody, 'all')).toEqual(['all', 'no-contact', 'check', 'waiting', 'handed-in'])
  expect(chipsShown(nobody, 'resting')).toContain('resting')
})

// OFFICE-109
test('an address without a room shows the caller’s own rooms, and all to whoever has none', () => {
  expect(roomsShown('', view(true))).toEqual(new Set(['hall']))
  expect(roomsShown('', view(false))).toBeUndefined()
  expect([roomsShown('all', view(true)), roomsShown('lab', view(true)), roomsShown('gone', view(true))]).toEqual([
    ...[undefined, new Set(['lab']), undefined],
  ])
  expect(isInRooms(madeUpRow(), roomsShown('none', view(true)))).toBe(true)
  expect(isInRooms(madeUpRow({ roomID: 'hall' }), roomsShown('none', view(true)))).toBe(false)
})

// OFFICE-109
test('alerts of people in other rooms are not among those of a room', () => {
  fc.assert(
    fc.property(rows, (made) => {
      const people = made.map(rowOf)
      const own = people.filter((row) => isInRooms(row, roomsShown('', view(true))))
      for (const { row } of alertsOf(own, 0)) expect(row.roomID).toBe('hall')
    }),
  )
})

// OFFICE-104
test('a page that differs, a wrong clock and an older build are to be checked, and each has an alert with its evidence', () => {
  const row = madeUpRow({ page: { ...page, isOff: true, isClockWrong: true, isOldBuild: true } })
  expect(checksOf(row)).toEqual(['clock', 'device', 'build'])
  expect(
    alertsOf([row], 0)
      .map(({ kind }) => kind)
      .sort(),
  ).toEqual(['build', 'clock', 'device'])
  expect(checksOf({ ...row, state: 'no-contact' })).toEqual([])
  expect(checksOf({ ...row, state: 'handed-in' })).toEqual([])
})

// OFFICE-111
test('whoever sits unsupervised is to be checked, with contact or without', () => {
  for (const state of ['working', 'no-contact', 'paused'] as const)
    expect(checksOf(madeUpRow({ isUnsupervised: true, state }))).toEqual(['unsupervised'])
})

test('answers are to be checked that were on the device alone for longer than a page keeps them', () => {
  const saved = (ms: number) =>
    madeUpRow({ page: { ...page, unsent: 2 }, savedAt: new Date(Date.parse(page.at) - ms).toISOString() })
  expect([checksOf(saved(unsentForMs)), checksOf(saved(unsentForMs + 1))]).toEqual([[], ['unsent']])
})

test('an alert is new once, as long as it goes on; another silence of the same person is another alert', () => {
  const silent = madeUpRow({ state: 'no-contact' })
  const first = alertsOf([silent], 0)
  const known = new Set(first.map(({ key }) => key))
  expect(newAlerts(known, alertsOf([{ ...silent, incidents: 3 }], 9))).toEqual([])
  expect(newAlerts(known, alertsOf([{ ...silent, contactAt: before(0) }], 9))).toHaveLength(1)
})

// OFFICE-113
test('staff who note somebody as absent or present are believed', () => {
  expect(isPresent(madeUpRow({ attendance: 'absent' }))).toBe(false)
  expect(isPresent(madeUpRow({ state: 'not-arrived', attendance: 'present' }))).toBe(true)
  expect([isPresent(madeUpRow()), isPresent(madeUpRow({ state: 'not-arrived' }))]).toEqual([true, false])
})

test('a search finds names with and without their marks, and in any script', () => {
  const marek = madeUpRow({ firstName: 'Marek', lastName: 'Dvořák', username: 'md' })
  expect(['dvorak', 'DVOŘ mar', 'md', ' ', 'novak'].map((search) => isFound(marek, search))).toEqual([
    true,
    true,
    true,
    true,
    false,
  ])
  expect(isFound(madeUpRow({ firstName: 'سلمى', lastName: 'الخطيب' }), 'سلمى')).toBe(true)
})

test('each order is one: of any two rows the same comes first, whichever is asked about first', () => {
  fc.assert(
    fc.property(
      rows,
      fc.constantFrom('name', 'state', 'left'),
      fc.constantFrom('ascending' as const, 'descending' as const),
      (made, column, direction) => {
        const people = [...new Map(made.map((one) => [one.id, rowOf(one)])).values()]
        const compare = liveCompare({ column, direction }, new Intl.Collator('en'), () => 0)
        const sorted = [...people].sort(compare).map(({ rowID }) => rowID)
        expect(
          [...people]
            .reverse()
            .sort(compare)
            .map(({ rowID }) => rowID),
        ).toEqual(sorted)
      },
    ),
  )
  const asks = madeUpRow({ rowID: 'asks', requestedAt: before(1) })
  const silent = madeUpRow({ rowID: 'silent', state: 'no-contact' })
  const byState = liveCompare({ column: 'state', direction: 'ascending' }, new Intl.Collator('en'), () => 0)
  expect([madeUpRow(), silent, asks].sort(byState).map(({ rowID }) => rowID)).toEqual(['asks', 'silent', 'row-1'])
})

test('an alert keeps its place in the list while its page reports again, and one that ended and came back is new', () => {
  const pageAt = (rowID: string, ms: number) => madeUpRow({ rowID, page: { ...page, at: before(ms), isClockWrong: true } })
  const momentsOf = (alerts: ReturnType<typeof alertsOf>) => new Map(alerts.map(({ key, sinceMs }) => [key, sinceMs]))
  const first = keepingMoments(new Map(), alertsOf([pageAt('a', 9000), pageAt('b', 8000)], 0))
  const next = keepingMoments(momentsOf(first), alertsOf([pageAt('a', 1000), pageAt('b', 2000)], 0))
  expect([first, next].map((alerts) => alerts.map(({ row }) => row.rowID))).toEqual([
    ['b', 'a'],
    ['b', 'a'],
  ])
  expect(momentsOf(next)).toEqual(momentsOf(first))
  const gone = keepingMoments(momentsOf(next), alertsOf([pageAt('b', 2000)], 0))
  const back = keepingMoments(momentsOf(gone), alertsOf([pageAt('a', 500), pageAt('b', 2000)], 0))
  expect(back.map(({ row }) => row.rowID)).toEqual(['a', 'b'])
})
