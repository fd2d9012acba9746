import { rulesOf } from '@sitwell/question-types/rules'
import { expect, test } from 'vitest'
import { countAnswered, givesSomething } from './count-answered.ts'

const question = (id: string, type: string, more: object = {}) =>
  rulesOf(type).publicQuestion.parse({
    ...{ id, type, number: 1, paperPartId: 'p', versionId: id, versionNumber: 1, marks: 1, text: '' },
    ...more,
  })
const questions = [
  question('text', 'QUESTIONLTEXT'),
  question('two', 'MULTITEXT', { parts: [{ id: 'a' }, { id: 'b' }] }),
  question('seen', 'VISITED'),
  question('map', 'EVIDENCE'),
  question('photo', 'EVIDENCE'),
]
const row = (question_id: string, answerText: string, options: object[] = []) => ({
  question_id,
  answer: JSON.stringify({ answerText, options }),
})
const rows = [
  row('text', 'An ash'),
  row('two', 'One', [{ optionID: 'a', optionText: 'One' }]),
  row('seen', 'visited'),
  row('map', 'visited'),
  row('photo', 'visited'),
]
const file = (question_id: string | null, more: object = {}) => ({
  ...{ question_id, file_name: 'a.pdf', deleted_at: null, scan: 'clean' as const },
  ...more,
})

test('a receipt counts what the review counts: parts of an answer apart, pages that were seen not, and files where they are asked for', () => {
  expect(countAnswered(questions, rows, [])).toEqual({ answered: 1, partly: 1, byFiles: 0 })
  expect(countAnswered(questions, rows, [file('map')])).toEqual({ answered: 2, partly: 1, byFiles: 1 })
  expect(countAnswered(questions, rows, [file(null)])).toEqual({ answered: 3, partly: 1, byFiles: 2 })
  expect(countAnswered(questions, rows, [file('map', { deleted_at: 5 }), file('photo', { scan: 'infected' })])).toEqual({
    answered: 1,
    partly: 1,
    byFiles: 0,
  })
  expect(countAnswered(questions, [], [])).toEqual({ answered: 0, partly: 0, byFiles: 0 })
})

test('a stored answer gives something only if its learner gave it', () => {
  expect(rows.filter(givesSomething(questions)).map(({ question_id }) => question_id)).toEqual(['text', 'two'])
  expect(givesSomething(questions)(row('gone', 'x'))).toBe(false)
})
