import { textsOf } from '@sitwell/i18n/testing/texts-of'
import { expect, test } from 'vitest'
import type { AnswerBook } from '../../../sync/answers/answer-book.ts'
import { noteAtLeaving, refusedMessage, refusedOf, type StatusNote, statusOf } from '../run/status-of.ts'
import { leaveQuestion } from './leave-question.ts'

const { text } = textsOf()

/** Leaves questions of a book that holds these, and answers what the status line says after each. */
const leave = async (
  held: readonly string[],
  left: readonly string[],
  saveChanged: AnswerBook['saveChanged'] = async () => {},
) => {
  // Boundary: of a record, what leaving looks at.
  const answers = { all: () => held.map((questionId) => ({ questionId })), saveChanged } as unknown as AnswerBook
  const errors: unknown[] = []
  const told: (string | undefined)[] = []
  let note: StatusNote | undefined
  for (const questionId of left) {
    await leaveQuestion(answers, questionId, {
      onSaved: (isSaved) => {
        note = noteAtLeaving(note, isSaved)
      },
      onError: (error) => errors.push(error),
    })
    const refused = refusedOf(note)
    told.push(statusOf('online', 'lasting', note) && refused && text(refusedMessage[refused]))
  }
  return { told, errors }
}

// ERR-315
test('a question of which nothing is held can’t be saved as it is left, and the learner is told until the next one is', async () => {
  expect(await leave(['q1', 'q2'], ['q1', 'gone', 'q2'])).toEqual({
    told: [undefined, 'Can’t save previous question', undefined],
    errors: [],
  })
})

test('a question that can’t be written as it is left is told too, and reported', async () => {
  const error = new Error('The disk is broken')
  const saved = async () => {
    throw error
  }
  expect(await leave(['q1'], ['q1'], saved)).toEqual({ told: ['Can’t save previous question'], errors: [error] })
})

test('what else is told stays when a question is saved', () => {
  for (const note of ['late', 'set-aside', undefined] as const) expect(noteAtLeaving(note, true)).toBe(note)
  expect(noteAtLeaving('late', false)).toBe('unsaved')
})
