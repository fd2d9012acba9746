import { takePlace } from '@sitwell/contract'
import { leastAfter } from '@sitwell/exam/answers/save-sequences'
import type * as z from 'zod/mini'
import type { Config } from '../../config.ts'
import { refuse } from '../../http/refusal.ts'
import { route } from '../../http/service.ts'
import type { AssessmentContext } from '../assessment-context.ts'
import { isKnownGuid, seeIn, selectFormRun, selectFormRunOfOrganisation } from '../form-run/index.ts'
import { changeLedger, type LedgerState } from '../ledger/index.ts'

/** A restore takes one form run of a schedule away; a ledger that anybody can lengthen by made-up names is soon as slow as they want. */
const mostUnknown = 10

type Used = z.output<typeof takePlace.body>['used']

/** Whether a form run that isn't there may have been taken away by a reset of this very database, and not by a restore. */
export const mayBeReset = (
  { useResetScheduleCheat }: Pick<Config, 'useResetScheduleCheat'>,
  before: string | undefined,
  now: string | undefined,
): boolean => useResetScheduleCheat && before !== undefined && before === now

/** Whether a form run continues with what was left of the other one already. */
export const isTaken = ({ events }: Pick<LedgerState, 'events'>, from: string): boolean =>
  events.some((event) => event.kind === 'hand-in' && event.from === from)

/**
 * The time that a browser reports as used, in milliseconds, without parts that this exam doesn't have. If this server never began the form run,
 * the sum is taken from the learner's current part, and never from its reading time: a made-up form run must neither close a part nor skip reading.
 */
export const usedIn = ({ plan }: Pick<LedgerState, 'plan'>, used: Used, isKnown: boolean) => {
  const times = used
    .filter(({ partId }) => partId === undefined || plan.parts.some((part) => part.id === partId))
    .map(({ partId, seconds }) => ({ ...(partId !== undefined && { partId }), ms: Math.round(seconds * 1000) }))
  return isKnown ? times : [{ ms: times.reduce((sum, { ms }) => sum + ms, 0), isAnswering: true }]
}

/** The last save that may have been numbered by now, in whatever form run of the schedule. */
export const numberedBy = ({ run, nowMs }: Pick<LedgerState, 'run' | 'nowMs'>): number =>
  Math.max(run.last_sequence, leastAfter(nowMs))

/** Of how many form runs that never were its ledger says that it took their place. */
const unknownIn = ({ events }: Pick<LedgerState, 'events'>, isKnown: (guid: string) => boolean): number =>
  events.filter((event) => event.kind === 'hand-in' && event.file === undefined && !isKnown(event.from)).length

/**
 * A form run takes the place of one that this database has lost. Nothing tells what was used of that one but the browser, which may say
 * nothing at all: so its word is believed where it takes time away, and it can give none.
 */
export const replaceLostFormRunRoute = (context: AssessmentContext) =>
  route(takePlace, async ({ caller, body }) => {
    const { database, generation, config, contacts, keys } = context
    const { formRunGuid, from, answers } = body
    const run = await selectFormRun(database, caller, formRunGuid)
    if (!run) return refuse('NOT_FOUND', 'There is no such form run for this person.')
    if (run.completed_at !== null) return refuse('FORM_RUN_COMPLETED', 'The form run has been completed.')
    // What this very database has taken away, by a reset, isn't lost; and what it has isn't either.
    const isThere = (await selectFormRunOfOrganisation(database, caller.orgId, from)) !== undefined
    if (isThere || mayBeReset(config, body.generation, generation.current())) return { ok: true, value: { takesPlace: false } }
    const place = { orgId: caller.orgId, formRunGuid }
    const isKnownHere = (guid: string) => isKnownGuid(keys, run, guid)
    const isKnown = isKnownHere(from)
    let isTooMuch = false
    const after = await changeLedger(context, place, caller, (state) => {
      if (state.run.completed_at !== null || isTaken(state, from)) return []
      isTooMuch = !isKnown && unknownIn(state, isKnownHere) >= mostUnknown
      return isTooMuch
        ? []
        : [{ kind: 'hand-in', from, answers, used: usedIn(state, body.used, isKnown), sequence: numberedBy(state) }]
    })
    await contacts.note(place, caller)
    if (isTooMuch) return refuse('TOO_MANY_REQUESTS', 'This form run has replaced too many unknown ones.')
    if (after) await seeIn(context, caller, after)
    return { ok: true, value: { takesPlace: true } }
  })
