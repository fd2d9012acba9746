import { type LiveView, officeLive } from '@sitwell/contract'
import { refuse } from '../http/refusal.ts'
import { route } from '../http/service.ts'
import { namesOf } from '../office/people/names-of.ts'
import type { ActionTarget } from '../roles/grant.ts'
import { isInForce, mayDo } from '../roles/may.ts'
import { sha256 } from '../sha256.ts'
import type { LiveKey } from './base-rows.ts'
import type { Board, BoardRow } from './live-board.ts'
import type { LiveContext } from './live-context.ts'
import { type LiveCursor, newsSince, readLiveCursor, writtenCursor } from './live-cursor.ts'
import { readView } from './read-view.ts'
import { shownAction } from './shown-actions.ts'
import { iso, type Viewer, viewerOf } from './viewer.ts'

const nothingHere = refuse('NOT_FOUND', 'There is nothing like this to watch for the caller.')

const nothingNamed = refuse('INVALID_REQUEST', 'Name a delivery or an exam.', {
  details: [{ path: 'query.deliveryID', message: 'either deliveryID or examGuid' }],
})

/** What is to be watched: one of both has to be named. */
const keyOf = (deliveryId: string | undefined, examGuid: string | undefined): LiveKey | undefined => {
  if (deliveryId !== undefined) return examGuid === undefined ? { deliveryId } : undefined
  return examGuid === undefined ? undefined : { examGuid }
}

/** Names what a viewer can see: it is another one if a role is given, withdrawn or over. */
const seesOf = ({ grants, nowMs }: Viewer, view: unknown): string => {
  const held = grants.filter((grant) => isInForce(grant, nowMs)).map(({ role, scope }) => [role, scope])
  return sha256(JSON.stringify([held, view])).slice(0, 16)
}

/** What a viewer sees of a board, and what of it is new for them. */
interface Seen {
  readonly viewer: Viewer
  readonly roomId: string | undefined
}

const maySee = ({ viewer, roomId }: Seen, place: ActionTarget): boolean =>
  (roomId === undefined || place.room === roomId) && mayDo(viewer.grants, 'sittings.read', place, viewer.nowMs)

const seesNow = (seen: Seen, { place }: BoardRow) => maySee(seen, place)

const isSeen = (board: Board, seen: Seen, guid: string): boolean => {
  const row = board.rows.get(guid)
  return row !== undefined && seesNow(seen, row)
}

type IsNews = NonNullable<ReturnType<typeof newsSince>>
const all: IsNews = () => true

const rowsFor = (board: Board, seen: Seen, isNews: IsNews) =>
  [...board.rows.values()]
    .filter((one) => isNews(one) && seesNow(seen, one))
    .map(({ row, base }) => (base.user_guid === seen.viewer.userGuid ? { ...row, isOwn: true } : row))

/** Rows that the viewer saw, and that are gone, or where they don't see them any more. */
const removedFor = (board: Board, seen: Seen, isNews: IsNews): string[] => {
  const left = [...board.rows].filter(
    ([, one]) => isNews(one) && !seesNow(seen, one) && one.formerPlaces.some((place) => maySee(seen, place)),
  )
  const gone = [...board.gone].filter(([, one]) => isNews(one) && one.places.some((place) => maySee(seen, place)))
  return [...left, ...gone].map(([guid]) => guid)
}

const actionsFor = async ({ database }: Pick<LiveContext, 'database'>, board: Board, seen: Seen, isNews: IsNews) => {
  const found = [...board.actions.values()]
    .filter(isNews)
    .map(({ people }) =>
      [...people].flatMap(([guid, person]) => {
        const row = board.rows.get(guid)
        return row && seesNow(seen, row) ? [{ person, row: row.row }] : []
      }),
    )
    .filter((people) => people.length > 0)
  const authors = found.flatMap(([first]) => (first ? [first.person.author] : []))
  const nameOf = await namesOf(database, seen.viewer.orgId, [...new Set(authors)])
  return found
    .flatMap((people) => shownAction(people, { userGuid: seen.viewer.userGuid, nameOf }) ?? [])
    .toSorted((one, other) => (one.at < other.at ? -1 : 1))
}

/** Whether a board holds something for the viewer that they don't know of. */
const hasNews = (board: Board, seen: Seen, cursor: LiveCursor | undefined, sees: string): boolean => {
  const isNews = newsSince(board, cursor, sees)
  if (!isNews) return true
  if (board.id === cursor?.board && board.version === cursor.version) return false
  if (rowsFor(board, seen, isNews).length > 0 || removedFor(board, seen, isNews).length > 0) return true
  return [...board.actions.values()].some(
    (one) => isNews(one) && [...one.people.keys()].some((guid) => isSeen(board, seen, guid)),
  )
}

/** Who is of none of its rooms, and sees nobody in it, is not told that it is there. */
const isHidden = ({ viewer }: Seen, { rooms }: LiveView, key: LiveKey, isNobodySeen: boolean): boolean => {
  const place = 'deliveryId' in key ? { delivery: key.deliveryId } : { exam: key.examGuid }
  return isNobodySeen && rooms.length === 0 && !mayDo(viewer.grants, 'sittings.read', place, viewer.nowMs)
}

/** The people of a delivery or exam as the caller may see them; or what has changed, as soon as something has. */
export const officeLiveRoute = (context: Pick<LiveContext, 'boards' | 'clock' | 'database' | 'generation'>) =>
  route(officeLive, async ({ caller, query }) => {
    const arrivedMs = performance.now()
    const { database, boards, generation } = context
    const { deliveryID, examGuid, roomID, waitMs } = query
    const key = keyOf(deliveryID, examGuid)
    if (!key) return nothingNamed
    const viewer = await viewerOf(context, caller)
    const view = await readView(database, viewer, key)
    if (!view) return nothingHere
    const seen: Seen = { viewer, roomId: roomID }
    const sees = seesOf(viewer, [view, roomID, generation.current()])
    const cursor = readLiveCursor(query.cursor)
    const wish = waitMs === undefined ? undefined : { waitMs, isNews: (one: Board) => hasNews(one, seen, cursor, sees) }
    const board = await boards.read(caller.orgId, key, wish)
    const isNews = newsSince(board, cursor, sees)
    const isWhole = isNews === undefined
    const rows = rowsFor(board, seen, isNews ?? all)
    if (isWhole && isHidden(seen, view, key, rows.length === 0)) return nothingHere
    return {
      ok: true,
      value: {
        cursor: writtenCursor({ board: board.id, version: board.version, asOfMs: board.asOfMs, sees }),
        ...{
          isWhole,
          generation: generation.current(),
          asOf: iso(board.asOfMs),
          heldMs: Math.floor(board.steadyMs - arrivedMs),
          ...(isWhole && { view }),
        },
        ...{ rows, removed: isNews ? removedFor(board, seen, isNews) : [] },
        actions: await actionsFor(context, board, seen, isNews ?? all),
      },
    }
  })
