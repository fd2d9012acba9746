import { expect, test } from 'vitest'
import { bytesText } from './bytes-text.ts'

test('bytes are written in the largest unit that fits, with one decimal below ten', () => {
  const texts = [0, 999, 1000, 1499, 9_960_000, 10_400_000, 25_000_000_000, 3.2e12, 9e15].map((bytes) =>
    bytesText(bytes, 'en-GB'),
  )
  expect(texts).toEqual(['0 byte', '999 byte', '1 kB', '1.5 kB', '10 MB', '10 MB', '25 GB', '3.2 TB', '9,000 TB'])
  expect(bytesText(1_500_000, 'de')).toBe('1,5 MB')
})
