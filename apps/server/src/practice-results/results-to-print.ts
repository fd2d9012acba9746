import type { Answer, Question } from '@sitwell/contract'
import type { Receipt } from '@sitwell/exam/answers/receipt'
import type { LanguageTag } from '@sitwell/i18n/languages'
import type { PaperWords } from './words.ts'

/** A question as its learner saw it, with what they gave. */
export interface PrintedQuestion {
  readonly question: Question
  readonly answer: Answer | undefined
  readonly workings: string
  /** What the answer earned of its question's feedback. `title` is plain text, `html` HTML. */
  readonly feedback: readonly { readonly title?: string; readonly html: string }[]
  /** Undefined if the exam doesn't show marks, and where the question has none. */
  readonly mark: { readonly score: number; readonly maxScore: number; readonly needsPerson: boolean } | undefined
}

export interface PrintedSection {
  readonly name: string
  /** HTML, as `scenarioText`. */
  readonly text: string
  readonly scenarioText: string
  readonly questions: readonly PrintedQuestion[]
}

/** As far as the exam's mask shows it (spec 3 §4). */
export interface PrintedResult {
  readonly marked: boolean
  /** Whether marks are shown yet; until then there is nothing else here. */
  readonly isReleased: boolean
  /** What could be marked, while answers wait for a person. */
  readonly soFar: { readonly score: number; readonly maxScore: number } | undefined
  readonly marks: { readonly score: number; readonly maxScore: number } | undefined
  readonly percent: number | undefined
  readonly grade: string | undefined
  readonly pass: boolean | undefined
  /** HTML. */
  readonly feedback: string
}

/**
 * All that goes into the PDF of a practice exam's results, as plain data that a worker takes. No key of an answer is in it: an exam
 * has no setting that would show one.
 */
export interface ResultsToPrint {
  readonly language: LanguageTag
  readonly words: PaperWords
  readonly organisation: string
  /** The organisation's, as it gave them: `#1CA286`. */
  readonly colours: { readonly primary: string; readonly secondary: string }
  readonly examName: string
  readonly learner: string
  /** By the server's clock. */
  readonly completedAtMs: number
  readonly formRunId: number
  readonly receipt: Receipt
  readonly result: PrintedResult
  readonly sections: readonly PrintedSection[]
}
