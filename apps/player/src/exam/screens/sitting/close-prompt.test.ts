import { policiesOf } from '@sitwell/exam/organisation/organisation-policies'
import { expect, test } from 'vitest'
import { asksBeforeClosing } from './close-prompt.ts'

// RUN-352 NAV-220 CONST-109
test('closing asks for organisation 29 alone, unless the setting says 1 or 0', () => {
  for (const id of [1, 4, 12, 28, 29, 30]) {
    expect(asksBeforeClosing('', policiesOf(id)), `${id}`).toBe(id === 29)
    expect(asksBeforeClosing('1', policiesOf(id)), `${id}`).toBe(true)
    expect(asksBeforeClosing('0', policiesOf(id)), `${id}`).toBe(false)
  }
})
