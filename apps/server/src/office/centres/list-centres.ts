import { officeCentres } from '@sitwell/contract'
import type { CentreTable } from '../../db/schema.ts'
import { route } from '../../http/service.ts'
import { placesOf } from '../../roles/place-queries.ts'
import type { Places } from '../../roles/places.ts'
import type { SecurityContext } from '../../security/security-context.ts'
import { cutPage, readPage, searchedWords } from '../places/list-page.ts'
import { countCentres, selectCentres, selectNamedPlaces, selectRooms } from './centre-queries.ts'
import { centreStateOf, roomStateOf } from './centre-state.ts'

type Context = Pick<SecurityContext, 'clock' | 'database' | 'keys'>

interface Shown {
  readonly orgId: number
  readonly places: Places
  readonly withClosed: boolean
}

/** Centres with those of their rooms that are in these places. */
const withRooms = async (
  { database }: Pick<Context, 'database'>,
  rows: readonly CentreTable[],
  { orgId, places, withClosed }: Shown,
) => {
  const ids = rows.map(({ centre_id }) => centre_id)
  const [rooms, named] = await Promise.all([selectRooms(database, orgId, ids), selectNamedPlaces(database.kysely, orgId)])
  const byCentre = Map.groupBy(rooms, ({ centre_id }) => centre_id)
  return rows.map((row) => {
    const own = byCentre.get(row.centre_id) ?? []
    const isWhole = places.isEverywhere || places.centres.includes(row.centre_id)
    const shown = own.filter(
      ({ room_id, closed_at }) => (isWhole || places.rooms.includes(room_id)) && (withClosed || closed_at === null),
    )
    return {
      ...centreStateOf(row, own.length > 0 || named.centres.has(row.centre_id)),
      rooms: shown.map((room) => roomStateOf(room, named.rooms.has(room.room_id))),
    }
  })
}

/** A page of the centres in which the caller has the permission, or has it in one of their rooms. */
export const officeCentresRoute = ({ database, clock, keys }: Context) =>
  route(officeCentres, async ({ caller, query }) => {
    const { orgId } = caller
    const nowMs = clock.nowMs()
    const places = await placesOf(database, caller, 'people.read', nowMs)
    const { centre } = query
    const [withClosed, isDescending] = [query.closed === 'true', query.descending === 'true']
    const wishes = { orgId, places, words: searchedWords(query.search), withClosed, centre, isDescending }
    const list = ['centres', orgId, wishes.words, withClosed, centre ?? '', isDescending]
    const page = readPage(keys, list, query)
    if (!page.ok) return page
    const { behind, limit } = page
    const [found, total] = await Promise.all([
      selectCentres(database, wishes, { behind, limit: limit + 1 }),
      behind ? undefined : countCentres(database, wishes),
    ])
    const { rows, next } = cutPage(keys, list, found, {
      limit,
      positionOf: ({ search_name, centre_id }) => ({ value: search_name, id: centre_id }),
    })
    const centres = await withRooms({ database }, rows, wishes)
    return { ok: true, value: { centres, ...next, ...(total !== undefined && { total }), asOf: new Date(nowMs).toISOString() } }
  })
