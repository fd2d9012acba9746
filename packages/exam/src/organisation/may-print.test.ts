import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mayPrint } from './may-print.ts'

const setting = fc.constantFrom(true, false, undefined)

// PRINT-306 NAV-221
test('only organisations 4 and 12 print static text without a setting, unless an exam forbids it', () => {
  for (const organisationId of [4, 12]) {
    for (const printQuestions of [true, undefined])
      expect(mayPrint({ organisationId, printQuestions, isToRead: true })).toBe(true)
    expect(mayPrint({ organisationId, printQuestions: false, isToRead: true })).toBe(false)
  }
  fc.assert(
    fc.property(fc.integer(), setting, (organisationId, printQuestions) => {
      fc.pre(organisationId !== 4 && organisationId !== 12)
      expect(mayPrint({ organisationId, printQuestions, isToRead: true })).toBe(false)
    }),
  )
})

test('other questions are printed only if the exam or its organisation allows it', () => {
  fc.assert(
    fc.property(fc.integer(), setting, (organisationId, printQuestions) => {
      expect(mayPrint({ organisationId, printQuestions, isToRead: false })).toBe(printQuestions === true)
    }),
  )
})
