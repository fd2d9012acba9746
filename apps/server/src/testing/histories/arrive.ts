import type { Answer } from '../test-world.ts'
import { checkAnswers } from './attempts.ts'
import { bar } from './bar.ts'
import { judgeDecisions, readDecisions } from './decisions.ts'
import { givesKey, reportsAbsence } from './lost-time.ts'
import { type Request, sendRequest } from './requests.ts'
import type { Room } from './room.ts'
import { checked, complete, enter, gapsOf, hear, partOfPage, type ServerSide } from './server-side.ts'
import { hasRules } from './shape.ts'
import { timeEvents } from './truth.ts'

/** Seconds that a browser and the server may differ by. */
const almostOver = 6

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

/** The moves that a time tells of. */
const movesByTime = (side: ServerSide, { body }: Extract<Request, { kind: 'time' }>, sequence: number) => {
  const { truth, shape } = side
  for (const partId of body.completedParts ?? []) truth.apply(timeEvents.finishPart(partId))
  if (shape.canSkipReading) for (const id of body.skippedReading ?? []) truth.apply(timeEvents.skipReading(id))
  enter(side, partOfPage(side, body.page), sequence)
}

/** What a request that comes for the first time does to the time. */
const follows = (side: ServerSide, request: Request) => {
  const { truth, shape } = side
  const sequence = 'sequence' in request.body ? request.body.sequence : undefined
  // The server refuses an answer in a part whose key was never given, so it moves nobody.
  if (request.kind === 'save' && shape.sealsParts && !side.given.has(request.typed.question.partId)) return
  if (!truth.now().isCompleted && hasRules(shape)) {
    if (request.kind === 'save') enterByAnswer(side, request.typed.question.partId, request.body)
    if (request.kind === 'time') movesByTime(side, request, sequence ?? side.lastSequence)
  }
  if (request.kind === 'save') side.lastSequence = Math.max(side.lastSequence, sequence ?? side.lastSequence + 1)
  if (request.kind === 'time') side.lastSequence = Math.max(side.lastSequence, sequence ?? 0)
}

const completes = (side: ServerSide, { body }: Extract<Request, { kind: 'complete' }>) => {
  const { left } = side.truth.now()
  const isTimeOver = body.timeOver ?? body.timeRemaining === 0
  if (isTimeOver && left !== undefined && left > almostOver && !hasRules(side.shape) && !side.mayHaveLess)
    side.faults.push(`a completion because time ran out is final with ${left} seconds left`)
  complete(side, isTimeOver ? 'time-over' : 'chosen')
}

/** An answer has come, under which number. */
const takesSave = ({ truth }: ServerSide, { typed, body }: Extract<Request, { kind: 'save' }>, { status, text }: Answer) => {
  typed.cameAt ??= truth.second()
  // What is refused because it came too late is kept in the history, under the number that it gave itself.
  typed.sequence = status === 200 ? Number(JSON.parse(text).sequence) : body.sequence
}

/** Sends one, and follows what by the rules it does. */
const takeIn = async (
  side: ServerSide,
  room: Pick<Room, 'server'>,
  request: Exclude<Request, { kind: 'attempt' }>,
): Promise<Answer> => {
  const { truth, sitting } = side
  const isFirst = !side.sent.includes(request)
  if (isFirst) side.sent.push(request)
  // A time has no request of its own for the server: again, it says again where the learner is.
  if (isFirst || request.kind === 'time') follows(side, request)
  const gaps = gapsOf(side)
  hear(side)
  if (request.kind === 'save' && isFirst) bar(side, request.typed)
  const before = request.kind === 'key' && side.shape.isRouted ? await readDecisions(side, room) : undefined
  const answer = checked(side, request.kind, await sendRequest(sitting, request))
  if (request.kind === 'absence' && isFirst) reportsAbsence(side, request, gaps, answer)
  if (request.kind === 'key') givesKey(side, request, gaps, answer)
  if (before && request.kind === 'key') await judgeDecisions(side, room, request, { ...before, gaps }, answer)
  if (request.kind === 'save') takesSave(side, request, answer)
  if (request.kind === 'complete' && answer.status === 200 && !truth.now().isCompleted) completes(side, request)
  return answer
}

/** A learner's request comes to the server; again where it came before. */
export const arrive = async (side: ServerSide, room: Pick<Room, 'server'>, request: Request): Promise<Answer> => {
  if (request.kind !== 'attempt') return takeIn(side, room, request)
  const [answer] = await checkAnswers(side, room, [request])
  if (!answer) throw new Error('An attempt has no answer.')
  return answer
}
