import { type DeliveryResults, officeDeliveryResults } from '@sitwell/contract'
import { countOutcomes } from '@sitwell/exam/result-sets/outcome'
import { loadWholeExam } from '../assessment/form-run/index.ts'
import { releasePolicyOf } from '../assessment/marks/index.ts'
import type { DeliveryTable } from '../db/schema.ts'
import { rulesOf } from '../deliveries/rule-columns.ts'
import { stateOf } from '../deliveries/state-of.ts'
import { route } from '../http/service.ts'
import { selectRules } from '../result-rules/index.ts'
import { countWaiting } from './counts.ts'
import { currentResults } from './current-results.ts'
import { newestClosing } from './marking-closings.ts'
import type { PersonOfDelivery } from './people.ts'
import {
  type Asking,
  askingOf,
  findResults,
  iso,
  mayWith,
  noDeliveryHere,
  placeOf,
  type ResultsContext,
} from './results-context.ts'
import { needsTwoPeople } from './results-rules.ts'
import { selectSets, shownSet } from './set-queries.ts'
import { actorsOf, namesOf, selectProgress, shownResultSet } from './show-set.ts'

type Context = Pick<ResultsContext, 'clock' | 'database' | 'exams'>

const versionsOf = (people: readonly PersonOfDelivery[]): DeliveryResults['versions'] => {
  const counts = new Map<number, number>()
  for (const { sitting } of people) if (sitting) counts.set(sitting.version, (counts.get(sitting.version) ?? 0) + 1)
  return [...counts].map(([version, count]) => ({ version, people: count })).sort((one, other) => other.version - one.version)
}

const mayOf = (asking: Asking, delivery: DeliveryTable): DeliveryResults['may'] => [
  ...(mayWith(asking, 'results.confirm', delivery) ? (['decide', 'confirm'] as const) : []),
  ...(mayWith(asking, 'results.release', delivery) ? (['release'] as const) : []),
]

const examOf = async (context: Pick<Context, 'database' | 'exams'>, delivery: DeliveryTable) => {
  const { org_id, exam_guid, exam_version: version } = delivery
  const place = { org_id, exam_guid, version }
  const row = await context.database.kysely
    .selectFrom('exam')
    .select('name')
    .where((where) => where.and(place))
    .executeTakeFirst()
  return { name: row?.name ?? '', exam: (await loadWholeExam(context, place))?.exam }
}

/** When marks are shown without a set. */
const policyOf = (delivery: DeliveryTable, exam: Parameters<typeof releasePolicyOf>[1] | undefined) => {
  const { release } = rulesOf(delivery)
  if (release !== 'exam') return release
  return exam ? releasePolicyOf({ release_policy: null }, exam) : 'confirmed'
}

/** When the marks of a delivery are shown without a set. */
export const readPolicy = async (context: Pick<Context, 'database' | 'exams'>, delivery: DeliveryTable) =>
  policyOf(delivery, (await examOf(context, delivery)).exam)

/** All about the results of a delivery, as the caller may see it. */
export const readResults = async (context: Context, asking: Asking, delivery: DeliveryTable): Promise<DeliveryResults> => {
  const { database } = context
  const { orgId, nowMs } = asking
  const place = placeOf(delivery)
  const rules = await selectRules(database.kysely, place)
  const now = await currentResults(context, delivery, nowMs)
  const people = now.rows.map(({ person }) => person)
  const sets = await selectSets(database, place)
  const progress = await selectProgress(database, place)
  const closing = await newestClosing(database, place)
  const names = await namesOf(database, orgId, [...sets.flatMap(actorsOf), closing?.author ?? null])
  const shown = shownSet(sets)
  const differences = new Map<number, number>()
  for (const set of sets)
    if (set === sets[0] || set.set_number === shown) differences.set(set.set_number, await now.countDifferences(set))
  const { name: examName, exam } = await examOf(context, delivery)
  const waiting = (await countWaiting(database, orgId, [delivery.delivery_id])).get(delivery.delivery_id)
  const own = await database.kysely
    .selectFrom('person')
    .select('user_id')
    .where('org_id', '=', orgId)
    .where('user_guid', '=', asking.userGuid)
    .executeTakeFirst()
  return {
    ...{ deliveryID: delivery.delivery_id, name: delivery.name, examGuid: delivery.exam_guid, examName },
    ...{
      examVersion: delivery.exam_version,
      zone: delivery.zone,
      startsAt: iso(delivery.start_at),
      endsAt: iso(delivery.end_at),
    },
    ...{ deliveryState: stateOf(delivery, nowMs), policy: policyOf(delivery, exam), people: people.length },
    outcomes: countOutcomes(people),
    withheld: people.filter(({ decisions }) => decisions.withheld).length,
    severalSittings: people.filter(({ sittings }) => sittings > 1).length,
    versions: versionsOf(people),
    waiting: waiting ?? { responses: 0, people: 0 },
    ...(closing?.is_closed === 1 && { markingClosed: { ...names(closing.author, closing.at), waiting: closing.waiting } }),
    needsTwoPeople: await needsTwoPeople(database, orgId),
    sets: sets.map((set) => shownResultSet(set, { sets, progress, names, differsFromNow: differences.get(set.set_number) })),
    ...(shown !== undefined && { shown }),
    ...{ rulesVersion: rules.version, may: mayOf(asking, delivery), ownUserID: own?.user_id ?? 0 },
  }
}

/** All about the results of one delivery. */
export const officeDeliveryResultsRoute = (context: Context) =>
  route(officeDeliveryResults, async ({ caller, query }) => {
    const asking = await askingOf(context, caller)
    const delivery = await findResults(context.database, asking, query.deliveryID, 'results.read')
    if (!delivery) return noDeliveryHere
    return { ok: true, value: { results: await readResults(context, asking, delivery), asOf: iso(asking.nowMs) } }
  })
