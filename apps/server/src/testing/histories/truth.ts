import type { Shape } from './shape.ts'

/** The rest of a part, in seconds; undefined: not timed. */
interface PartLeft {
  readonly id: string
  readonly isOneWay: boolean
  reading: number
  left: number | undefined
  isClosed: boolean
}

/** How a sitting stands at a second. */
export interface Stand {
  left: number | undefined
  partId: string
  readonly parts: PartLeft[]
  isPaused: boolean
  /** Seconds for which the time stands on after an invigilator has ended the pause; undefined if nobody has. */
  offered: number | undefined
  isCompleted: boolean
}

export type TimeEvent = (stand: Stand) => void

const partOf = (stand: Stand, partId: string) => stand.parts.find(({ id }) => id === partId)

/** Whether an answer that is given in a part at this second counts by the rules, if the learner is there or goes there by it. */
export const isOpenFor = (stand: Stand, partId: string): boolean => {
  const part = partOf(stand, partId)
  const isStanding = stand.isPaused || stand.isCompleted
  return part !== undefined && !isStanding && !part.isClosed && part.reading === 0 && part.left !== 0 && stand.left !== 0
}

/** Whether nothing of the time can be used any more, wherever the learner goes. */
export const isOver = ({ left, parts }: Stand): boolean => {
  const open = parts.filter(({ isClosed }) => !isClosed)
  return left === 0 || (open.length > 0 && open.every((part) => part.left === 0 && part.reading === 0))
}

/** Seconds that can still be used, if the learner stays where they are; undefined if there is no end to it. */
export const usableLeft = (stand: Stand): number | undefined => {
  if (isOver(stand) || stand.parts.every(({ isClosed }) => isClosed)) return 0
  const open = stand.parts.filter(({ isClosed }) => !isClosed)
  const reading = partOf(stand, stand.partId)?.reading ?? 0
  const ofParts = open.some(({ left }) => left === undefined)
    ? undefined
    : open.reduce((sum, part) => sum + part.reading + (part.left ?? 0), 0)
  const ofExam = stand.left === undefined ? undefined : stand.left + reading
  return ofExam === undefined || ofParts === undefined ? (ofExam ?? ofParts) : Math.min(ofExam, ofParts)
}

/** A second goes by: what is to read first, then the part and the exam. */
const tick = (stand: Stand) => {
  if (stand.isPaused) {
    if (stand.offered === undefined) return
    stand.offered -= 1
    if (stand.offered <= 0) Object.assign(stand, { isPaused: false, offered: undefined })
    return
  }
  if (stand.isCompleted) return
  const part = partOf(stand, stand.partId)
  if (part && part.reading > 0) {
    part.reading -= 1
    return
  }
  if (part?.left) part.left -= 1
  if (stand.left) stand.left -= 1
}

const more = (left: number | undefined, seconds: number) => (left === undefined ? undefined : left + seconds)

/** What may happen to the time of a sitting, each as the specification has it and nothing of how the server keeps it. */
export const timeEvents = {
  /** The one-way parts that are left or passed over are closed by it; a closed one is not gone into. */
  enter:
    (partId: string): TimeEvent =>
    (stand) => {
      const place = stand.parts.findIndex(({ id }) => id === partId)
      if (place === -1 || stand.partId === partId || stand.parts[place]?.isClosed) return
      for (const [at, part] of stand.parts.entries())
        if (part.isOneWay && part.id !== partId && (part.id === stand.partId || at < place)) part.isClosed = true
      stand.partId = partId
    },
  finishPart:
    (partId: string): TimeEvent =>
    (stand) => {
      const part = partOf(stand, partId)
      if (part) part.isClosed = true
    },
  skipReading:
    (partId: string): TimeEvent =>
    (stand) => {
      const part = partOf(stand, partId)
      if (part && !part.isClosed) part.reading = 0
    },
  pause: (): TimeEvent => (stand) => Object.assign(stand, { isPaused: true, offered: undefined }),
  /** The learner may continue; the time stands until they do, for this many seconds at most. */
  offer:
    (seconds: number): TimeEvent =>
    (stand) => {
      if (!stand.isPaused) return
      if (seconds === 0) Object.assign(stand, { isPaused: false, offered: undefined })
      else stand.offered = seconds
    },
  /** The learner has yet to read a grant: the time stands until they do, for this many seconds at most, or as long as it stands already. */
  hold:
    (seconds: number): TimeEvent =>
    (stand) => {
      if (stand.isPaused && stand.offered === undefined) return
      Object.assign(stand, { isPaused: true, offered: Math.max(stand.offered ?? 0, seconds) })
    },
  resume: (): TimeEvent => (stand) => {
    if (stand.offered !== undefined) Object.assign(stand, { isPaused: false, offered: undefined })
  },
  give:
    (seconds: number): TimeEvent =>
    (stand) => {
      stand.left = more(stand.left, seconds)
      const part = partOf(stand, stand.partId)
      if (part) part.left = more(part.left, seconds)
    },
  complete: (): TimeEvent => (stand) => Object.assign(stand, { isCompleted: true }),
  reopen: (): TimeEvent => (stand) => Object.assign(stand, { isCompleted: false }),
}

