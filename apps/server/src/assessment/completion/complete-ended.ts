import { completesFromMs, type Margins } from '@sitwell/exam/ledger/completion'
import { extensionStatus, extensionStatuses } from '@sitwell/exam/ledger/extension'
import type { Database } from '../../db/database.ts'
import type { FormRunTable } from '../../db/schema.ts'
import { outagesBetween } from '../../server-time/outages.ts'
import type { AssessmentContext } from '../assessment-context.ts'
import type { RunPlace, WrittenEvent } from '../form-run/index.ts'
import { type LedgerContext, type LedgerState, serverAuthor } from '../ledger/index.ts'
import { completeFormRun } from './complete-form-run.ts'

/** What completing stands on. */
export interface EndingContext extends LedgerContext, Pick<AssessmentContext, 'config'> {
  readonly log: Pick<AssessmentContext['log'], 'error'>
  /** The server has completed a form run, by this event. */
  completed(place: RunPlace, event: WrittenEvent, run: FormRunTable): Promise<void>
}

/** How long a learner who asked for more time may wait for the answer, and devices have after an outage. Milliseconds. */
const requestMs = 15 * 60_000
const outageMs = 5 * 60_000
/** Beside the grace for late saves: a browser that sees the end asks a last time, and retries. */
const finishMs = 30_000

/** This many are completed in one go; the next look takes the next. */
const mostAtOnce = 200

const marginsOf = ({ config }: Pick<AssessmentContext, 'config'>): Margins => ({
  finishMs: config.lateSaveGraceMs + finishMs,
  outageMs: config.lateSaveGraceMs + outageMs,
  requestMs,
})

/** The form runs whose time was over before a moment, and which nobody has completed: those first whose end is longest ago. */
const selectEnded = async ({ kysely }: Pick<Database, 'kysely'>, beforeMs: number, afterMs: number) =>
  kysely
    .selectFrom('form_run')
    .select(['org_id', 'form_run_guid', 'ends_at'])
    .where('completed_at', 'is', null)
    .where('ends_at', '<=', beforeMs)
    .where('ends_at', '>', afterMs)
    .orderBy('ends_at')
    .limit(mostAtOnce)
    .execute()

const completeOne = async (context: EndingContext, place: RunPlace, margins: Margins): Promise<void> => {
  const { database } = context
  const found = await database.kysely
    .selectFrom('form_run')
    .select('ends_at')
    .where('org_id', '=', place.orgId)
    .where('form_run_guid', '=', place.formRunGuid)
    .executeTakeFirst()
  if (typeof found?.ends_at !== 'number') return
  const outages = await outagesBetween(database, found.ends_at, context.clock.nowMs())
  const isDue = ({ run, events, nowMs }: LedgerState) => {
    if (run.ends_at === null) return false
    const isRequested = extensionStatus(events) === extensionStatuses.requested
    return nowMs >= completesFromMs(run.ends_at, margins, { outages, isRequested })
  }
  const before = await completeFormRun(context, place, {
    author: serverAuthor,
    because: (state) => (isDue(state) ? 'server' : undefined),
  })
  const last = before?.events.at(-1)
  if (before && last?.kind === 'complete' && last.author === serverAuthor && last.atMs === before.nowMs)
    await context.completed(place, last, before.run)
}

/**
 * Completes the form runs whose time is over, where no browser did: nobody is there any more. Whichever server looks first does it;
 * of one that can't be completed the log tells, and the others continue.
 */
export const completeEnded = async (context: EndingContext): Promise<void> => {
  const { database, clock, log } = context
  const margins = marginsOf(context)
  let afterMs = 0
  for (;;) {
    const ended = await selectEnded(database, clock.nowMs() - margins.finishMs, afterMs)
    for (const { org_id: orgId, form_run_guid: formRunGuid } of ended)
      await completeOne(context, { orgId, formRunGuid }, margins).catch((error: unknown) =>
        log.error(
          { event: 'form-run-not-completed', err: error, formRunGuid },
          'a form run whose time is over could not be completed',
        ),
      )
    const last = ended.at(-1)
    if (ended.length < mostAtOnce || typeof last?.ends_at !== 'number') return
    afterMs = last.ends_at
  }
}
