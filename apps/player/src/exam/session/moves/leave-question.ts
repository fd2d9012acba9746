import type { AnswerBook } from '../../../sync/answers/answer-book.ts'

/**
 * Saves what was changed in a question as its learner leaves it. `onSaved` tells whether it could be: if nothing is held of that question, or what is
 * held can't be written, the learner has to know.
 */
export const leaveQuestion = async (
  answers: Pick<AnswerBook, 'all' | 'saveChanged'>,
  questionId: string,
  { onSaved, onError }: { onSaved(isSaved: boolean): void; onError(error: unknown): void },
): Promise<void> => {
  if (answers.all().every((record) => record.questionId !== questionId)) return onSaved(false)
  try {
    await answers.saveChanged(questionId)
    onSaved(true)
  } catch (error) {
    onError(error)
    onSaved(false)
  }
}
