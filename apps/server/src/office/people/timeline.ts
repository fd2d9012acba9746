import { officePersonTimeline, type TimelineEntry, timelineKinds } from '@sitwell/contract'
import { refuse } from '../../http/refusal.ts'
import { route } from '../../http/service.ts'
import { isRole } from '../../roles/grant.ts'
import { mayDo } from '../../roles/may.ts'
import type { SecurityContext } from '../../security/security-context.ts'
import { type PersonEvent, selectEventsOfPerson } from '../../security-log/events-of-person.ts'
import { type SecurityKind, securityKinds } from '../../security-log/security-event.ts'
import { cursorOf, readCursor } from './cursor.ts'
import { findPerson } from './found-person.ts'
import { namesOf } from './names-of.ts'
import { iso } from './person-state.ts'
import { selectSittingMoments } from './sittings-of.ts'
import { behindOf, type Placed, pageOf, type Source, sources } from './timeline-order.ts'

const usualLimit = 50

type TimelineKind = (typeof timelineKinds)[number]

const isTimelineKind = (kind: string): kind is TimelineKind => timelineKinds.some((one) => one === kind)

/** What everybody sees who may see the person. */
const shownKinds = securityKinds.filter(isTimelineKind)

/** Of whom only those learn who may see accommodations: that somebody has one tells of them. */
const ofAccommodations: readonly SecurityKind[] = ['accommodation-added', 'accommodation-changed', 'accommodation-withdrawn']

/** What is about attacks, and for readers of the security log alone. */
const guardedKinds: readonly SecurityKind[] = ['access-refused', 'limit-held', 'file-refused']

interface Found extends Placed {
  readonly entry: Omit<TimelineEntry, 'id' | 'at' | 'author'>
  readonly author?: string | undefined
}

const digits = 16

/** Numbers of events are compared as texts are. */
const idOfNumber = (number: number) => String(number).padStart(digits, '0')

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)

const ofEvent = ({ number, at, kind, author, what, address, target, times }: PersonEvent, seesAddress: boolean): Found => {
  const [role, reason, fields] = [textOf(target?.role), textOf(target?.reason), textOf(target?.fields)]
  return {
    ...{ at, source: 'event', id: idOfNumber(number), author },
    entry: {
      kind: isTimelineKind(kind) ? kind : 'other',
      ...(what !== undefined && { what }),
      ...(role !== undefined && isRole(role) && { role }),
      ...(reason !== undefined && { reason }),
      ...(fields !== undefined && { fields: fields.split(' ') }),
      ...(times !== undefined && { times }),
      ...(seesAddress && address !== undefined && { address }),
    },
  }
}

const kindOfSitting = { started: 'sitting-started', 'handed-in': 'sitting-handed-in' } as const

/** The place that a cursor names. */
const placeOf = ({ value, id }: { readonly value: string | number; readonly id: string }): Placed | undefined => {
  const source = sources.find((one) => id.startsWith(`${one} `))
  return source && typeof value === 'number' ? { at: value, source, id: id.slice(source.length + 1) } : undefined
}

/** What happened to a person: what the security log has, and their sittings, as far as the caller may see each. */
export const officePersonTimelineRoute = (context: Pick<SecurityContext, 'clock' | 'database' | 'keys'>) =>
  route(officePersonTimeline, async ({ caller, query }) => {
    const { database, clock, keys } = context
    const found = await findPerson(context, caller, query.userID)
    if (!found.ok) return found
    const { org_id: orgId, user_guid: userGuid } = found.person
    const { cursor, limit = usualLimit } = query
    const nowMs = clock.nowMs()
    const list = { timeline: userGuid, orgId }
    const position = cursor === undefined ? undefined : readCursor(keys, list, cursor)
    const last = position && placeOf(position)
    if (cursor !== undefined && !last)
      return refuse('INVALID_REQUEST', 'The cursor does not belong to this timeline: start from the beginning.', {
        details: [{ path: 'query.cursor', message: 'of another list, or none' }],
      })
    const seesLog = mayDo(found.actor, 'security-log.read', found.place, nowMs)
    const seesAccommodations = mayDo(found.actor, 'accommodations.read', found.place, nowMs)
    const readsResults = mayDo(found.actor, 'results.read', found.place, nowMs)
    const seesSittings = mayDo(found.actor, 'sittings.read', found.place, nowMs)
    const behind = (source: Source) => last && behindOf(source, last)
    const most = limit + 1
    const ofSittings = async (what: 'started' | 'handed-in') => {
      if (!seesSittings) return []
      const moments = await selectSittingMoments(database, { orgId, userGuid, what, behind: behind(what), most })
      return moments.map(({ id, at, exam, delivery }): Found => {
        const sitting = readsResults && delivery !== null ? { sitting: { deliveryID: delivery, formRunGUID: id } } : {}
        return { at, source: what, id, entry: { kind: kindOfSitting[what], exam, ...sitting } }
      })
    }
    const ofEvents = async () => {
      const from = behind('event')
      const number = from?.idBelow === undefined ? Number.MAX_SAFE_INTEGER : Number(from.idBelow)
      const seen = seesAccommodations ? shownKinds : shownKinds.filter((kind) => !ofAccommodations.includes(kind))
      const kinds = seesLog ? [...seen, ...guardedKinds] : seen
      const before = from && { at: from.at, number }
      const events = await selectEventsOfPerson(database, { orgId, userGuid, kinds, before, most })
      return events.map((event) => ofEvent(event, seesLog))
    }
    const all = await Promise.all([ofEvents(), ofSittings('handed-in'), ofSittings('started')])
    const { page, last: next } = pageOf(all.flat(), limit)
    const nameOf = await namesOf(
      database,
      orgId,
      page.flatMap(({ author }) => author ?? []),
    )
    const entries = page.map(({ at, source, id, author, entry }) => ({
      ...{ ...entry, id: `${source}-${id}`, at: iso(at) },
      ...(author !== undefined && { author: nameOf(author) }),
    }))
    const more = next && cursorOf(keys, list, { value: next.at, id: `${next.source} ${next.id}` })
    return { ok: true, value: { entries, ...(more && { next: more }), asOf: iso(nowMs) } }
  })
