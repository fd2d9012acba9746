import { randomUUID } from 'node:crypto'
import { calls } from '@sitwell/contract'
import type { Clock } from '../../clock.ts'
import type { Answer } from '../test-world.ts'
import type { HandedIn, Request, Typed } from './requests.ts'
import type { Room, Sitting } from './room.ts'
import type { Shape } from './shape.ts'
import { createTruth, type TimeEvent, type Truth, timeEvents } from './truth.ts'

/** What came to the server, and what by the rules follows from it; kept beside the server's own ledger, and never read from it. */
export interface ServerSide {
  readonly sitting: Sitting
  readonly clock: Clock
  readonly shape: Shape
  readonly truth: Truth
  readonly typed: Typed[]
  readonly sent: Request[]
  /** What isn't as it has to be. */
  readonly faults: string[]
  /** Seconds at which the server heard of the sitting's learner. */
  readonly heardAt: number[]
  /** The score that was told, and whether staff have done something since that may change it. */
  shown: { score: number; mayChange: boolean; second: number } | undefined
  readonly graceSeconds: number
  /** Where the learner went, with the last number that they had given by then. */
  readonly moves: { readonly partId: string; readonly sequence: number; readonly second: number }[]
  /** The highest number that anything came with. */
  lastSequence: number
  /** The server may know less of the time that stood still than there was, or has been told that more was used. */
  mayHaveLess: boolean
  /** What was used of another form run may have been reading. */
  mayHaveRead: boolean
  /** The lost connections that gave something back. */
  readonly believed: Set<Request>
  /** What completed it last, and why. */
  completion: { readonly what: TimeEvent; readonly because: 'chosen' | 'time-over' | 'server' } | undefined
  /** Its mark was told since it was completed last. */
  isShown: boolean
  /** Parts whose key was given. */
  readonly given: Set<string>
  /** The answers to each question that were handed in to be checked. */
  readonly handedIn: Map<string, readonly HandedIn[]>
  /** Parts of which it was decided whether they are asked. */
  readonly decided: Map<string, boolean>
  /** Parts whose answers a decision was made by: nothing that comes later counts there. */
  readonly final: Set<string>
  /** Until when the server was away last. */
  awayUntil: number
  extension: 'none' | 'asked' | 'granted' | 'declined'
  /** Whether the exam has gone on since the request, by time that was given otherwise; undefined where only the server knows. */
  hasGoneOn: boolean | undefined
  /** When staff let the late answers count last. */
  lateAcceptedAt: number | undefined
}

export const createServerSide = (sitting: Sitting, shape: Shape, { clock, graceSeconds }: Room): ServerSide => ({
  clock,
  graceSeconds,
  moves: [],
  lastSequence: 0,
  mayHaveLess: false,
  mayHaveRead: false,
  believed: new Set(),
  completion: undefined,
  isShown: false,
  given: new Set([`${sitting.prefix}-p0`]),
  handedIn: new Map(),
  decided: new Map(),
  final: new Set(),
  awayUntil: 0,
  sitting,
  shape,
  truth: createTruth(sitting.prefix, shape),
  typed: [],
  sent: [],
  faults: [],
  heardAt: [0],
  shown: undefined,
  extension: 'none',
  hasGoneOn: false,
  lateAcceptedAt: undefined,
})

/** Whatever is asked, the server has an answer; a 5xx is none. */
export const checked = (side: ServerSide, what: string, answer: Answer): Answer => {
  if (answer.status >= 500) side.faults.push(`${what} answered ${answer.status}: ${answer.text}`)
  return answer
}

export const hear = ({ heardAt, truth }: ServerSide) => {
  if (heardAt.at(-1) !== truth.second()) heardAt.push(truth.second())
}

/** Below this many seconds lies what requests take anyway. */
const silence = 3
/** This many seconds after a silence a page that is back may claim it. */
const longestReturn = 120

/** For how long a device says that it had no connection, up to now, and when the server heard nothing. */
export interface Lost {
  readonly seconds: number
  readonly gaps: readonly { readonly from: number; readonly to: number }[]
}

export const gapsOf = ({ heardAt, truth }: ServerSide): Lost['gaps'] =>
  [...heardAt, truth.second()].flatMap((to, at, all) => {
    const from = all[at - 1]
    return from !== undefined && to - from > silence ? [{ from, to }] : []
  })

