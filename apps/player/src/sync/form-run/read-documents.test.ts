import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createReadDocuments } from './read-documents.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('where a learner is in a document is kept once they stop scrolling, and comes back with what is kept', () => {
  const onChange = vi.fn()
  const reading = createReadDocuments(undefined, onChange)
  reading.setOpen('a')
  reading.setShare(0.6)
  reading.setHeight(0.4)
  expect(onChange).toHaveBeenCalledTimes(3)
  for (let page = 1; page < 50; page += 1) reading.keepPlace('a', { page, zoom: 'fit', top: page })
  expect(onChange).toHaveBeenCalledTimes(3)
  vi.advanceTimersByTime(1000)
  expect(onChange).toHaveBeenCalledTimes(4)
  const again = createReadDocuments(reading.all(), onChange)
  expect([again.open(), again.share(), again.height(), again.placeIn('a')]).toEqual([
    'a',
    0.6,
    0.4,
    { page: 49, zoom: 'fit', top: 49 },
  ])
  expect(again.placeIn('b')).toBeUndefined()
  again.setOpen(undefined)
  expect(createReadDocuments(again.all(), onChange).open()).toBeUndefined()
})
