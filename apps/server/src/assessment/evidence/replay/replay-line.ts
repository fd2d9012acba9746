import type { Drawing } from '@sitwell/question-types/marking'

/** One thing that happened in a sitting, with what shows it. */
export interface ReplayLine {
  /** By the server's clock where the server saw it, otherwise by the browser's. */
  readonly atMs: number
  /** Whose clock `atMs` is. */
  readonly clock: 'server' | 'browser'
  readonly kind: 'ledger' | 'answer' | 'activity' | 'file' | 'completion' | 'mark' | 'server'
  readonly who: string
  readonly what: string
  /** What was typed, shown or said, word for word; and a drawing, whose text is what was said of it. */
  readonly quotes: readonly { readonly about: string; readonly text: string; readonly drawing?: Drawing }[]
  /** The question that it is about. */
  readonly questionId?: string
  /** The quotes are what stood on that question from then on, on the server or on the page. */
  readonly stands?: true
  /** Somebody wrote a note for the file. */
  readonly isNote?: true
  /** Where it stands, so that it can be found again. */
  readonly evidence: readonly string[]
}

/** What the lines need to know of the form run. */
export interface ReplayContext {
  /** `question 3`, or its id where the exam has none such. */
  question(id: string): string
  /** A person by their guid, with their name where it is known. */
  person(guid: string): string
  /** The name of a part of the paper. */
  part(id: string): string
}

export const seconds = (ms: number): string => `${Math.round(ms / 100) / 10} s`

export const moment = (atMs: number): string => new Date(atMs).toISOString()
