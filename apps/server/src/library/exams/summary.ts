import type { ExamSection } from '@sitwell/contract'
import { isToRead } from '@sitwell/question-types/rules'
import type { AuthoredExam, AuthoredSection } from '../../import/authored-exam.ts'

/** What lists and reports show of an exam. */
export interface ExamSummary {
  readonly name: string
  readonly questions: number
  readonly marks: number
  readonly sections: readonly ExamSection[]
  readonly types: readonly { readonly type: string; readonly questions: number }[]
}

/** Sections that are listed. */
const mostSections = 500

/** All questions below a section. What is only read is none. */
const questionsBelow = ({ questions = [], sections = [] }: AuthoredSection): NonNullable<AuthoredSection['questions']> => [
  ...questions.filter((one) => !isToRead(one)),
  ...sections.flatMap(questionsBelow),
]

/** Marks are decimal numbers, whose sum as binary ones has an error far behind the point. */
const sumOf = (marks: readonly number[]): number => Math.round(marks.reduce((sum, one) => sum + one, 0) * 1e9) / 1e9

/** Counts the questions of an exam and what they are worth, drawn by chance or not. */
export const summaryOf = ({ name, sections }: Pick<AuthoredExam, 'name' | 'sections'>): ExamSummary => {
  const parts = sections.map((section) => ({ name: section.name, questions: questionsBelow(section) }))
  const all = parts.flatMap(({ questions }) => questions)
  const types = [...Map.groupBy(all, ({ type }) => type)].map(([type, some]) => ({ type, questions: some.length }))
  return {
    name,
    questions: all.length,
    marks: sumOf(all.map(({ marks }) => marks)),
    sections: parts.slice(0, mostSections).map(({ name: title, questions }) => ({
      name: title,
      questions: questions.length,
      marks: sumOf(questions.map(({ marks }) => marks)),
    })),
    types: types.sort((one, other) => other.questions - one.questions || (one.type < other.type ? -1 : 1)),
  }
}
