import type { Answer, Question } from '@sitwell/contract'
import type { MarkScheme } from '@sitwell/exam/mark-scheme/mark-scheme'
import type * as z from 'zod'
import type { GridForm } from './grid-form/form.ts'
import type { MarkingMarker } from './marking-marker.ts'
import type { Rename } from './option/renamed-options-marking.ts'

/** A mark given by the server. `needsPerson` where a person has to read the answer; the score is 0 until then. */
export interface Mark {
  /** May be below 0 where the author set a penalty. */
  readonly score: number
  readonly maxScore: number
  readonly needsPerson: boolean
  /** Why it could not be marked, and waits for a person therefore. */
  readonly problem?: string
}

/** A part of a question that is marked by itself; `''` is the question as a whole. */
export interface MarkedPart {
  readonly part: string
  /** The most marks for it. */
  readonly marks: number
  /** Whether a person marks it; else a key does, and a person may decide otherwise. */
  readonly byPerson: boolean
}

/** What a question is to be worth: in all, and of that each of its parts, `own` by now, `at` its place from 0 among `count` of them. */
export interface Worth {
  readonly marks: number
  ofPart(own: number, at: number, count: number): number
}

/** Where the marks of a question come from: its author gives it some, or its parts, or it never has any. */
export interface MarksOfType<T> {
  readonly from: 'question' | 'parts' | 'nothing'
  /** The question with these marks; without a change if it never has any. */
  with(question: T, worth: Worth): T
}

/** A part that its author describes by itself. `text` is HTML. */
export interface WrittenPart {
  readonly id: string
  readonly text: string
  /** HTML for whoever marks. */
  readonly markingNotes?: string | undefined
  readonly markScheme?: MarkScheme | undefined
}

/** The parts that an author describes each by itself. They are the list `parts` of the question. */
export interface WrittenParts<T> {
  of(question: T): readonly WrittenPart[]
  /** The question with each part as `change` makes it. */
  with(question: T, change: <P extends WrittenPart>(part: P) => P): T
}

/** The options of a question of which one is chosen, or several. */
export interface ChoicesOfType<T> {
  isSingle(question: T): boolean
  of(question: T): readonly { readonly id: string }[]
  /** The most that may be chosen; undefined if nothing limits it beside their number. */
  most(question: T): number | undefined
}

/** The places of a question that a text stands in, by their ids. `Q` is what of it an answer is read by. */
export interface TextPlaces<T> {
  has(question: T, place: string): boolean
  /** What stands there; empty if nothing does. */
  textIn(question: AskedWithText, answer: Answer, place: string): string
}

/** What of a question an answer's texts are read by. */
export interface AskedWithText {
  readonly text: string
  readonly variableOptions?: readonly { readonly id: string; readonly options: { id: string; text: string }[] }[] | undefined
}

/** A place of a question in which something is typed, or chosen from a list. */
export interface TypedField {
  /** HTML; empty if the question shows nothing beside the place. */
  readonly label: string
  /** The texts that may be chosen; missing: any text may be typed. */
  readonly options?: readonly string[]
}

/** The answers to a question that can be typed without its page. `question` is as a candidate had it. */
export interface TypedAnswers {
  /** Undefined if the question isn't what its type expects. */
  fields(question: Question): readonly TypedField[] | undefined
  /** An answer as the page would send it. `values`: one for each of the fields, in their order. */
  answer(question: Question, values: readonly string[]): Answer | undefined
}

/** What the server reads in an answer beside what its rules read. `question` is as a candidate had it. */
export interface ReviewOfType {
  /** Answers are written, and not chosen: they are shown as text even if there is a single line of it. */
  readonly isWritten: boolean
  /** The question without what would show the names of a candidate's files. */
  withoutFileNames(question: Question): Question
  /** Recordings that stand within it. */
  recordingsIn(question: Question): readonly { readonly title: string; readonly url: string }[]
  /** What is wrong with an answer that the rules take as it is, for want of room in the player; in the shape that rules have. */
  problemsOf(question: Question, answer: Answer): readonly { path: string; message: string }[]
  /** What was heard of each of its recordings by any of these answers, by its field; undefined: it has no recordings. */
  heardOf(question: Question): ((answers: readonly Answer[]) => Record<string, string>) | undefined
}

/**
 * What the server alone knows of one question type. `T` is the authored question with its key.
 * `toPublic` is an allow-list: it names each field that may leave the server.
 */
export interface TypeMarking<T = unknown> {
  readonly marker: MarkingMarker
  readonly authoredQuestion: z.ZodType<T>
  /**
   * What its fields that hold HTML are called, at whatever depth, beside `text` and `introText`: these are cleaned when it is imported,
   * and a page shows all others as plain text.
   */
  readonly htmlFields: readonly string[]
  /** The fields of this type beside the common ones. */
  toPublic(question: T): Record<string, unknown>
  /** The question with other ids in its lists, wherever it names them: of a type whose ids its author makes up, and which go to the learner. */
  renamed?(question: T, rename: Rename): T
  /** The files of the package that this type's own fields name, each with its place; `isOfCode`: it is there for code of the question alone. */
  filesOf?(question: T): readonly { readonly name: string; readonly path: readonly PropertyKey[]; readonly isOfCode?: true }[]
  /**
   * What differs from learner to learner, such as an order: fields that stand in place of those of `toPublic`. `chance` gives numbers
   * from 0 to below 1, the same ones each time that it is asked for the same form run.
   */
  forFormRun?(question: T, chance: () => number): Record<string, unknown>
  readonly marks: MarksOfType<T>
  /** Whether a person has to mark some answers to it. */
  needsPerson(question: T): boolean
  /** Whether its own key marks every answer at once, so that a learner may have several attempts. */
  marksAtOnce(question: T): boolean
  /** Whether its author named everything that is right. */
  hasKey(question: T): boolean
  /** Undefined: its author describes no parts of it. */
  readonly writtenParts: WrittenParts<T> | undefined
  /** Undefined: nothing is chosen. */
  readonly choices: ChoicesOfType<T> | undefined
  /** Undefined: no text stands in a place with an id. */
  readonly textPlaces: TextPlaces<T> | undefined
  /** Answers name what the author wrote, so that they mean the same to everybody, whatever values are drawn. */
  readonly answersByIds: boolean
  /** The list whose ids stand in the texts of an answer's options; undefined: these are texts. */
  readonly idsInTexts: 'selections' | undefined
  /** Whether brackets in the question's text are places to answer in. */
  readonly bracketsAreBlanks: boolean
  /** The form with the fields that a question consists of; undefined: of a type that has none. */
  formOf(question: Pick<GridForm, 'rows'>): GridForm | undefined
  readonly review: ReviewOfType
  /**
   * Its parts, of a type whose questions may be marked part by part, and the mark of one of them. Undefined: this question is marked as a
   * whole.
   */
  parts?(question: T): readonly MarkedPart[] | undefined
  markPart?(question: T, part: string, answer: Answer | undefined): Mark
  /**
   * An answer as its key tells it from others: a list for each thing that is marked, with all that what stands there may mean, and an empty text if nothing does. Of a type without this no
   * answer can be accepted beside its key.
   */
  compared?(question: T, answer: Answer): readonly (readonly string[])[]
  /** Missing: its answers can't be typed without its page. */
  readonly typed?: TypedAnswers
  /** `answer` is undefined where none was given. An option that isn't the question's counts for nothing. */
  mark(question: T, answer: Answer | undefined): Mark
}
