import { marksIn } from '@sitwell/exam/paper/explanations'
import type { AuthoredQuestion } from '@sitwell/question-types/marking'
import type { AuthoredExam, AuthoredSection } from '../../authored-exam.ts'

type Path = readonly PropertyKey[]
interface Found {
  readonly path: Path
  readonly message: string
}

export interface CheckedExplanations {
  /** Words that are marked with an explanation that their question doesn't have. */
  readonly problems: readonly Found[]
  /** Explanations that nothing refers to. */
  readonly unused: readonly Found[]
}

const checkQuestion = ({ explanations = [], ...shown }: AuthoredQuestion, at: Path): CheckedExplanations => {
  const marked = marksIn(shown)
  const ids = explanations.map(({ id }) => id)
  return {
    problems: [...marked]
      .filter((id) => !ids.includes(id))
      .map((id) => ({ path: at, message: `Words are marked with "${id}", which is no explanation of this question` })),
    unused: ids.flatMap((id, index) =>
      marked.has(id) ? [] : [{ path: [...at, 'explanations', index], message: 'No text of its question refers to it.' }],
    ),
  }
}

const checkSections = (sections: readonly AuthoredSection[], above: Path): CheckedExplanations => {
  const found = sections.flatMap((section, index) => {
    const at = [...above, 'sections', index]
    return [
      ...(section.questions ?? []).map((question, number) => checkQuestion(question, [...at, 'questions', number])),
      checkSections(section.sections ?? [], at),
    ]
  })
  return { problems: found.flatMap(({ problems }) => problems), unused: found.flatMap(({ unused }) => unused) }
}

/** Holds the marks in the texts of an exam, once they are cleaned, against the explanations of their questions. */
export const checkExplanations = (exam: AuthoredExam): CheckedExplanations => checkSections(exam.sections, [])
