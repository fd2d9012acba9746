import { type AuthoredQuestion, type FeedbackCondition, ownMarkingOf } from '@sitwell/question-types/marking'
import type { AuthoredExam, AuthoredSection } from '../../authored-exam.ts'

type Path = readonly PropertyKey[]
type Problem = { readonly path: Path; readonly message: string }
type Of<On extends FeedbackCondition['on']> = Extract<FeedbackCondition, { on: On }>

/** The options that an answer may have, or may have in the list of one of its blanks. */
const optionsOf = (question: AuthoredQuestion, blank: string | undefined): readonly { readonly id: string }[] => {
  if (blank === undefined) return 'options' in question ? question.options : []
  const lists = 'variableOptions' in question ? question.variableOptions : []
  return lists.find(({ id }) => id.toUpperCase() === blank.toUpperCase())?.options ?? []
}

/** Options go by the ids of the source that they came from. */
const hasOption = (question: AuthoredQuestion, { option, blank }: Of<'option'>): boolean =>
  optionsOf(question, blank).some(({ id }) => (question.sourceIds?.[id] ?? id) === option)

const hasPlace = (question: AuthoredQuestion, { place }: Of<'typed'>): boolean =>
  ownMarkingOf(question).textPlaces?.has(question, place) ?? false

/** Why a condition could hold of no answer; undefined if it could. */
const whyNever = (question: AuthoredQuestion, one: FeedbackCondition): string | undefined => {
  if (one.on === 'option' && !hasOption(question, one)) return `there is no option "${one.option}"`
  if (one.on === 'typed' && !hasPlace(question, one)) return `there is no blank or part "${one.place}"`
  const hasRules = question.feedback?.processing !== undefined || question.processing?.kind === 'qti'
  return one.on === 'outcome' && !hasRules ? 'this question has no rules that give outcomes' : undefined
}

const problemsOf = (question: AuthoredQuestion, at: Path): Problem[] =>
  (question.feedback?.parts ?? []).flatMap(({ when = [] }, part) =>
    when.flatMap((one, place) => {
      const message = whyNever(question, one)
      return message === undefined ? [] : [{ path: [...at, 'feedback', 'parts', part, 'when', place], message }]
    }),
  )

const problemsIn = (sections: readonly AuthoredSection[], above: Path): Problem[] =>
  sections.flatMap((section, index) => {
    const at = [...above, 'sections', index]
    return [
      ...(section.questions ?? []).flatMap((question, number) => problemsOf(question, [...at, 'questions', number])),
      ...problemsIn(section.sections ?? [], at),
    ]
  })

/** What is said of answers that nobody can give: nobody would ever be told it, and its author would never know. */
export const problemsOfFeedback = (exam: AuthoredExam): Problem[] => problemsIn(exam.sections, [])
