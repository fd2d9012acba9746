import { compareAnswers, type ReplyOf } from '@sitwell/contract'
import { type HeardOfRun, heardMore, isSetBack } from '@sitwell/exam/answers/set-back'
import type { GenerationWatch } from '@sitwell/request-queue/generation-watch'
import type { AnswerBook } from '../answers/answer-book.ts'
import type { UploadLane } from '../files/upload-lane-types.ts'
import { type Caller, type CountedSaves, heardFields, savesIn } from '../queue/delivery.ts'

/** What the server says of what this browser holds. */
export type Compared = ReplyOf<typeof compareAnswers>

/** How far a comparison has come that isn't over: `unreachable`: nothing has answered so far; `unknown`: the server has no such form run. */
export type Asking = 'asking' | 'unreachable' | 'unknown'

/**
 * Milliseconds until it is tried again: where the server could not be asked, and where it doesn't know the form run, which another
 * backup may bring back.
 */
export const retryMs: Readonly<Record<Exclude<Asking, 'asking'>, number>> = { unreachable: 5000, unknown: 60_000 }

/** What a comparison has come to that was not answered as it should be. */
export const askingAfter = (outcome: { readonly kind: string; readonly code?: string }): Exclude<Asking, 'asking'> =>
  outcome.kind === 'refused' && outcome.code === 'NOT_FOUND' ? 'unknown' : 'unreachable'

/** Holds what a page has of its form run against a server whose database may have been set back. */
export interface Comparison {
  /** What the server has told of the form run, for the record of it. */
  heard(): HeardOfRun
  /** A reply counts the saves of the form run; `isSave`: one more with it. Before the save is acknowledged in the book. */
  received(counted: CountedSaves, isSave: boolean): void
  /** The database is another than the one that is known here. */
  look(): void
  /** Something else tells that it may have been set back. */
  doubt(): void
  /** Undefined if nothing is being found out. */
  asking(): Asking | undefined
  stop(): void
}

export interface ComparisonParts {
  readonly api: Caller
  readonly formRunGuid: string
  readonly answers: Pick<AnswerBook, 'withdraw' | 'digest' | 'confirm'>
  readonly generation: GenerationWatch
  /** The files that the server has acknowledged. */
  readonly uploads: Pick<UploadLane, 'toAsk' | 'compared' | 'doubt'>
  /** What an earlier page, or the server at the opening, has told. */
  readonly known: HeardOfRun
  /** The highest number that was used here. */
  lastSequence(): number
  /** What the server lacks is queued by now, and "saved" may be said of the rest. */
  compared(reported: Compared): Promise<void>
  onError(error: unknown): void
}

export const createComparison = (parts: ComparisonParts): Comparison => {
  const { api, formRunGuid, answers, generation } = parts
  let heard = parts.known
  let asking: Asking | undefined
  let isStopped = false
  let timer: ReturnType<typeof setTimeout> | undefined

  const tryAgain = (after: Exclude<Asking, 'asking'>) => {
    if (isStopped) return
    asking = after
    timer = setTimeout(begin, retryMs[after])
    // Who shows where the answers are hears that it takes longer.
    answers.withdraw()
  }
  const ask = async () => {
    const asked = generation.current()
    const lastSequence = parts.lastSequence()
    const asksFor = parts.uploads.toAsk(formRunGuid)
    const numbered = lastSequence > 0 && { lastSequence }
    const body = { formRunGuid, answers: answers.digest(), ...asksFor, ...numbered, ...heardFields(heard) }
    const outcome = await api.call(compareAnswers, { body }, { attempts: 1 })
    if (isStopped) return
    // A form run that the server doesn't know any more holds nothing: nothing of it is called saved again.
    if (!outcome.ok) return tryAgain(askingAfter(outcome))
    // What the call's own schema has read.
    const comparison = outcome.value as Compared
    await answers.confirm(comparison)
    await parts.uploads.compared(formRunGuid, comparison)
    heard = { ...savesIn(comparison), ...(asked !== undefined && { generation: asked }) }
    asking = undefined
    await parts.compared(comparison)
    if (generation.current() !== asked) look()
  }
  const begin = () => {
    clearTimeout(timer)
    asking ??= 'asking'
    answers.withdraw()
    parts.uploads.doubt(formRunGuid)
    ask().catch((error) => {
      parts.onError(error)
      tryAgain('unreachable')
    })
  }
  const hear = (reported: HeardOfRun & { readonly isSave?: boolean }) => {
    if (asking || isStopped) return
    if (isSetBack(heard, reported)) begin()
    else heard = heardMore(heard, reported)
  }
  const look = () => hear({ generation: generation.current() })

  return {
    heard: () => heard,
    received: (counted, isSave) => hear({ generation: generation.current(), ...counted, isSave }),
    look,
    doubt() {
      if (!asking && !isStopped) begin()
    },
    asking: () => asking,
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
  }
}
