import type { CompletedBecause } from '@sitwell/exam/ledger/ledger'
import type { Kysely } from 'kysely'
import type { Schema } from '../../db/schema.ts'
import { finalTimes, type RunPlace, type TimeClaim } from '../form-run/index.ts'
import {
  type Author,
  changeLedger,
  examLeftMs,
  examUsedMs,
  type HeardFrom,
  heardAt,
  type LedgerContext,
  type LedgerState,
} from '../ledger/index.ts'
import { markAgain } from '../marks/index.ts'
import { bookResit } from '../schedules/index.ts'

/** What completes a form run: by whom, and why or why not. */
export interface Completing {
  readonly author: Author
  /** Decided while nobody else can change the form run. Undefined: it isn't completed. */
  because(state: LedgerState, kysely: Kysely<Schema>): CompletedBecause | undefined | Promise<CompletedBecause | undefined>
  /** Written down before it, with the same author: why staff ended it. */
  readonly note?: string
  /** What the browser claims of the time; what the ledger has where no browser is there. */
  readonly claim?: TimeClaim
  /** Whose request it is; undefined if no browser asks for it. */
  readonly heardFrom?: HeardFrom
}

/**
 * Completes a form run, writes into its ledger who did and why, and marks it, in one transaction. Answers how it stands then, completed
 * by this or before; undefined if there is no such form run.
 */
export const completeFormRun = async (
  context: LedgerContext,
  place: RunPlace,
  { author, because, claim, heardFrom, note }: Completing,
): Promise<LedgerState | undefined> => {
  let why: CompletedBecause | undefined
  return changeLedger(
    context,
    place,
    author,
    async (state, kysely) => {
      why = state.run.completed_at === null ? await because(state, kysely) : undefined
      const noted = note === undefined ? [] : [{ kind: 'incident' as const, text: note }]
      return why ? [...noted, { kind: 'complete', because: why }] : []
    },
    undefined,
    async (kysely, state) => {
      if (!why) return state.run
      const { run, loaded, nowMs } = state
      const byLedger = { timeRemainingMs: examLeftMs(state) ?? 0, elapsedMs: examUsedMs(state) }
      const completed = await kysely
        .updateTable('form_run')
        .set({ completed_at: nowMs, ...finalTimes(claim ?? byLedger, nowMs), ...(heardFrom && heardAt(nowMs, heardFrom)) })
        .where('org_id', '=', place.orgId)
        .where('form_run_guid', '=', place.formRunGuid)
        .returningAll()
        .executeTakeFirstOrThrow()
      await markAgain(kysely, completed, loaded, nowMs)
      const isAgain = state.events.some(({ kind }) => kind === 'reopen')
      await bookResit({ kysely }, run, loaded.exam, { isAgain })
      return completed
    },
  )
}
