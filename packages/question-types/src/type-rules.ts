import type { Answer, ControlProperty, Question } from '@sitwell/contract'
import type { AnsweredParts } from '@sitwell/exam/paper/answered'
import type * as z from 'zod/mini'
import type { Offer, ReadLine } from './answer-reading.ts'

/** A row of cells in a recording of an exam (spec 3 §9). */
export interface RecordedRow {
  readonly rowId: string
  readonly values: readonly string[]
}

/** The files that were chosen at a question, whether they are on the server or on their way. */
export interface FilesAtQuestion {
  readonly names: ReadonlySet<string>
  /** There are no others. False until the server could be asked. */
  readonly areAll: boolean
}

/**
 * What both sides know of one question type. `Q` is the question as a learner may see it, `A` the answer while it is being
 * given (the answer state of the question, before it is written for the wire).
 */
export interface TypeRules<Q extends Question = Question, A = unknown> {
  /** Reads a question of the exam content; throws a ZodError where the server sent something else. */
  readonly publicQuestion: z.ZodMiniType<Q>
  /** Whether there is anything for the learner to answer; a text to read has nothing, and never counts as unanswered. */
  readonly takesAnswer: boolean
  /** It is something to read, and no question: it is not counted among them. */
  readonly isToRead?: boolean
  /** `text` answers are saved every 30 s while they change, and on leaving; `choice` answers at once (spec 3 §9). */
  readonly saves: 'choice' | 'text'
  /** How an answer to this question is saved, where that is not the same for every question of the type. */
  savesAs?(question: Q): 'choice' | 'text'
  /** The panel shows the question's text itself, because what is answered stands within it. */
  readonly panelShowsText?: boolean
  /** The uploaded files are the answer; what is saved only reports that the question was seen. */
  readonly answersByFiles?: boolean
  /** The saved answer only reports that the question was seen: the learner gave nothing that could be saved. */
  readonly savesVisitOnly?: boolean
  /** Whether it asks for files, which the learner uploads beside it. */
  takesFiles?(question: Q): boolean
  /** Whether it has recordings of its own, for which the player fetches what plays them before the exam starts. */
  hasRecordings?(question: Q): boolean
  /** Whether it has code of its author's own, for which the player fetches what runs it. */
  hasCustomCode?(question: Q): boolean
  /** Whether a change is sent at once, whatever else waits while it is typed. */
  sendsNow?(question: Q, before: A, after: A): boolean
  /** What the server renders for each question of the type when the exam is loaded: what to ask it for, and where its HTML goes. */
  readonly remote?: {
    of(question: Q): { readonly controlName: string; readonly props: ControlProperty[] }
    with(question: Q, html: string): Question
  }
  initialAnswer(question: Q): A
  /** The answer state that a wire answer came from. Round trip: `fromWire(q, toWire(q, a))` equals `a`. */
  fromWire(question: Q, answer: Answer): A
  toWire(question: Q, answer: A): Answer
  /**
   * What there is to answer, and how much of it has something: by it the question is answered, partly answered or not answered.
   */
  partsOf(question: Q, answer: A, files?: FilesAtQuestion): AnsweredParts
  /** What is wrong with a wire answer to this question, as `{path, message}`; empty when it can be saved. */
  problemsOf(question: Q, answer: Answer): readonly { path: string; message: string }[]
  /** The question's text for a page that takes no answer, where its own names places to answer in. HTML. */
  textToRead?(question: Q): string
  /** What the question offers beside its text, for the same page: options, parts, rows. Nothing that anybody answered. */
  offers?(question: Q): readonly Offer[]
  /** An answer in words, where its options or its text don't say it. Places without a name in the question have no label. */
  read?(question: Q, answer: A): readonly ReadLine[]
  /** The answer that a recording holds as rows of cells, and the other way round; of types that have some. */
  fromRows?(question: Q, rows: readonly RecordedRow[]): A | undefined
  /** The rows may leave part of the answer out, such as a text beside the table. */
  toRows?(question: Q, answer: A): RecordedRow[]
}
