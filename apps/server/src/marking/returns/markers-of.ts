import { type MarkerReturn, officeMarkersOf } from '@sitwell/contract'
import { sql } from 'kysely'
import type { Database } from '../../db/database.ts'
import { route } from '../../http/service.ts'
import type { Together } from '../allocation-queries.ts'
import { type Asking, askingOf, iso, type MarkingContext } from '../marking-context.ts'
import { noMarkerHere, placeForDecisions } from './asked-return.ts'
import { isDecidable, isOfResponse } from './candidates.ts'
import { type OwnReturn, selectOwnReturns } from './own-returns.ts'

const mostMarkers = 500

interface Row {
  readonly user_id: number
  readonly username: string
  readonly first_name: string
  readonly last_name: string
  readonly responses: number
  readonly first_at: number
  readonly last_at: number
}

/** Everybody who gave a mark of which the caller may decide, by name. */
const selectMarkers = async ({ kysely, dialect }: Database, asking: Asking, place: Together): Promise<Row[]> => {
  const { rows } = await sql<Row>`
    select person.user_id, person.username, person.first_name, person.last_name, marked.responses, marked.first_at, marked.last_at
    from (
      select each_response.author, count(*) as responses, min(each_response.first_at) as first_at,
        max(each_response.last_at) as last_at
      from (
        select own.author, own.form_run_guid, own.question_id, own.part, min(own.at) as first_at, max(own.at) as last_at
        from response_mark join mark_entry as own on ${isOfResponse('own')}
        where own.kind = 'mark' and ${isDecidable({ dialect }, asking, place)}
        group by own.author, own.form_run_guid, own.question_id, own.part) as each_response
      group by each_response.author) as marked
    join person on person.org_id = ${asking.orgId} and person.user_guid = marked.author
    order by person.search_name, person.user_guid limit ${mostMarkers}`.execute(kysely)
  return rows
}

const returnOf = (operation: string, own: readonly OwnReturn[]): MarkerReturn => ({
  ...{ operation, at: iso(own[0]?.at ?? 0), reason: own[0]?.reason ?? '', returned: own.length },
  untouched: own.filter(({ isUntouched }) => isUntouched).length,
})

/** Who has marked something of an exam, and what the caller returned of it lately. */
export const officeMarkersOfRoute = (context: Pick<MarkingContext, 'clock' | 'database' | 'exams'>) =>
  route(officeMarkersOf, async ({ caller, query }) => {
    const { database } = context
    const asking = await askingOf(context, caller)
    const place = { examGuid: query.examGuid, version: query.examVersion, deliveryId: query.deliveryID ?? '' }
    if (!(await placeForDecisions(context, asking, place))) return noMarkerHere
    const [markers, own] = await Promise.all([
      selectMarkers(database, asking, place),
      selectOwnReturns(database, asking, { place }),
    ])
    const operations = Map.groupBy(own, ({ operation }) => operation)
    return {
      ok: true,
      value: {
        markers: markers.map((one) => ({
          ...{ userID: one.user_id, username: one.username, firstName: one.first_name, lastName: one.last_name },
          ...{ responses: Number(one.responses), from: iso(Number(one.first_at)), until: iso(Number(one.last_at)) },
        })),
        returns: [...operations].map(([operation, some]) => returnOf(operation, some)).toReversed(),
        asOf: iso(asking.nowMs),
      },
    }
  })
