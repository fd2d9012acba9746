import { hasRunningParts } from '@sitwell/exam/time/exam-plan'
import { millisecondsOf } from '@sitwell/exam/time/milliseconds'
import type { SaveBody } from '../answers/index.ts'
import type { RunPlace } from '../form-run/index.ts'
import { type Author, changeLedger, eventsOfAnswer, type LedgerState } from '../ledger/index.ts'
import type { HandInContext } from './hand-in-context.ts'

type Answered = { readonly body: SaveBody; readonly taken: { readonly questionId: string } }

/** Whether the ledger never saw its learner in the part of a question. */
const isNew = ({ events, loaded, time }: LedgerState, questionId: string) => {
  const partId = loaded.partIds.get(questionId)
  const wasThere = events.some((event) => (event.kind === 'start' || event.kind === 'enter') && event.partId === partId)
  return partId !== undefined && time.parts[partId] !== undefined && !wasThere
}

/**
 * A learner without a network was in parts that the ledger never saw them in: an answer there is a move, as it is when it comes by
 * itself. Where the ledger knows of the part it knows better than a file of before where they are now.
 */
export const enterParts = async (
  context: HandInContext,
  place: RunPlace,
  author: Author,
  saves: readonly Answered[],
): Promise<void> => {
  const seen = new Set<string | undefined>()
  for (const { body, taken } of saves) {
    const { questionId } = taken
    await changeLedger(context, place, author, (state) => {
      const partId = state.loaded.partIds.get(questionId)
      if (state.run.completed_at !== null || !hasRunningParts(state.plan) || seen.has(partId)) return []
      seen.add(partId)
      if (!isNew(state, questionId)) return []
      const readingLeftMs = body.readingLeft === undefined ? undefined : millisecondsOf(body.readingLeft)
      const { skippedReading, sequence } = body
      const answering = { questionId, page: questionId, skippedReading, sequence, readingLeftMs }
      return eventsOfAnswer(state, answering, context.config.lateSaveGraceMs)
    })
  }
}
