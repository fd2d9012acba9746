import { type LiveView, liveAct } from '@sitwell/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { before, madeUpRow } from '../testing/made-up-rows.ts'
import {
  type ActDraft,
  actOf,
  draftToPreview,
  emptyDraft,
  faultsOf,
  liveActIds,
  makesSense,
  mayAct,
  minutesTyped,
} from './live-acts.ts'

const room = '3f0c8b9a-1111-4222-8333-444455556666'
const drafts = fc.record({
  minutes: fc.constantFrom('', '0', '5', ' 15 ', '1441', '1.5', '-3', 'five', '١٥'),
  words: fc.constantFrom('', '  ', 'Fire test', 'x'.repeat(1001), 'x'.repeat(4001)),
  category: fc.constantFrom('technical' as const, 'noise' as const),
  roomID: fc.constantFrom('', room),
})

test('a draft without faults is an act that the contract takes, and one with faults is none', () => {
  fc.assert(
    fc.property(fc.constantFrom(...liveActIds), drafts, (id, draft: ActDraft) => {
      const isTaken = z.safeParse(liveAct, actOf(id, draft)).success
      if (faultsOf(id, draft).length === 0) expect(isTaken).toBe(true)
    }),
  )
  expect(faultsOf('add-time', emptyDraft)).toEqual(['minutes'])
  expect(faultsOf('incident', emptyDraft)).toEqual(['words'])
  expect(faultsOf('move', emptyDraft)).toEqual(['room'])
  expect(faultsOf('reopen', { ...emptyDraft, words: 'Power cut' })).toEqual([])
  expect(faultsOf('reopen', { ...emptyDraft, words: 'Power cut', minutes: 'x' })).toEqual(['minutes?'])
})

test('what is written asks for no other preview', () => {
  const typing = ['F', 'Fi', 'Fire'].map((words) => actOf('message', draftToPreview({ ...emptyDraft, words })))
  expect(new Set(typing.map((act) => JSON.stringify(act))).size).toBe(1)
})

test('minutes are read in the digits of any script', () => {
  expect(['15', '١٥', '۱۵', ' 7 ', '0', '1441', '', '1,5'].map(minutesTyped)).toEqual([
    ...[15, 15, 15, 7, undefined, undefined, undefined, undefined],
  ])
})

// OFFICE-109
test('an act is offered where the caller may do it: in a room, or to whoever has none; never on their own sitting', () => {
  const view: LiveView = {
    ...{ name: 'Exam', examName: 'Exam', may: [] },
    rooms: [{ roomID: room, name: 'Hall', centre: 'c', zone: 'UTC', isOwn: true, may: ['sittings.pause'] }],
  }
  expect(mayAct(view, { isOwn: false, roomID: room }, 'pause')).toBe(true)
  expect(mayAct(view, { isOwn: false, roomID: room }, 'add-time')).toBe(false)
  expect(mayAct(view, { isOwn: false }, 'pause')).toBe(false)
  expect(mayAct({ ...view, may: ['sittings.pause'] }, { isOwn: false }, 'pause')).toBe(true)
  expect(mayAct({ ...view, may: ['sittings.pause'] }, { isOwn: true, roomID: room }, 'pause')).toBe(false)
})

test('a person’s panel offers what makes sense for them as they stand', () => {
  const offered = (row: Parameters<typeof madeUpRow>[0]) => liveActIds.filter((id) => makesSense(madeUpRow(row), id))
  expect(offered({})).toEqual([
    'add-time',
    'message',
    'pause',
    'incident',
    'present',
    'absent',
    'move',
    'free-device',
    'waive',
    'end',
  ])
  expect(offered({ state: 'handed-in' })).toEqual(['incident', 'present', 'absent', 'move', 'reopen'])
  expect(offered({ requestedAt: before(1) })).toEqual(expect.arrayContaining(['grant', 'decline']))
  expect(offered({ isPaused: true, state: 'paused' })).toContain('resume')
})
