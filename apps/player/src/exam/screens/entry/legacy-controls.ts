import type { ControlProperty, Question } from '@sitwell/contract'
import { rulesOf } from '@sitwell/question-types/rules'
import type { LoadedExam } from '../../content/loaded-exam.ts'

/** What a question needs of the server: a control, with what it is told. */
interface Wanted {
  readonly controlName: string
  readonly props: ControlProperty[]
}

/** The exam with the HTML of each legacy control in its question (spec 2 §4). Throws where `fetchHtml` does. */
export const withLegacyControls = async (
  exam: LoadedExam,
  fetchHtml: (question: Question, wanted: Wanted) => Promise<string>,
): Promise<LoadedExam> => {
  const questions = new Map(exam.questions)
  await Promise.all(
    [...exam.questions].map(async ([id, question]) => {
      const { remote } = rulesOf(question.type)
      if (remote) questions.set(id, remote.with(question, await fetchHtml(question, remote.of(question))))
    }),
  )
  return { ...exam, questions }
}
