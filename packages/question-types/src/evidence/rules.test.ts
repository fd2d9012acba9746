import { expect, test } from 'vitest'
import { commonFields } from '../testing/arbitrary.ts'
import { evidencePrompt, evidenceRules as rules } from './rules.ts'

const promptOf = (evidenceText: string | undefined) => {
  const question = rules.publicQuestion.parse({ ...commonFields('EVIDENCE'), evidenceText })
  return evidencePrompt(question, 'Please upload your evidence')
}

// QSTATIC-201
test("the author's text asks for the evidence", () => {
  expect(promptOf('<p>Two photos of the joint</p>')).toBe('<p>Two photos of the joint</p>')
})

// QSTATIC-210
test.each([undefined, '', '  ', 'undefined', 'MESSAGE_UNDEFINED', 'MESSAGE UNDEFINED'])(
  '%j asks in our own words',
  (missing) => {
    expect(promptOf(missing)).toBe('Please upload your evidence')
  },
)
