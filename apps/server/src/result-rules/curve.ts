import { officeResultCurve } from '@sitwell/contract'
import { isOneOf } from '../db/one-of.ts'
import { route } from '../http/service.ts'
import { collectMoves } from './collect-results.ts'
import { keyOfExam, loadExamsSat, shownGrades } from './exams-sat.ts'
import { findDelivery } from './find-delivery.ts'
import { iso, type RulesContext } from './rules-context.ts'
import { selectRules } from './rules-rows.ts'

type Context = Pick<RulesContext, 'clock' | 'database' | 'exams' | 'selectSittings'>

/** The numbers and names of people by their guids. */
const peopleOf = async ({ database: { kysely, dialect } }: Context, orgId: number, guids: readonly string[]) => {
  if (guids.length === 0) return new Map<string, { readonly id: number; readonly name: string }>()
  const rows = await kysely
    .selectFrom('person')
    .select(['user_guid', 'user_id', 'first_name', 'last_name', 'username', 'search_name'])
    .where('org_id', '=', orgId)
    .where(isOneOf(dialect, 'user_guid', guids, (guid) => guid))
    .execute()
  return new Map(
    rows.map(({ user_guid, user_id: id, first_name, last_name, username, search_name }) => {
      // Whoever was erased has none to be found by.
      const name = search_name === null || search_name === '' ? '' : `${first_name} ${last_name}`.trim() || username
      return [user_guid, { id, name }] as const
    }),
  )
}

/** The exact marks of everybody by the newest rules, in columns. */
export const officeResultCurveRoute = (context: Context) =>
  route(officeResultCurve, async ({ caller, query }) => {
    const found = await findDelivery(context, caller, query.deliveryID, 'results.read')
    if (!found.ok) return found
    const { kysely } = context.database
    const rules = await selectRules(kysely, found)
    const sittings = await context.selectSittings(found)
    const exams = await loadExamsSat(context, sittings)
    const { moves } = await collectMoves(context, { sittings, exams, before: rules, after: rules })
    const marked = moves.filter(({ after }) => after.waiting === 0)
    const people = await peopleOf(
      context,
      found.orgId,
      marked.map(({ sitting }) => sitting.user_guid),
    )
    const places = new Map([...exams.keys()].map((key, at) => [key, at] as const))
    return {
      ok: true,
      value: {
        rulesVersion: rules.version,
        userIDs: marked.map(({ sitting }) => people.get(sitting.user_guid)?.id ?? 0),
        names: marked.map(({ sitting }) => people.get(sitting.user_guid)?.name ?? ''),
        scores: marked.map(({ after }) => after.score),
        maxes: marked.map(({ after }) => after.max),
        exam: marked.map(({ sitting }) => places.get(keyOfExam(sitting)) ?? 0),
        exams: [...exams.values()].map(shownGrades),
        waiting: moves.length - marked.length,
        asOf: iso(context.clock.nowMs()),
      },
    }
  })
