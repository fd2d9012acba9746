// databases: none, because it reads answers
import type { Question } from '@sitwell/contract'
import { expect, test } from 'vitest'
import { answerWords } from './answer-words.ts'

const asked = (more: object) => ({ id: 'q', number: 1, text: '', marks: 1, ...more }) as unknown as Question
const given = (answerText: string, ...options: readonly [string, string][]) => ({
  answerText,
  options: options.map(([optionID, optionText]) => ({ optionID, optionText })),
})

const parts = [
  { id: 'a', text: 'Work', usesRichText: true },
  { id: 'b', text: 'Short', usesRichText: false },
]
const half = '<math><mfrac><mn>1</mn><mn>2</mn></mfrac></math>'

test('rich text and formulas are read as words, and what was typed into a plain field stays as it was typed', () => {
  const answer = given('', ['a', `<p>So <b>half</b>:</p><p>${half}</p>`], ['b', 'x <b> y\n& z'])
  const words = answerWords(asked({ type: 'MULTITEXT', parts }), answer, 100)
  expect(words).toMatch(/^So half: .*1.*2.*, x <b> y & z$/)
  expect(words).not.toMatch(/<m|<p|<\/b/)
})

test('a long answer is cut, and nothing given is empty', () => {
  const question = asked({ type: 'QUESTIONLTEXT' })
  expect(answerWords(question, given('a'.repeat(50)), 10)).toBe(`${'a'.repeat(9)}…`)
  expect(answerWords(question, given(' \n'), 10)).toBe('')
})
