import fc from 'fast-check'
import { expect, test } from 'vitest'
import { barOfFile, type PartWindow } from '../parts/part-windows.ts'

const closed: PartWindow = { opensAtMs: undefined, endsAtMs: 100_000, lastSequence: 7 }

test('a file of a closed part is rejected unless it was chosen before, regardless of the browser’s claim', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 300_000 }),
      fc.option(fc.integer({ min: 0, max: 300_000 }), { nil: undefined }),
      (atMs, chosenMs) => {
        const bar = barOfFile(closed, { atMs, chosenMs, isClaimed: chosenMs !== undefined })
        expect(bar).toBe((chosenMs ?? atMs) > 102_000 ? 'closed' : undefined)
      },
    ),
  )
  expect(barOfFile(closed, { atMs: 100_001, chosenMs: undefined, isClaimed: true })).toBe('unknown')
})

test('none comes before what is to read is over, and any where there is nothing to say of a part', () => {
  const reading: PartWindow = { opensAtMs: 50_000, endsAtMs: undefined, lastSequence: undefined }
  const at = (atMs: number) => ({ atMs, chosenMs: 10, isClaimed: true })
  expect([barOfFile(reading, at(49_999)), barOfFile(reading, at(50_000)), barOfFile(undefined, at(1))]).toEqual([
    'reading',
    undefined,
    undefined,
  ])
})