/** What of the last seconds counts as one lost connection: the most that is in one of the silences which are just over, or end now. */
export const lostIn = ({ truth }: Pick<ServerSide, 'truth'>, { seconds, gaps }: Lost) => {
  const now = truth.second()
  return gaps
    .filter(({ to }) => now - to <= longestReturn)
    .map(({ from, to }) => ({ from: Math.max(now - seconds, from), to }))
    .filter(({ from, to }) => from < to)
    .reduce<{ from: number; to: number } | undefined>(
      (most, next) => (most && most.to - most.from >= next.to - next.from ? most : next),
      undefined,
    )
}

/** A device says that its connection was lost up to now: what the server believes of it is given back. */
export const loseTime = (side: ServerSide, request: Request, lost: Lost) => {
  const gap = lostIn(side, lost)
  if (!gap) return
  side.truth.stoodStill(gap.from, gap.to)
  // Nothing is written of what stood still already.
  if (side.hasGoneOn === false) side.hasGoneOn = undefined
  side.believed.add(request)
}

export const partOfPage = ({ sitting }: ServerSide, page: string) => sitting.questions.find(({ id }) => id === page)?.partId

/** The learner goes to a part, if that is news; with the number of the last save that they had made by then. */
export const enter = (side: ServerSide, partId: string | undefined, sequence: number) => {
  const { truth } = side
  const { partId: current, parts } = truth.now()
  if (partId === undefined || partId === current || parts.find(({ id }) => id === partId)?.isClosed !== false) return
  truth.apply(timeEvents.enter(partId))
  side.moves.push({ partId, sequence, second: truth.second() })
}

/** It is completed by now. */
export const complete = (side: ServerSide, because: 'chosen' | 'time-over' | 'server'): void => {
  const what = timeEvents.complete()
  side.truth.apply(what)
  side.completion = { what, because }
  side.isShown = false
}

/** The page is opened, here or on another device; answers the last number that others have, undefined if it may not be. */
export const openExam = async (side: ServerSide): Promise<number | undefined> => {
  hear(side)
  const answer = checked(side, 'exam/json', await side.sitting.ask(calls.examJson, { query: side.sitting.entry }))
  if (answer.status !== 200) return undefined
  side.lastSequence = Number(JSON.parse(answer.text).lastSequence ?? 0)
  return side.lastSequence
}

export const askMore = async (side: ServerSide): Promise<void> => {
  hear(side)
  const { sitting, shape, truth } = side
  const answer = checked(
    side,
    'extension',
    await sitting.ask(calls.requestExtension, { body: { formRunGuid: sitting.formRunGuid, orgID: 7, resumes: true } }),
  )
  const isPossible = shape.isExtendable && side.extension !== 'granted' && !truth.now().isCompleted
  if ((answer.status === 200) !== isPossible)
    side.faults.push(`an extension that ${isPossible} can be asked for: ${answer.text}`)
  if (!isPossible) return
  if (side.extension !== 'asked') side.hasGoneOn = false
  side.extension = 'asked'
}

/** The learner continues after a pause, where they are offered to; `number` is that of the offer, of the last one where it isn't said. */
export const takeOffer = async (side: ServerSide, number?: number): Promise<void> => {
  const { sitting, truth } = side
  const { formRunGuid } = sitting
  const [formRun] = await sitting.look(calls.dashFormRuns, { query: { scheduleGuid: sitting.scheduleGuid } })
  const last = formRun?.state?.resumeOffer?.number
  const { offered, isCompleted } = truth.now()
  const isOffered = offered !== undefined && !isCompleted
  if ((last !== undefined) !== isOffered) side.faults.push(`an offer to go on ${isOffered ? 'is missing' : 'is there'}`)
  const offer = number ?? last ?? 0
  // That of an event which is yet to be made ends what stands as well: it takes time from its learner alone.
  if (last !== undefined && offer >= last) truth.apply(timeEvents.resume())
  hear(side)
  checked(side, 'resume', await sitting.ask(calls.resumeSitting, { body: { formRunGuid, offer, requestId: randomUUID() } }))
}
