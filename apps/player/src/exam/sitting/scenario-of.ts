import { sectionsAround } from '@sitwell/exam/paper'
import type { LoadedExam } from '../loaded-exam.ts'

/** The scenario of a question: the texts of the sections around it, the outermost first. */
export const scenarioOf = (exam: LoadedExam, questionId: string): string =>
  sectionsAround(exam.paper, questionId)
    .flatMap(({ id }) => [exam.sections.get(id)?.text ?? '', exam.sections.get(id)?.scenarioText ?? ''])
    .filter((html) => html !== '')
    .join('\n')
