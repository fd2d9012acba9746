import type { ChoicesOfType, MarksOfType, ReviewOfType, TypeMarking, Worth } from './type-marking.ts'

interface Marked {
  readonly marks: number
}

const marksOfQuestion = {
  from: 'question',
  with: <T extends Marked>(question: T, { marks }: Worth): T => ({ ...question, marks }),
} satisfies MarksOfType<Marked>

const review = {
  withoutFileNames: (question) => question,
  recordingsIn: () => [],
  problemsOf: () => [],
  heardOf: () => undefined,
} satisfies Partial<ReviewOfType>

/** What is shown of answers that are chosen. */
export const chosenReview: ReviewOfType = { ...review, isWritten: false }
/** What is shown of answers that are written. */
export const writtenReview: ReviewOfType = { ...review, isWritten: true }

/** What a type declares whose questions are marked as a whole: they have no parts, no places for texts and no form. */
export const wholeQuestion = {
  marks: marksOfQuestion,
  writtenParts: undefined,
  textPlaces: undefined,
  bracketsAreBlanks: false,
  formOf: () => undefined,
  idsInTexts: undefined,
} satisfies Partial<TypeMarking<Marked>>

interface Asked {
  readonly options: readonly { readonly id: string }[]
}

/** One of a question's options is chosen. */
export const oneOfOptions: ChoicesOfType<Asked> = { isSingle: () => true, of: ({ options }) => options, most: () => undefined }

/** What a type declares whose answers are chosen among options, and which a key marks. */
export const chosenByIds = {
  ...wholeQuestion,
  answersByIds: true,
  review: chosenReview,
} satisfies Partial<TypeMarking<Marked>>

/** What a type declares that a key marks alone. */
export const markedByKey = {
  needsPerson: () => false,
  marksAtOnce: () => true,
} satisfies Partial<TypeMarking<Marked>>

/** What a type declares none of whose answers is marked at once, for want of a key that would do for all of them. */
export const notAtOnce = { marksAtOnce: () => false } satisfies Partial<TypeMarking<Marked>>

/** What a type declares whose answers are written, or given in another way than by choosing. */
export const freeAnswer = {
  ...wholeQuestion,
  ...notAtOnce,
  choices: undefined,
  answersByIds: false,
} satisfies Partial<TypeMarking<Marked>>
