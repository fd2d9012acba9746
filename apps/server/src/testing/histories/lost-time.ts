import type { Answer } from '../test-world.ts'
import type { Request } from './requests.ts'
import { enter, type Lost, loseTime, lostIn, partOfPage, type ServerSide } from './server-side.ts'
import { isOver, usableLeft } from './truth.ts'

type Of<Kind extends Request['kind']> = Request & { readonly kind: Kind }

/** Seconds by which the server and the truth may differ, and below which nothing is left. */
const almostNone = 6

/** Whether it was completed for want of time, and of the mark nothing is known: only then lost time opens it again. */
const mayGoOn = ({ completion, isShown }: ServerSide) => completion !== undefined && completion.because !== 'chosen' && !isShown

/** The form run is open again: by what is known now, its time was never over. What is between has gone by. */
const goOn = (side: ServerSide, what: string) => {
  if (!mayGoOn(side)) side.faults.push(`${what} opens an exam again that is final`)
  if (side.completion) side.truth.forget(side.completion.what)
  const left = usableLeft(side.truth.now())
  if (left === 0) side.faults.push(`${what} opens an exam again of which nothing is left`)
}

/** A device has said that it had lost its connection, where the exam stands still for it. */
export const reportsAbsence = (side: ServerSide, request: Of<'absence'>, gaps: Lost['gaps'], { status }: Answer): void => {
  const { truth, shape } = side
  if (!shape.standsStillOffline) return
  const lost = { seconds: request.body.absentTime, gaps }
  if (!truth.now().isCompleted) {
    loseTime(side, request, lost)
    return
  }
  if (status === 200) {
    loseTime(side, request, lost)
    goOn(side, 'a lost connection')
    return
  }
  if (!mayGoOn(side) || side.mayHaveLess || !side.completion) return
  const there = truth.copy()
  there.forget(side.completion.what)
  const gap = lostIn(side, lost)
  if (gap) there.stoodStill(gap.from, gap.to)
  const left = usableLeft(there.now()) ?? 0
  if (left > almostNone) side.faults.push(`an exam stays completed of which ${left} seconds are left`)
}

/** The key of a part was asked for, perhaps after a wait; a page that is named is a move where the key is given. */
export const givesKey = (side: ServerSide, request: Of<'key'>, gaps: Lost['gaps'], { status }: Answer): void => {
  if (status !== 200) return
  const { truth, shape } = side
  const { partId, page, waited = [] } = request.body
  if (shape.sealsParts && !side.given.has(partId)) for (const { seconds } of waited) loseTime(side, request, { seconds, gaps })
  if (truth.now().isCompleted) goOn(side, 'a wait for a key')
  if (page !== undefined) enter(side, partOfPage(side, page), side.lastSequence)
  side.given.add(partId)
  const stand = truth.now()
  if (stand.isPaused) side.faults.push('a key is given out in a pause')
  if (stand.parts.find(({ id }) => id === partId)?.isClosed) side.faults.push('the key of a closed part is given out')
  if (isOver(stand) && !side.mayHaveLess) side.faults.push('a key is given out once the time is over')
}