/** Extra time is shared out among the timed parts, as they are long, in whole seconds. */
const freshStand = (prefix: string, { seconds, extraSeconds, parts }: Shape): Stand => {
  const inParts = parts.reduce((sum, part) => sum + part.seconds, 0)
  return {
    left: seconds > 0 ? seconds + extraSeconds : undefined,
    partId: `${prefix}-p0`,
    parts: parts.map((part, place) => ({
      id: `${prefix}-p${place}`,
      isOneWay: part.oneWay,
      reading: part.readingSeconds,
      left: part.seconds > 0 ? part.seconds + Math.ceil((extraSeconds * part.seconds) / inParts) : undefined,
      isClosed: false,
    })),
    isPaused: false,
    offered: undefined,
    isCompleted: false,
  }
}

/** The time of a sitting, second by second from its start. */
export interface Truth {
  now(): Stand
  second(): number
  pass(seconds: number): void
  apply(happened: TimeEvent): void
  /** What happened, by what is known today, did not. */
  forget(happened: TimeEvent): void
  /** From a second up to another the connection was lost, and the exam stood still on the device: found out later. */
  stoodStill(from: number, to: number): void
  /** How it was at the end of a second, by what is known today; before the first one, at the start. */
  at(second: number): Stand
  /** Goes on by itself from here. */
  copy(): Truth
}

interface Known {
  second: number
  readonly happened: { readonly at: number; readonly what: TimeEvent }[]
  readonly still: (readonly [number, number])[]
}

const truthOf = (prefix: string, shape: Shape, known: Known): Truth => {
  /** Played from the start each time: an hour has but 3,600 seconds, and nothing is held that could be out of date. */
  const at = (second: number): Stand => {
    const stand = freshStand(prefix, shape)
    if (second < 0) return stand
    for (let now = 0, next = 0; ; now += 1) {
      for (; (known.happened[next]?.at ?? Number.POSITIVE_INFINITY) <= now; next += 1) known.happened[next]?.what(stand)
      if (now === second) return stand
      if (stand.isPaused || !known.still.some(([from, to]) => from <= now && now < to)) tick(stand)
    }
  }
  return {
    at,
    now: () => at(known.second),
    second: () => known.second,
    pass: (seconds) => {
      known.second += seconds
    },
    apply: (what) => {
      known.happened.push({ at: known.second, what })
    },
    forget: (what) => {
      const at = known.happened.findIndex((one) => one.what === what)
      if (at >= 0) known.happened.splice(at, 1)
    },
    stoodStill: (from, to) => {
      known.still.push([from, to])
    },
    copy: () => truthOf(prefix, shape, { second: known.second, happened: [...known.happened], still: [...known.still] }),
  }
}

export const createTruth = (prefix: string, shape: Shape): Truth =>
  truthOf(prefix, shape, { second: 0, happened: [], still: [] })

/** Whether answering in a part is possible, by what is known, for who is there or goes there. */
export const isOpenOnEntry = (truth: Truth, partId: string): boolean => {
  const there = truth.copy()
  there.apply(timeEvents.enter(partId))
  return isOpenFor(there.now(), partId)
}
