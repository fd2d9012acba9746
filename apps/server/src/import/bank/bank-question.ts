import type { Answer } from '@sitwell/contract'
import type { AuthoredQuestion, FeedbackPartInput, QtiProcessing } from '@sitwell/question-types/marking'
import type { LeftOut } from '../imported-package.ts'

/** A choice, or an entry of a list, with the part of the marks that it is worth; below 0 if it costs some. */
export interface BankChoice {
  /** HTML, cleaned. */
  readonly html: string
  readonly fraction: number
  readonly isFixed?: boolean
}

/** What is right where something is typed: a text, in which `*` represents anything where `hasWildcards`, or a number. */
export type BankTyped =
  | {
      readonly is: 'text'
      readonly accepted: readonly { readonly text: string; readonly fraction: number }[]
      readonly ignoreCase: boolean
      readonly hasWildcards: boolean
    }
  | {
      readonly is: 'number'
      readonly accepted: readonly { readonly value: number; readonly tolerance: number; readonly fraction: number }[]
    }

/** A blank of a text; `weight` is what it counts against the others. */
export interface BankBlank {
  readonly weight: number
  readonly asks: BankTyped | { readonly is: 'list'; readonly choices: readonly BankChoice[]; readonly shuffle: boolean }
}

/** How a question of a bank is asked and what its answers are worth. */
export type BankAsks =
  | {
      readonly kind: 'choice'
      readonly isSingle: boolean
      readonly shuffle: boolean
      readonly choices: readonly BankChoice[]
      /** Several choices earn the marks only together, and without any other. */
      readonly isWhole?: boolean
      /** How many may be chosen, where that is fewer than there are. */
      readonly most?: number
    }
  | { readonly kind: 'typed'; readonly typed: BankTyped }
  | {
      readonly kind: 'match'
      readonly pairs: readonly { readonly html: string; readonly answer: string }[]
      /** What is assigned, each once, where the pairs don't say it all. */
      readonly selections?: readonly string[]
    }
  /** What is to be brought into its order. */
  | { readonly kind: 'order'; readonly cards: readonly string[] }
  /** Its text holds `[V1]` and so on for the blanks, in their order. */
  | { readonly kind: 'blanks'; readonly blanks: readonly BankBlank[] }
  | {
      readonly kind: 'essay'
      readonly lines: number
      readonly notes?: string
      /** What the field holds at first: HTML of an editor with formats, or a plain text. */
      readonly template?: { readonly text: string; readonly isRich: boolean }
    }
  | { readonly kind: 'upload'; readonly notes?: string }
  | { readonly kind: 'read' }

/** An answer as a learner would give it, and what its bank says that it is worth. */
export interface Scored {
  readonly answer: Answer
  readonly score: number
  readonly reported: string
}

/** Rules that a question brings itself, instead of shares of its answers. */
export interface BankSource {
  /** By the ids that a question has which is drafted by its rules. */
  readonly processing: NonNullable<AuthoredQuestion['processing']>
  readonly marking: string
  /** Answers with what the rules give for them as they are written. */
  readonly scored: readonly Scored[]
  /** Whether `scored` are all that can be answered, so that a key which says the same does. */
  readonly isWhole: boolean
}

type Lost = Pick<LeftOut, 'what' | 'why' | 'loss'>

/** A question of a bank, read from whatever format. */
export interface BankQuestion {
  /** What its author calls it, for the report: it may be the answer. */
  readonly name: string
  /** Where it stands: a file, and a line or a number in it. */
  readonly place: string
  readonly section: string
  /** HTML, cleaned. */
  readonly html: string
  readonly marks: number
  readonly asks: BankAsks
  readonly source?: BankSource
  /** What is said of its answers, by the ids that its draft has. */
  readonly feedback?: readonly FeedbackPartInput[]
  /** The rules that give the outcomes which its feedback asks for. */
  readonly feedbackRules?: QtiProcessing | undefined
  readonly lost: readonly Lost[]
  readonly original?: (() => string) | undefined
}

/** One that can't be taken, and why. */
interface BankRefusal {
  readonly name: string
  readonly place: string
  readonly why: string
  readonly original?: (() => string) | undefined
}

export type BankEntry = BankQuestion | BankRefusal

/** A share of the marks as a bank writes it in per cent: 33.33333 is a third. Undefined for what is no share. */
export const fractionOf = (percent: number): number | undefined => {
  if (!Number.isFinite(percent) || Math.abs(percent) > 100) return undefined
  for (let parts = 1; parts <= 20; parts += 1) {
    const whole = Math.round((percent / 100) * parts)
    // As many places as are written, at least.
    if (Math.abs(percent / 100 - whole / parts) < 5e-6) return whole / parts + 0
  }
  return percent / 100
}
