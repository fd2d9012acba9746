/** What a marker goes through: responses that were opened, the oldest first, and behind them those that wait on this device. */
export interface MarkingLine<R> {
  readonly opened: readonly R[]
  /** The place of the one that shows; as many as were opened while the next one is waited for. */
  readonly at: number
  readonly ahead: readonly R[]
}

interface Identified {
  readonly responseID: string
}

/** How many wait ahead at least, if there are as many; and how many stay to go back to. */
export const leastAhead = 5
export const mostBehind = 5
/** As many as the call gives at once. */
const mostAtOnce = 5

/**
 * How many wait ahead, for a queue in which so many wait for anybody: an hour's work without a network, but never so large a part of what is left that
 * other markers find all of it held.
 */
export const aheadOf = (waiting: number): number => Math.min(Math.max(Math.floor(waiting / 10), leastAhead), 15)

export const emptyLine = { opened: [], at: 0, ahead: [] } as const satisfies MarkingLine<never>

/** The response that shows; undefined while the next one is waited for. */
export const shownIn = <R>({ opened, at }: MarkingLine<R>): R | undefined => opened[at]

const isSame = (one: Identified) => (other: Identified) => other.responseID === one.responseID

const openNext = <R extends Identified>(line: MarkingLine<R>): MarkingLine<R> => {
  const [next, ...ahead] = line.ahead
  if (next === undefined) return line
  const opened = [...line.opened, next]
  const kept = opened.slice(-(mostBehind + 1))
  return { opened: kept, at: kept.length - 1, ahead }
}

/** Responses that have come: none twice, and the one that shows stays. */
export const withFetched = <R extends Identified>(
  line: MarkingLine<R>,
  fetched: readonly R[],
  most = leastAhead,
): MarkingLine<R> => {
  const ahead = [...line.ahead]
  for (const one of fetched) {
    if (line.opened.some(isSame(one)) || ahead.some(isSame(one)) || ahead.length >= most) continue
    ahead.push(one)
  }
  const next = { ...line, ahead }
  return shownIn(line) === undefined ? openNext(next) : next
}

/** On to the next one: one that was opened before, the first that waits, or, if there is none, nothing until one has come. */
export const advanced = <R extends Identified>(line: MarkingLine<R>): MarkingLine<R> => {
  if (line.at < line.opened.length - 1) return { ...line, at: line.at + 1 }
  const waiting = { ...line, at: line.opened.length }
  return openNext(waiting)
}

export const mayGoBack = <R>({ at }: MarkingLine<R>): boolean => at > 0

export const back = <R>(line: MarkingLine<R>): MarkingLine<R> => (mayGoBack(line) ? { ...line, at: line.at - 1 } : line)

/** Shows a response that was marked before. What waited ahead goes on behind it. */
export const reopened = <R extends Identified>(line: MarkingLine<R>, response: R): MarkingLine<R> => {
  const place = line.opened.findIndex(isSame(response))
  if (place >= 0) return { ...line, opened: line.opened.with(place, response), at: place }
  const opened = [...line.opened, response].slice(-(mostBehind + 1))
  return { opened, at: opened.length - 1, ahead: line.ahead.filter((one) => !isSame(response)(one)) }
}

/** The same response as it stands by now. */
export const renewed = <R extends Identified>(line: MarkingLine<R>, response: R): MarkingLine<R> => {
  const renew = (one: R) => (isSame(response)(one) ? response : one)
  return { ...line, opened: line.opened.map(renew), ahead: line.ahead.map(renew) }
}

/** Without responses that somebody else may have by now. The one that shows stays, and so does what was opened. */
export const withoutAhead = <R extends Identified>(line: MarkingLine<R>, isGone: (response: R) => boolean): MarkingLine<R> => ({
  ...line,
  ahead: line.ahead.filter((one) => !isGone(one)),
})

/** How many to ask for. More than one at a time: a request for each mark would be one too many. */
export const wantedIn = <R>({ ahead }: MarkingLine<R>, most = leastAhead): number =>
  ahead.length > most - 3 ? 0 : Math.min(most - ahead.length, mostAtOnce)

/** The line of a page that was loaded anew: what was marked is there to go back to, and the rest waits, in its order. */
export const resumed = <R extends Identified>(items: readonly R[], isMarked: (response: R) => boolean): MarkingLine<R> => {
  const opened = items.filter(isMarked).slice(-mostBehind)
  return openNext({ opened, at: opened.length, ahead: items.filter((one) => !isMarked(one)) })
}
