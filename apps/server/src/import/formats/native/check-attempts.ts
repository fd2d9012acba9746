import { type AuthoredQuestion, itemOf, mayHaveAttempts } from '@sitwell/question-types/marking'
import type { AuthoredExam, AuthoredSection } from '../../authored-exam.ts'

type Path = readonly PropertyKey[]
type Problem = { readonly path: Path; readonly message: string }

/** The responses that a button may set. */
const buttonsOf = ({ processing }: AuthoredQuestion): ReadonlySet<string> =>
  new Set(
    processing?.kind === 'qti'
      ? itemOf(processing).declarations.flatMap(({ kind, identifier, baseType }) =>
          kind === 'response' && baseType === 'boolean' && processing.responses[identifier] === undefined ? [identifier] : [],
        )
      : [],
  )

const problemsOf = (question: AuthoredQuestion, at: Path): Problem[] => {
  const { attempts, processing } = question
  if (!attempts) return []
  const path = [...at, 'attempts']
  if (!mayHaveAttempts(question))
    return [{ path, message: 'nothing here can check its answer: it is marked by a person, or not at all' }]
  if (attempts.adaptive && processing?.kind !== 'qti')
    return [{ path: [...path, 'adaptive'], message: 'this question has no rules that could go on from an attempt' }]
  const { endings = [] } = attempts
  if (endings.length === 0) return []
  const buttons = buttonsOf(question)
  return endings.flatMap(({ response }, index) =>
    buttons.has(response)
      ? []
      : [{ path: [...path, 'endings', index, 'response'], message: `its rules have no response "${response}" for a button` }],
  )
}

const problemsIn = (sections: readonly AuthoredSection[], above: Path): Problem[] =>
  sections.flatMap((section, index) => {
    const at = [...above, 'sections', index]
    return [
      ...(section.questions ?? []).flatMap((question, number) => problemsOf(question, [...at, 'questions', number])),
      ...problemsIn(section.sections ?? [], at),
    ]
  })

/** Attempts at questions whose answers nothing can check, and buttons that do nothing. */
export const problemsOfAttempts = (exam: AuthoredExam): Problem[] => problemsIn(exam.sections, [])

/** The exam with what it says of the attempts at its questions at each that says nothing itself, and whose answer can be checked. */
export const withDefaultAttempts = (exam: AuthoredExam): AuthoredExam => {
  const { attempts } = exam.settings
  if (!attempts) return exam
  const inQuestion = (question: AuthoredQuestion): AuthoredQuestion =>
    question.attempts === undefined && mayHaveAttempts(question) ? { ...question, attempts } : question
  const inSection = (section: AuthoredSection): AuthoredSection => ({
    ...section,
    ...(section.questions && { questions: section.questions.map(inQuestion) }),
    ...(section.sections && { sections: section.sections.map(inSection) }),
  })
  return { ...exam, sections: exam.sections.map(inSection) }
}
