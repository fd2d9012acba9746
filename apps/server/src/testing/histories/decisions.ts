import type { Answer } from '../test-world.ts'
import { optionsOf, standingRows } from './attempts.ts'
import { entriesOf } from './entries.ts'
import type { Request } from './requests.ts'
import type { Room } from './room.ts'
import { partsAsked } from './route.ts'
import { enter, type Lost, loseTime, partOfPage, type ServerSide } from './server-side.ts'
import { isOver, timeEvents } from './truth.ts'

type InRoom = Pick<Room, 'server'>

/** The decisions that the ledger has, in their order. */
const decisionsIn = (side: ServerSide, room: InRoom) =>
  entriesOf<{ partId: string; isAsked: boolean }>(side, room, 'part-decision')

/** What stood before a part was asked for. */
export const readDecisions = async (side: ServerSide, room: InRoom) => ({
  decisions: await decisionsIn(side, room),
  rows: await standingRows(side, room),
  /** The learner may have come to the part by what they had told before, or by this. */
  partId: side.truth.now().partId,
})

type KeyRequest = Request & { readonly kind: 'key' }
type Decision = Awaited<ReturnType<typeof decisionsIn>>[number]
type Before = Awaited<ReturnType<typeof readDecisions>> & Pick<Lost, 'gaps'>

/** Whether nothing of a part is given any more, by what is known: it was closed, nothing of the time is left, or nobody is to continue. */
const isPast = ({ truth, mayHaveLess }: ServerSide, partId: string) => {
  const stand = truth.now()
  const isClosed = stand.parts.find(({ id }) => id === partId)?.isClosed !== false
  return mayHaveLess || stand.isPaused || stand.isCompleted || isOver(stand) || isClosed
}

/** Nothing was given and nothing decided: there was nobody in the part, or nothing to be given. */
const judgeNothing = (side: ServerSide, { body }: KeyRequest, before: Before, { status }: Answer) => {
  if (status === 403 || status === 404) return
  const { partId, page, completedParts = [] } = body
  const isThere = page === undefined ? before.partId === partId : partOfPage(side, page) === partId
  if (isThere && !isPast(side, partId) && !completedParts.includes(partId))
    side.faults.push(`second ${side.truth.second()}: ${partId} is neither given nor decided about`)
}

/** A part isn't asked: what was told with the request happened anyway. */
const takeMove = (side: ServerSide, request: KeyRequest, gaps: Lost['gaps']) => {
  const { truth, faults, given } = side
  const { partId, page, completedParts = [], waited = [], sequence = side.lastSequence } = request.body
  const stand = truth.now()
  if (stand.isCompleted || stand.isPaused || isOver(stand)) faults.push('a part is decided about out of the time')
  // Who waited for a part that they aren't asked had nothing to do meanwhile either.
  if (!given.has(partId)) for (const { seconds } of waited) loseTime(side, request, { seconds, gaps })
  for (const one of completedParts) truth.apply(timeEvents.finishPart(one))
  enter(side, page === undefined ? undefined : partOfPage(side, page), sequence)
}

/** Each is what the answers say that stood then, and holds from now on; nothing that comes later counts for what it was made by. */
const follow = (side: ServerSide, fresh: readonly Decision[], rows: Before['rows']) => {
  const { truth, decided, faults, sitting, final } = side
  const due = partsAsked(sitting.prefix, optionsOf(side, rows), decided)
  for (const { partId, isAsked } of fresh) {
    if (due.get(partId) !== isAsked)
      faults.push(`${partId} is decided to be ${isAsked ? '' : 'not '}asked, against the answers`)
    decided.set(partId, isAsked)
    if (!isAsked) truth.apply(timeEvents.finishPart(partId))
  }
  if (fresh.length > 0) for (const part of truth.now().parts) if (part.isClosed) final.add(part.id)
}

/** Somebody has asked for a part: what was decided by it is decided once, and rightly. */
export const judgeDecisions = async (
  side: ServerSide,
  room: InRoom,
  request: KeyRequest,
  before: Before,
  answer: Answer,
): Promise<void> => {
  const { decided, faults } = side
  const { partId } = request.body
  const all = await decisionsIn(side, room)
  const known = before.decisions.length
  if (JSON.stringify(all.slice(0, known)) !== JSON.stringify(before.decisions))
    faults.push('a decision about a part is another one than it was')
  if (new Set(all.map((one) => one.partId)).size < all.length) faults.push('a part was decided about twice')
  const isGiven = answer.status === 200
  const fresh = all.slice(known)
  if (!isGiven && fresh.length === 0) return judgeNothing(side, request, before, answer)
  if (!isGiven) takeMove(side, request, before.gaps)
  follow(side, fresh, before.rows)
  if (isGiven !== (decided.get(partId) ?? true))
    faults.push(`the key of ${partId} is ${answer.status}, against what was decided`)
}
