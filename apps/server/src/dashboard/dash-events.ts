import { dashEvents } from '@sitwell/contract'
import { isAboutMarks } from '@sitwell/exam/ledger/ledger'
import { noOwnTime, ownMsOf } from '@sitwell/exam/time/accommodation'
import type { WrittenEvent } from '../assessment/form-run/index.ts'
import { readLedger } from '../assessment/ledger/index.ts'
import { refuse } from '../http/refusal.ts'
import { route } from '../http/service.ts'
import type { DashboardContext } from './dashboard-context.ts'
import { selectRuns } from './queries.ts'

const handedOutBefore = ({ agoMs, admin }: { readonly agoMs: number; readonly admin?: string | undefined }) => ({
  secondsBefore: agoMs / 1000,
  ...(admin !== undefined && { admin }),
})

/** Seconds that an event gave, or for which it lets the time stand. */
const secondsOf = (event: WrittenEvent) => {
  if (event.kind === 'accommodation') return { seconds: (ownMsOf(event.after) - ownMsOf(event.before ?? noOwnTime)) / 1000 }
  if (event.kind === 'resume-offer' || event.kind === 'rest-break') return { seconds: event.withinMs / 1000 }
  return 'byMs' in event ? { seconds: event.byMs / 1000 } : {}
}

/** The events of a ledger, as staff read them. How far the marking is tells of marks, and not everybody who may see a sitting may read those. */
export const shownEvents = (events: readonly WrittenEvent[]) =>
  events
    .filter(({ kind }) => !isAboutMarks(kind))
    .map((event) => ({
      number: event.number,
      kind: event.kind,
      at: new Date(event.atMs).toISOString(),
      author: event.author,
      ...(event.admin !== undefined && { admin: event.admin }),
      ...('partId' in event && event.partId !== undefined && { partId: event.partId }),
      ...secondsOf(event),
      ...('because' in event && { because: event.because }),
      ...(event.kind === 'supervision' && {
        provider: event.provider,
        what: event.what,
        ...(event.agoMs !== undefined && { secondsBefore: event.agoMs / 1000 }),
      }),
      ...(event.kind === 'start' && event.handedOut && { handedOut: event.handedOut.map(handedOutBefore) }),
      ...(event.kind === 'part-decision' && { what: event.isAsked ? 'asked' : 'not-asked' }),
      ...('text' in event && { text: event.text }),
    }))

/** The ledger of a form run, for whoever has to say afterwards what happened. */
export const dashEventsRoute = (context: Pick<DashboardContext, 'clock' | 'database' | 'exams'>) =>
  route(dashEvents, async ({ caller, query }) => {
    const [run] = await selectRuns(context.database, caller.orgId, { formRunGuid: query.formRunGuid })
    if (!run) return refuse('NOT_FOUND', 'There is no such form run in this organisation.')
    const { events } = await readLedger(context, run)
    return {
      ok: true,
      value: shownEvents(events),
    }
  })
