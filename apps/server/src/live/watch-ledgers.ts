import type { DashEvent, FormRunState } from '@sitwell/contract'
import { selectFormRunOfOrganisation } from '../assessment/form-run/index.ts'
import {
  eventsAfter,
  formRunStateOf,
  isAccommodatedLater,
  type LedgerContext,
  readLedger,
  selectLastEvents,
} from '../assessment/ledger/index.ts'
import type { FormRunTable } from '../db/schema.ts'
import type { ServerLog } from '../server-log.ts'
import { dashEventOf } from './dash-event-of.ts'

/** The room of a form run: of an organisation too, since two may have form runs of one name. */
export const roomOf = (orgId: number, formRunGuid: string) => `run/${orgId}/${formRunGuid}`

const placeOf = (room: string) => {
  const [kind, orgId, formRunGuid] = room.split('/')
  return kind === 'run' && orgId && formRunGuid ? { orgId: Number(orgId), formRunGuid } : undefined
}

/** Milliseconds between two looks at the ledgers of the form runs that are connected here. */
const defaultWatchMs = 3000

export interface LedgerWatch {
  runOf(orgId: number, formRunGuid: string): Promise<FormRunTable | undefined>
  /** How the form run of a room stands now; undefined if it is gone. */
  stateOf(room: string): Promise<FormRunState | undefined>
  /** What was written up to this number needn't be told in this room any more. */
  knows(room: string, number: number): void
  start(): void
  stop(): void
}

/**
 * Looks from time to time whether something was written that nobody told here: by the `sitwell` command, which has no connection
 * to a browser, or by another server whose notice was lost. So an event is late at worst, and never missing.
 */
export const watchLedgers = (
  context: LedgerContext & { readonly log: ServerLog },
  live: {
    rooms(): readonly string[]
    tell(room: string, event: DashEvent): void
    tellState(room: string, state: FormRunState): void
  },
  watchMs: number = defaultWatchMs,
): LedgerWatch => {
  const known = new Map<string, number>()
  let timer: NodeJS.Timeout | undefined
  let isLooking = false

  const runOf = (orgId: number, formRunGuid: string) => selectFormRunOfOrganisation(context.database, orgId, formRunGuid)

  const stateOf = async (room: string) => {
    const place = placeOf(room)
    const run = place && (await runOf(place.orgId, place.formRunGuid))
    return run && formRunStateOf(await readLedger(context, run), context.clock.nowMs())
  }

  const noteKnown = (room: string, number: number) => known.set(room, Math.max(known.get(room) ?? 0, number))

  const tellWhole = async (room: string) => {
    const state = await stateOf(room)
    if (!state) return
    live.tellState(room, state)
    noteKnown(room, state.number)
  }

  const tellSince = async (room: string, lastEvent: number) => {
    const before = known.get(room)
    const place = placeOf(room)
    if (!place || before === undefined || lastEvent <= before) return
    const events = await eventsAfter(context, place, before)
    for (const event of events) {
      const dashEvent = dashEventOf(event, context.clock.nowMs())
      if (dashEvent) live.tell(room, dashEvent)
    }
    if (events.some(isAccommodatedLater)) return tellWhole(room)
    for (const { number } of events) noteKnown(room, number)
  }

  const look = async () => {
    const rooms = new Set(live.rooms())
    for (const room of known.keys()) if (!rooms.has(room)) known.delete(room)
    const places = [...known.keys()].flatMap((room) => placeOf(room) ?? [])
    for (const { org_id, form_run_guid, last_event } of await selectLastEvents(context.database, places))
      await tellSince(roomOf(org_id, form_run_guid), last_event)
  }

  return {
    runOf,
    stateOf,
    knows: (room, number) => {
      if (live.rooms().includes(room)) noteKnown(room, number)
    },
    start: () => {
      timer = setInterval(() => {
        if (isLooking || known.size === 0) return
        isLooking = true
        look()
          .catch((error: unknown) =>
            context.log.error(
              { event: 'ledgers-not-watched', err: error },
              'changes of ledgers could not be read for live connections',
            ),
          )
          .finally(() => {
            isLooking = false
          })
      }, watchMs)
      timer.unref()
    },
    stop: () => clearInterval(timer),
  }
}
