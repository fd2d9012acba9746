import { problemsOfSchemes } from '@sitwell/question-types/mark-schemes'
import type { AuthoredExam, AuthoredSection } from '../../authored-exam.ts'

type Path = readonly PropertyKey[]
type Problem = { readonly path: Path; readonly message: string }

const problemsIn = (sections: readonly AuthoredSection[], above: Path): Problem[] =>
  sections.flatMap((section, index) => {
    const at = [...above, 'sections', index]
    return [
      ...(section.questions ?? []).flatMap((question, number) =>
        problemsOfSchemes(question).map(({ path, message }) => ({ path: [...at, 'questions', number, ...path], message })),
      ),
      ...problemsIn(section.sections ?? [], at),
    ]
  })

/** Mark schemes by which a response could get more or less than all of its marks, or that contradict themselves. */
export const problemsOfMarkSchemes = (exam: AuthoredExam): Problem[] => problemsIn(exam.sections, [])
