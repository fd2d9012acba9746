import { sectionsAround } from '@sitwell/exam/paper/paper'
import type { LoadedExam } from './loaded-exam.ts'

/** What stands beside a question. */
export interface ToolsOfQuestion {
  readonly calculator: boolean
  readonly workings: boolean
}

/** The tools that the question asks for, or a section around it, or the exam as a whole (spec 2 §3). */
export const toolsOfQuestion = (
  { content, paper, questions, sections }: Pick<LoadedExam, 'content' | 'paper' | 'questions' | 'sections'>,
  questionId: string,
): ToolsOfQuestion => {
  const question = questions.get(questionId)
  const around = sectionsAround(paper, questionId).flatMap(({ id }) => sections.get(id) ?? [])
  const asking = [content.settings, ...around, ...(question ? [question] : [])]
  return {
    calculator: asking.some(({ requiresCalculator }) => requiresCalculator),
    workings: asking.some(({ requiresWorkings }) => requiresWorkings),
  }
}

/** Whether any question of the exam has a tool beside it. */
export const hasTools = (exam: Pick<LoadedExam, 'content' | 'paper' | 'questions' | 'sections'>): boolean =>
  exam.paper.order.some((id) => Object.values(toolsOfQuestion(exam, id)).includes(true))
