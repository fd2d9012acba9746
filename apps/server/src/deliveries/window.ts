import type { DeliveryWindow } from '@sitwell/contract'
import { meaningOf } from './wall-time.ts'

/** Moments between which somebody may begin, in Unix ms. */
export interface Moments {
  readonly startMs: number
  readonly endMs: number
}

/** A window of which it is known which moments are meant. */
export interface ReadWindow {
  readonly opens: string
  readonly opensSecond: boolean
  readonly closes: string
  readonly closesSecond: boolean
}

/** What is wrong with a window. `twice`: the clock shows the time twice, and nobody said which of both is meant. */
export interface WindowProblem {
  readonly path: 'opens' | 'closes'
  readonly message: 'twice' | 'order'
}

const readTime = (wall: string, zone: string, isSecond: boolean | undefined) => {
  const meaning = meaningOf(wall, zone)
  if (meaning.is !== 'twice') return { atMs: meaning.atMs, isAsked: false, isSecond: false }
  return { atMs: isSecond ? meaning.secondMs : meaning.firstMs, isAsked: isSecond === undefined, isSecond: isSecond === true }
}

/** A window with the moments that it means in a zone, or what is wrong with it. `opensSecond` and `closesSecond` stay only if the clock shows the time twice. */
export const readWindow = (
  { opens, opensSecond, closes, closesSecond }: DeliveryWindow,
  zone: string,
): { readonly moments: Moments; readonly window: ReadWindow; readonly problems: readonly WindowProblem[] } => {
  const [start, end] = [readTime(opens, zone, opensSecond), readTime(closes, zone, closesSecond)]
  const asked: WindowProblem[] = [
    ...(start.isAsked ? [{ path: 'opens', message: 'twice' } as const] : []),
    ...(end.isAsked ? [{ path: 'closes', message: 'twice' } as const] : []),
  ]
  const isOrdered = start.atMs < end.atMs
  return {
    moments: { startMs: start.atMs, endMs: end.atMs },
    window: { opens, opensSecond: start.isSecond, closes, closesSecond: end.isSecond },
    // Which of both is meant may put them in order.
    problems: asked.length > 0 || isOrdered ? asked : [{ path: 'closes', message: 'order' }],
  }
}
