import { calls, type InputOf } from '@sitwell/contract'
import type { Answer } from '../test-world.ts'
import type { Sitting } from './room.ts'
import type { QuestionPlace } from './shape.ts'

type BodyOf<Name extends 'saveAnswer' | 'saveTime' | 'complete' | 'reportAbsence' | 'partKey' | 'attemptQuestion'> = InputOf<
  (typeof calls)[Name]
>['body']

/** An answer as it was typed, and what happened to it. Seconds count from the start of the sitting. */
export interface Typed {
  readonly question: QuestionPlace
  readonly option: string
  /** When it was typed, or made up. */
  readonly at: number
  /** The earliest second that whoever made it up could claim without the server's knowing better; `at` from an honest player. */
  readonly claimableFrom: number
  /** By what was known then, the part was open; of what happens within one second the order counts. */
  readonly wasOpen: boolean
  /** A player that means no harm let it be typed: by what it knew, answering was possible. */
  readonly isHonest: boolean
  /** It was handed in first, in a file that nothing shows to be its learner's: it counts by the word of staff alone. */
  isUnsealed?: boolean
  /** When it came its question was closed by a last attempt, or a decision was made by what its part had: it counts no more. */
  isBarred?: boolean
  /** When it first came to the server. */
  cameAt?: number
  /** The number under which it is kept; undefined if the server refused it. */
  sequence?: number | undefined
}

/** An answer that was handed in to be checked. */
export interface HandedIn {
  readonly requestId: string
  readonly option: string | undefined
  readonly sequence: number | undefined
}

/** What a device sends for a learner, as it is kept in a queue and may come twice. */
export type Request =
  | { readonly kind: 'save'; readonly body: BodyOf<'saveAnswer'>; readonly typed: Typed }
  | { readonly kind: 'time'; readonly body: BodyOf<'saveTime'> }
  | { readonly kind: 'complete'; readonly body: BodyOf<'complete'> }
  | { readonly kind: 'absence'; readonly body: BodyOf<'reportAbsence'> }
  | { readonly kind: 'key'; readonly body: BodyOf<'partKey'> }
  | { readonly kind: 'attempt'; readonly body: BodyOf<'attemptQuestion'>; readonly question: QuestionPlace }

export type SaveRequest = Request & { readonly kind: 'save' }

/** Sends a request as it stands. */
export const sendRequest = ({ ask }: Sitting, request: Request): Promise<Answer> => {
  switch (request.kind) {
    case 'save':
      return ask(calls.saveAnswer, { body: request.body })
    case 'time':
      return ask(calls.saveTime, { body: request.body })
    case 'complete':
      return ask(calls.complete, { body: request.body })
    case 'absence':
      return ask(calls.reportAbsence, { body: request.body })
    case 'key':
      return ask(calls.partKey, { body: request.body })
    case 'attempt':
      return ask(calls.attemptQuestion, { body: request.body })
  }
}
