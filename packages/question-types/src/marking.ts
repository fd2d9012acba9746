import type { Answer, Question } from '@sitwell/contract'
import { type AfterAttempts, afterAttempts } from './attempts/after-attempts-marking.ts'
import { commonHtmlFields, toPublicFields } from './authored-question.ts'
import { explanationsOf } from './explanations/explanation-marking.ts'
import { fieldsOf, type GridField, type GridForm } from './grid-form/form.ts'
import type { Rename } from './option/renamed-options-marking.ts'
import { type AuthoredQuestion, facetsOf, type OwnMarking, ownMarkingOf } from './registry-marking.ts'
import type { Attempted } from './source/attempts-by-source-marking.ts'
import { filledFrom } from './source/filled-marking.ts'
import { markBySource } from './source/mark-by-source-marking.ts'
import type { Mark, MarkedPart, Worth } from './type-marking.ts'

export { type Drawing, readDrawing } from './drawing/drawing.ts'
export { haloWidth, shapesOf, toSvg } from './drawing/shapes.ts'
export { drawingsIn } from './grid-form/drawings-in-marking.ts'

/** What marks a question: as its type does, or as its source says. */
interface Marking extends Omit<OwnMarking, 'mark'> {
  /** `chance` begins anew at each call the numbers from 0 to below 1 that this learner has for this question. */
  mark(question: AuthoredQuestion, answer: Answer | undefined, chance?: () => () => number): Mark
}

/** The marking of a question of any type. It takes the question that its own `authoredQuestion` read. */
export const markingOf = (question: AuthoredQuestion): Marking => {
  const own = ownMarkingOf(question)
  if (!question.processing) return own
  return {
    ...own,
    mark: (asked, answer, chance) =>
      asked.processing ? markBySource(asked, asked.processing, answer, chance) : own.mark(asked, answer),
  }
}

/**
 * Whether a person has to mark some answers to a question. Those to others wait for one only where their marking fails, which nobody
 * knows beforehand.
 */
export const needsPerson = (question: AuthoredQuestion): boolean =>
  question.processing ? question.processing.kind === 'person' : ownMarkingOf(question).needsPerson(question)

/**
 * The parts of a question that are marked each by itself, whoever marks them. A single one with the name `''` is the question as a whole:
 * where its source marks it, nobody knows what it gives for which part.
 */
export const markedParts = (question: AuthoredQuestion): readonly MarkedPart[] =>
  (question.processing ? undefined : ownMarkingOf(question).parts?.(question)) ?? [
    { part: '', marks: question.marks, byPerson: needsPerson(question) },
  ]

/** What of a question a person marks: each text of several that has no key, and everything else as a whole. */
export const partsToMark = (question: AuthoredQuestion): readonly MarkedPart[] =>
  markedParts(question).filter(({ part, byPerson }) => byPerson || part === '')

/** What a key makes of a part of {@link markedParts}. */
export const markOfPart = (question: AuthoredQuestion, part: string, answer: Answer | undefined): Mark => {
  const own = ownMarkingOf(question)
  return part === '' || !own.markPart ? markingOf(question).mark(question, answer) : own.markPart(question, part, answer)
}

/** How a question stands after attempts at it, in their order. */
export const standingAfter = (question: AuthoredQuestion, attempts: readonly Attempted[]): AfterAttempts =>
  afterAttempts(question, attempts, (answer) => markingOf(question).mark(question, answer))

/** Whether its answer can be checked at once: by rules or by its key, and by no person. */
export const mayHaveAttempts = (question: AuthoredQuestion): boolean =>
  question.processing ? question.processing.kind === 'qti' : ownMarkingOf(question).marksAtOnce(question)

/** What was heard of the recordings of a question, if it has some: its type knows them. */
export const heardOf = (question: Question) => facetsOf(question.type)?.review.heardOf(question)

/** What is wrong with an answer that the rules of its type take as it is. */
export const formProblems = (question: Question, answer: Answer): readonly { path: string; message: string }[] =>
  facetsOf(question.type)?.review.problemsOf(question, answer) ?? []

/** The fields of the form that a question consists of; none of one that is no form. */
export const formFieldsOf = (question: AuthoredQuestion): GridField[] => {
  const form = 'rows' in question && ownMarkingOf(question).formOf(question as Pick<GridForm, 'rows'>)
  return form ? fieldsOf(form) : []
}

/** The question worth so much; unchanged if its type is never worth anything. */
export const withMarks = (question: AuthoredQuestion, worth: Worth): AuthoredQuestion =>
  ownMarkingOf(question).marks.with(question, worth)

/** A question as a learner may see it: the common fields and those of its type. Its number and part, the exam gives it. */
export const toPublicQuestion = (question: AuthoredQuestion) => {
  const shown = { ...toPublicFields(question), ...markingOf(question).toPublic(question) }
  const explanations = explanationsOf(question.explanations, shown)
  return { ...shown, ...(explanations.length > 0 && { explanations }) }
}

/** The question with other ids in its lists; as it is where its type has none of its author's. */
export const renamedQuestion = (question: AuthoredQuestion, rename: Rename): AuthoredQuestion =>
  ownMarkingOf(question).renamed?.(question, rename) ?? question

/** What the fields with HTML of a question are called, at whatever depth. */
export const htmlFieldsOf = (question: AuthoredQuestion): ReadonlySet<string> =>
  new Set([...commonHtmlFields, ...ownMarkingOf(question).htmlFields])

/** What chance decides of a question for one form run; `chance` is the same each time for the same form run and question. */
export const fieldsForFormRun = (question: AuthoredQuestion, chance: () => number): Record<string, unknown> =>
  markingOf(question).forFormRun?.(question, chance) ?? {}

/**
 * A question as one learner has it, whose values are drawn with `chance`: the same for the same numbers. As it is where nothing is drawn.
 */
export const filledQuestion = (question: AuthoredQuestion, chance: () => number): AuthoredQuestion =>
  question.template
    ? filledFrom(question, question.template, {
        htmlFields: htmlFieldsOf(question),
        bracketsAreBlanks: ownMarkingOf(question).bracketsAreBlanks,
        chance,
      })
    : question

export { type AfterAttempts, toldAfter } from './attempts/after-attempts-marking.ts'
export { mostAttempts, type QuestionAttempts, questionAttempts } from './attempts/attempts-marking.ts'
export { type EarnedFeedback, earnedFeedback, hasChosen } from './feedback/earned-marking.ts'
export { type FeedbackCondition, type FeedbackPartInput, questionFeedback } from './feedback/feedback-marking.ts'
export { isPictureField, letterOf, type PictureField } from './grid-form/on-picture.ts'
export type { Rename } from './option/renamed-options-marking.ts'
export { type AuthoredQuestion, authoredQuestion, facetsOf, ownMarkingOf } from './registry-marking.ts'
export { cleanRichText } from './rich-text/clean-rich-text.ts'
export { answerTo } from './source/answer-to-marking.ts'
export type { Attempted } from './source/attempts-by-source-marking.ts'
export { itemOf, variablesBySource } from './source/mark-by-source-marking.ts'
export { type QtiProcessing, qtiElement, qtiProcessing, type ResponseBinding } from './source/processing-marking.ts'
export { hasTokens, type QuestionTemplate, token, tokenParts } from './source/template-marking.ts'
export type { Mark, MarkedPart, Worth } from './type-marking.ts'
