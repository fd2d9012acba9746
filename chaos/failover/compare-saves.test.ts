import { expect, test } from 'vitest'
import { compareSaves, type KnownSave, type StoredSave } from './compare-saves.ts'

const save = (sequence: number, more: Partial<KnownSave> = {}): KnownSave => ({
  formRunGuid: 'run',
  requestId: `r${sequence}`,
  questionId: `q${sequence % 2}`,
  sequence,
  acknowledgedMs: 1,
  ...more,
})
const stored = (sequence: number, more: Partial<StoredSave> = {}): StoredSave => ({ ...save(sequence), ...more })
const { acknowledgedMs: _, ...unacknowledged } = save(3)

test('nothing is wrong where all that was acknowledged is there once, and what was not may be there or not', () => {
  expect(compareSaves([save(1), save(2)], [stored(1), stored(2)], [stored(1), stored(2)])).toEqual([])
  expect(compareSaves([save(1), unacknowledged], [stored(1)], [stored(1)])).toEqual([])
  expect(compareSaves([save(1), unacknowledged], [stored(1), stored(3)], [stored(3)])).toEqual([])
})

test('what is missing, doubled, overwritten, refused or nobody’s is told', () => {
  expect(compareSaves([save(1)], [], [stored(1)])).toEqual([expect.stringContaining('missing: request r1')])
  expect(compareSaves([save(1)], [stored(1), stored(1)], [stored(1)])).toEqual([
    expect.stringContaining('doubled: number 1'),
    expect.stringContaining('doubled: request r1 is there 2 times'),
  ])
  expect(compareSaves([save(1), save(3)], [stored(1), stored(3)], [stored(1)])).toEqual([
    expect.stringContaining('overwritten: number 1 stands at run q1, number 3'),
  ])
  expect(compareSaves([{ ...unacknowledged, refused: '409' }], [], [])).toEqual([
    expect.stringContaining('refused: request r3 with 409'),
  ])
  expect(compareSaves([], [stored(1)], [stored(1)])).toEqual([expect.stringContaining('unknown: request r1')])
})
