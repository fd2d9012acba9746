import { type SectionNode, sectionsAround } from '@sitwell/exam/paper/paper'
import type { LoadedExam } from './loaded-exam.ts'

/** The texts of sections, the first one's first. */
export const textsOf = (exam: LoadedExam, sections: readonly SectionNode[]): string =>
  sections
    .flatMap(({ id }) => [exam.sections.get(id)?.text ?? '', exam.sections.get(id)?.scenarioText ?? ''])
    .filter((html) => html !== '')
    .join('\n')

/** The scenario of a page of the exam: of one question, or of all those of a section that shows them together. */
export const scenarioAt = (exam: LoadedExam, questionId: string, together: SectionNode | undefined): string => {
  const around = sectionsAround(exam.paper, questionId)
  return textsOf(exam, together ? around.slice(0, around.findIndex(({ id }) => id === together.id) + 1) : around)
}

/** The scenario of a question: the texts of the sections around it, the outermost first. */
export const scenarioOf = (exam: LoadedExam, questionId: string): string =>
  textsOf(exam, sectionsAround(exam.paper, questionId))

/** Whether any question of the exam has a scenario. */
export const hasScenario = (exam: LoadedExam): boolean => exam.paper.order.some((id) => scenarioOf(exam, id) !== '')
