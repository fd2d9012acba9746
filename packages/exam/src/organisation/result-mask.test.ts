import { expect, test } from 'vitest'
import { resultParts } from './result-mask.ts'

// RES-314 Q-215
test('each bit of the mask shows its own part of a result, and no other', () => {
  for (let mask = 0; mask < 8; mask += 1) {
    expect(resultParts(mask)).toEqual({ marks: mask % 2 === 1, grade: [2, 3, 6, 7].includes(mask), percentage: mask >= 4 })
  }
})

// RES-315 Q-216
test('-1 shows marks and percentage, and no grade', () => {
  expect(resultParts(-1)).toEqual({ marks: true, grade: false, percentage: true })
})
