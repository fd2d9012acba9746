import type { Answer } from '@sitwell/contract'
import type * as z from 'zod'
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
  /** Whether a person has to mark some answers to it; of a type without this the key marks all. */
  needsPerson?(question: T): boolean
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
  /** `answer` is undefined where none was given. An option that isn't the question's counts for nothing. */
  mark(question: T, answer: Answer | undefined): Mark
}
