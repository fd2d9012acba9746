import type { NewEvent } from '@sitwell/exam/ledger/ledger'
import { isSameOwnTime, noOwnTime } from '@sitwell/exam/time/accommodation'
import { type Author, accommodationNow, changeLedger, entitledOf, serverAuthor } from '../assessment/ledger/index.ts'
import type { AccommodationsContext } from './accommodations-context.ts'

/** A person of an organisation. */
export interface Whose {
  readonly orgId: number
  readonly userGuid: string
}

type Context = Pick<AccommodationsContext, 'clock' | 'database' | 'exams' | 'live'>

const changesTime = (event: NewEvent): boolean =>
  event.kind === 'accommodation' && !isSameOwnTime(event.before ?? noOwnTime, event.after)

/**
 * Gives every sitting of a person that is under way what their accommodations give now, and tells its open pages. Returns in how many the time
 * changed. Done once more, it changes nothing.
 */
export const applyToSittings = async (context: Context, { orgId, userGuid }: Whose, author: Author): Promise<number> => {
  const runs = await context.database.kysely
    .selectFrom('form_run')
    .select('form_run_guid')
    .where('org_id', '=', orgId)
    .where('user_guid', '=', userGuid)
    .where('completed_at', 'is', null)
    .execute()
  let changed = 0
  for (const { form_run_guid: formRunGuid } of runs) {
    const place = { orgId, formRunGuid }
    let before = 0
    const after = await changeLedger(context, place, author, async (state, kysely) => {
      before = state.events.length
      return accommodationNow(state, await entitledOf(kysely, state.run, state.loaded, state.nowMs))
    })
    const written = after?.events.slice(before) ?? []
    context.live.tell(place, written)
    if (written.some(changesTime)) changed += 1
  }
  return changed
}

/**
 * Milliseconds after which a version is applied once more: a sitting that began at the very moment at which it was written may have been
 * begun without it, and the server that wrote it may have ended before it was applied. A start takes less.
 */
const settleMs = 10_000

/** So many people are looked at in one go; the next look takes the next. */
const mostAtOnce = 200

/** Applies what was written a moment ago once more, for what the call that wrote it could not see. Several servers may do so at once. */
export const settleAccommodations = async (context: Context): Promise<void> => {
  const { kysely } = context.database
  const beforeMs = context.clock.nowMs() - settleMs
  const waiting = await kysely
    .selectFrom('accommodation')
    .select(['org_id', 'user_guid'])
    .distinct()
    .where('is_settled', '=', 0)
    .where('written_at', '<=', beforeMs)
    .limit(mostAtOnce)
    .execute()
  for (const { org_id, user_guid } of waiting) {
    await applyToSittings(context, { orgId: org_id, userGuid: user_guid }, serverAuthor)
    await kysely
      .updateTable('accommodation')
      .set({ is_settled: 1 })
      .where('org_id', '=', org_id)
      .where('user_guid', '=', user_guid)
      .where('is_settled', '=', 0)
      .where('written_at', '<=', beforeMs)
      .execute()
  }
}
