import { randomUUID } from 'node:crypto'
import { calls } from '@sitwell/contract'
import { mostEarlier } from '@sitwell/exam/contact'
import type { Clock } from '../../clock.ts'
import type { Answer } from '../test-world.ts'
import { type Request, sendRequest, type Typed } from './requests.ts'
import type { Room, Sitting } from './room.ts'
import { hasRules, type Shape } from './shape.ts'
import { createTruth, happens, type Truth } from './truth.ts'

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
  told: { score: number; mayChange: boolean; second: number } | undefined
  readonly graceSeconds: number
  /** Where the learner went, with the last number that they had given by then. */
  readonly moves: { readonly partId: string; readonly sequence: number; readonly second: number }[]
  /** The highest number that anything came with. */
  lastSequence: number
  /** The server may know less of the time that stood still than there was. */
  mayHaveLess: boolean
  /** The lost connections that gave something back. */
  readonly believed: Set<Request>
  extension: 'none' | 'asked' | 'granted' | 'declined'
  /** When staff let the late answers count last. */
  lateAcceptedAt: number | undefined
}

export const createServerSide = (sitting: Sitting, shape: Shape, { server, graceSeconds }: Room): ServerSide => ({
  clock: server.clock,
  graceSeconds,
  moves: [],
  lastSequence: 0,
  mayHaveLess: false,
  believed: new Set(),
  sitting,
  shape,
  truth: createTruth(sitting.prefix, shape),
  typed: [],
  sent: [],
  faults: [],
  heardAt: [0],
  told: undefined,
  extension: 'none',
  lateAcceptedAt: undefined,
})

/** Seconds that a browser and the server may differ by. */
const almostOver = 6

/** Whatever is asked, the server has an answer; a 5xx is none. */
export const checked = (side: ServerSide, what: string, answer: Answer): Answer => {
  if (answer.status >= 500) side.faults.push(`${what} answered ${answer.status}: ${answer.text}`)
  return answer
}

const hear = ({ heardAt, truth }: ServerSide) => {
  if (heardAt.at(-1) !== truth.second()) heardAt.push(truth.second())
}

/** Below so many seconds lies what requests take anyway; a silence above the other is kept for good. */
const silence = 3
const longSilence = 45

/**
 * A device says that its connection was lost: what of it the server was silent for is given back. Of silences that are over and weren't
 * long the server knows the last few: whether it gives others back is not told here.
 */
const loseTime = (side: ServerSide, request: Request & { readonly kind: 'absence' }) => {
  const seconds = request.body.absentTime
  const { truth, heardAt } = side
  const now = truth.second()
  const gaps = [...heardAt, now].flatMap((to, at, all) => {
    const from = all[at - 1]
    return from !== undefined && to - from > silence ? [{ from, to }] : []
  })
  for (const gap of gaps) {
    const from = Math.max(now - seconds, gap.from)
    if (from >= gap.to) continue
    truth.stoodStill(from, gap.to)
    side.believed.add(request)
    // The present one is among the last.
    if (!gaps.slice(-mostEarlier - 1).includes(gap) && gap.to - gap.from <= longSilence) side.mayHaveLess = true
  }
}

const partOfPage = ({ sitting }: ServerSide, page: string) => sitting.questions.find(({ id }) => id === page)?.partId

/** The learner goes to a part, if that is news; with the number of the last save that they had made by then. */
const enter = (side: ServerSide, partId: string | undefined, sequence: number) => {
  const { truth } = side
  const { partId: current, parts } = truth.now()
  if (partId === undefined || partId === current || parts.find(({ id }) => id === partId)?.isClosed !== false) return
  truth.happen(happens.enter(partId))
  side.moves.push({ partId, sequence, second: truth.second() })
}

/**
 * An answer is a move into its part; it is its page that tells of one where the learner is there already. What was numbered before the
 * last move, and comes right after it, was on its way, and tells of none.
 */
