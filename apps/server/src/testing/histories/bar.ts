import { isClosed } from './attempts.ts'
import type { Typed } from './requests.ts'
import type { ServerSide } from './server-side.ts'

/** An answer that comes to a question that is closed, or to a part that a decision was made by, is kept and changes nothing. */
export const bar = (side: ServerSide, typed: Typed): void => {
  const { question, option } = typed
  const last = side.handedIn.get(question.id)?.at(-1)
  const changesClosed = isClosed(side, question) && last?.option !== option
  if (changesClosed || side.final.has(question.partId)) typed.isBarred = true
}
