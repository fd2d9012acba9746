import { deliveryCauses, officeDeliveryReadiness } from '@sitwell/contract'
import { route } from '../http/service.ts'
import type { SecurityContext } from '../security/security-context.ts'
import { askingOf, iso } from './deliveries-context.ts'
import { selectExam } from './delivery-queries.ts'
import { selectMoved } from './derive-again.ts'
import { type Planned, readPlan } from './read-plan.ts'
import { isGrave, readinessOf, type Sitter } from './readiness.ts'
import { findDelivery, noDeliveryHere } from './show-delivery.ts'
import { timeOf } from './time-of.ts'

/** People of one cause that are named. */
const mostNamed = 50

const sitterOf = (
  { person, verdict, own, others, candidate, accommodations }: Planned,
  secondsOf: (version: number) => number | null,
  {
    examGuid,
    moved,
    nowMs,
  }: { readonly examGuid: string; readonly moved: ReadonlyMap<string, number>; readonly nowMs: number },
): Sitter & { readonly who: Planned['person'] } => ({
  who: person,
  own: own && {
    startMs: own.start_at,
    endMs: own.complete_at,
    timeMs: timeOf(secondsOf(own.version), own, accommodations, nowMs)?.wholeMs,
  },
  movedFromMs: own && moved.get(own.schedule_guid),
  isBegun: candidate.own?.isBegun === true,
  isPending: verdict.becomes === 'new' || verdict.becomes === 'changed' || verdict.becomes === 'removed',
  refused: verdict.becomes === 'refused' ? verdict.reason : undefined,
  isSuspended: person.suspended === 1,
  hasSignedIn: person.last_sign_in_at > 0,
  hasMail: (person.email ?? '') !== '',
  others: others
    .filter(({ practice, exam_guid }) => practice === 0 || exam_guid === examGuid)
    .map((other) => ({
      ...{ name: other.name ?? other.exam_name, isSame: other.exam_guid === examGuid },
      ...{
        startMs: other.start_at,
        endMs: other.complete_at,
        timeMs: timeOf(other.exam_seconds, other, accommodations, nowMs)?.wholeMs,
      },
    })),
})

/** Whether each person of a delivery can sit the exam: computed from the rows of each. */
export const officeDeliveryReadinessRoute = (context: Pick<SecurityContext, 'clock' | 'database'>) =>
  route(officeDeliveryReadiness, async ({ caller, query }) => {
    const { database } = context
    const asking = await askingOf(context, caller)
    const delivery = await findDelivery(database, asking, query.deliveryID)
    if (!delivery) return noDeliveryHere
    const plan = await readPlan(database, delivery, asking)
    if (!plan.ok) return plan
    const visible = plan.planned.filter(({ candidate }) => candidate.isVisible)
    const seconds = new Map<number, number | null>()
    for (const version of new Set([delivery.exam_version, ...visible.flatMap(({ own }) => (own ? [own.version] : []))]))
      seconds.set(version, (await selectExam(database, caller.orgId, delivery.exam_guid, version))?.seconds ?? null)
    const known = { examGuid: delivery.exam_guid, moved: await selectMoved(database, delivery), nowMs: asking.nowMs }
    const sitters = visible.map((one) => sitterOf(one, (version) => seconds.get(version) ?? null, known))
    const { people, canSit, causes } = readinessOf(sitters, deliveryCauses)
    return {
      ok: true,
      value: {
        ...{ people, canSit },
        causes: causes.map(({ cause, found }) => ({
          ...{ cause, isGrave: isGrave(cause), count: found.length },
          people: found.slice(0, mostNamed).map(({ who, finding: { needsUntilMs, closesMs, other, wasMs, isMs } }) => ({
            ...{ userID: who.user_id, username: who.username, firstName: who.first_name, lastName: who.last_name },
            ...(needsUntilMs !== undefined && { needsUntil: iso(needsUntilMs) }),
            ...(closesMs !== undefined && { closesAt: iso(closesMs) }),
            ...(other !== undefined && { other }),
            ...(wasMs !== undefined && isMs !== undefined && { wasAt: iso(wasMs), isAt: iso(isMs) }),
          })),
        })),
        asOf: iso(asking.nowMs),
      },
    }
  })