const enterByAnswer = (
  side: ServerSide,
  answered: string,
  { page, sequence }: { page: string; sequence?: number | undefined },
) => {
  const { truth, moves, sitting } = side
  const number = sequence ?? side.lastSequence + 1
  const last = moves.at(-1)
  const isOnItsWay = last !== undefined && number <= last.sequence && truth.second() - last.second <= side.graceSeconds
  const wasThere = answered === `${sitting.prefix}-p0` || moves.some(({ partId }) => partId === answered)
  if (answered === truth.now().partId) {
    if (!isOnItsWay) enter(side, partOfPage(side, page), number)
  } else if (!isOnItsWay || !wasThere) enter(side, answered, number - 1)
}

/** What a request that comes for the first time does to the time. */
const follows = (side: ServerSide, request: Request) => {
  const { truth, shape } = side
  const sequence = 'sequence' in request.body ? request.body.sequence : undefined
  if (!truth.now().isCompleted && hasRules(shape)) {
    if (request.kind === 'save') enterByAnswer(side, request.typed.question.partId, request.body)
    if (request.kind === 'time') {
      for (const partId of request.body.completedParts ?? []) truth.happen(happens.finishPart(partId))
      if (shape.canSkipReading) for (const id of request.body.skippedReading ?? []) truth.happen(happens.skipReading(id))
      enter(side, partOfPage(side, request.body.page), sequence ?? side.lastSequence)
    }
  }
  if (request.kind === 'save') side.lastSequence = Math.max(side.lastSequence, sequence ?? side.lastSequence + 1)
  if (request.kind === 'time') side.lastSequence = Math.max(side.lastSequence, sequence ?? 0)
  if (request.kind === 'absence' && shape.standsStillOffline && !truth.now().isCompleted) loseTime(side, request)
}

/** A learner's request comes to the server; again where it came before. */
export const arrive = async (side: ServerSide, request: Request): Promise<Answer> => {
  const { truth, sitting } = side
  const isFirst = !side.sent.includes(request)
  if (isFirst) side.sent.push(request)
  // A time has no request of its own for the server: once more, it says once more where the learner is.
  if (isFirst || request.kind === 'time') follows(side, request)
  hear(side)
  const answer = checked(side, request.kind, await sendRequest(sitting, request))
  if (request.kind === 'save') {
    const { typed } = request
    typed.cameAt ??= truth.second()
    // What is refused because it came too late is kept in the history, under the number that it gave itself.
    typed.sequence = answer.status === 200 ? Number(JSON.parse(answer.text).sequence) : request.body.sequence
  }
  if (request.kind === 'complete' && answer.status === 200 && !truth.now().isCompleted) {
    const { left } = truth.now()
    if (request.body.timeOver && left !== undefined && left > almostOver && !hasRules(side.shape))
      side.faults.push(`a completion because time ran out is final with ${left} seconds left`)
    truth.happen(happens.complete())
  }
  return answer
}

/** The page is opened, here or on another device; answers the last number that others have, undefined where it may not be. */
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
    await sitting.ask(calls.requestExtension, { body: { formRunGuid: sitting.formRunGuid, orgID: 7 } }),
  )
  const isPossible = shape.isExtendable && side.extension !== 'granted' && !truth.now().isCompleted
  if ((answer.status === 200) !== isPossible)
    side.faults.push(`an extension that ${isPossible} can be asked for: ${answer.text}`)
  if (isPossible) side.extension = 'asked'
}

/** The learner goes on after a pause, where they are offered to; `number` is that of the offer, of the last one where it isn't said. */
export const takeOffer = async (side: ServerSide, number?: number): Promise<void> => {
  const { sitting, truth } = side
  const { formRunGuid } = sitting
  const [told] = await sitting.look(calls.dashFormRuns, { query: { scheduleGuid: sitting.scheduleGuid } })
  const last = told?.state?.resumeOffer?.number
  const { offered, isCompleted } = truth.now()
  const isOffered = offered !== undefined && !isCompleted
  if ((last !== undefined) !== isOffered) side.faults.push(`an offer to go on ${isOffered ? 'is missing' : 'is there'}`)
  const offer = number ?? last ?? 0
  if (offer === last) truth.happen(happens.resume())
  hear(side)
  checked(side, 'resume', await sitting.ask(calls.resumeSitting, { body: { formRunGuid, offer, requestId: randomUUID() } }))
}
