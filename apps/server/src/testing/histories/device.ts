import { randomUUID } from 'node:crypto'
import { arrive } from './arrive.ts'
import { isClosed } from './attempts.ts'
import type { Request, SaveRequest, Typed } from './requests.ts'
import type { Room } from './room.ts'
import { askMore, openExam, type ServerSide } from './server-side.ts'
import { hasRules, optionIds, type QuestionPlace } from './shape.ts'
import { isOpenOnEntry, isOver, type Stand, type Truth, timeEvents } from './truth.ts'

/** A device on which a learner sits with a player that does as it should. */
export interface Device {
  type(question: number, option: number): Promise<void>
  go(question: number): Promise<void>
  tellTime(): Promise<void>
  skipReading(): Promise<void>
  finishPart(): Promise<void>
  finish(): Promise<void>
  /** Has the answer to the first question of the part checked; where the reply to that got lost, the same again. */
  check(): Promise<void>
  lose(): void
  loseReply(): void
  comeBack(): Promise<void>
  /** Seconds have gone by everywhere. */
  passed(seconds: number): Promise<void>
  isOnline(): boolean
  /** The last answer to each question that was given on it, and whatever else it hasn't sent yet, as it is handed in. */
  saves(): readonly SaveRequest[]
}

/** Whether a player lets its learner go there: to no closed part, out of no one-way part, and past none. */
const isReachable = ({ parts, partId }: Stand, to: string): boolean => {
  const isAhead = (id: string) => parts.some((part) => part.id === id && part.isOneWay && !part.isClosed)
  const place = parts.findIndex(({ id }) => id === to)
  return parts[place]?.isClosed === false && !isAhead(partId) && !parts.some(({ id }, at) => at < place && isAhead(id))
}

export const createDevice = (
  side: ServerSide,
  room: Pick<Room, 'server'>,
  { isFirst }: { readonly isFirst: boolean },
): Device => {
  const { sitting, shape, truth } = side
  const writerId = randomUUID()
  const queue: Request[] = []
  let own: Truth | undefined
  let lostAt = 0
  let losesReply = false
  let heardMs = side.clock.nowMs()
  let isDone = false
  let sequence = isFirst ? 0 : undefined
  let page = sitting.questions[0] as QuestionPlace
  const sequences: number[] = []
  const given = new Map<string, SaveRequest>()
  /** By question: an attempt whose reply got lost. */
  const unheard = new Map<string, string>()

  const view = () => own ?? truth
  const lose = () => {
    // A device on which the exam was never opened has no connection to lose.
    if (own || sequence === undefined) return
    own = truth.copy()
    lostAt = truth.second()
  }
  /** The reply got lost, and with it the connection. */
  const hasLostReply = () => {
    if (!losesReply) return false
    losesReply = false
    lose()
    return true
  }
  /** Sends what is queued, in order, for as long as the network is there. */
  const flush = async () => {
    for (let next = queue[0]; next && !own; next = queue[0]) {
      const { status } = await arrive(side, room, next)
      if (hasLostReply()) return
      queue.shift()
      heardMs = side.clock.nowMs()
      // There is more time than this device knew of, or staff have opened the exam again.
      if (next.kind === 'complete' && status !== 200) isDone = false
    }
  }
  const times = () => ({ timeRemaining: view().now().left ?? 0, elapsedTime: 0 })
  /** Another device than the first has to open the exam before anything is done on it, which may be refused. */
  const isOpened = async () => {
    if (sequence === undefined && !own) {
      sequence = await openExam(side)
      heardMs = side.clock.nowMs()
    }
    return sequence !== undefined
  }
  const tellTime = async (more: { completedParts?: string[]; skippedReading?: string[] } = {}) => {
    const body = { formRunGuid: sitting.formRunGuid, page: page.id, writerId, ...times(), ...more }
    queue.push({ kind: 'time', body: { ...body, ...(sequence && { sequence }), IsFromLocalStorage: own !== undefined } })
    await flush()
  }
  const complete = async (timeOver: boolean) => {
    if (isDone) return
    isDone = true
    const body = { formRunGuid: sitting.formRunGuid, writerId, sequences: [...sequences], requestId: randomUUID(), timeOver }
    queue.push({ kind: 'complete', body: { ...body, ...times() } })
    await flush()
  }
  const stands = async () => {
    const { isPaused, isCompleted } = view().now()
    // Staff have opened it again; what completed it was answered before.
    if (!isCompleted && queue.length === 0) isDone = false
    return isDone || isPaused || isCompleted || (own !== undefined && shape.standsStillOffline) || !(await isOpened())
  }
  /** The first question of the next part that isn't closed. */
  const firstBehind = (partId: string) => {
    const { parts } = view().now()
    const place = parts.findIndex(({ id }) => id === partId)
    const next = parts.find(({ isClosed: isDone }, at) => at > place && !isDone)
    return next && inPart(next.id)[0]
  }
  /**
   * The key of a sealed part is asked for once all answers are on the server, and waited for without a network. A part that isn't asked leads to
   * the next one, and to the end behind the last.
   */
  const askFor = async (to: QuestionPlace, finished: readonly string[]): Promise<void> => {
    await flush()
    if (own || queue.length > 0) return
    const { partId } = to
    const moved = { page: to.id, completedParts: [...finished], ...(sequence && { sequence }) }
    const body = { formRunGuid: sitting.formRunGuid, partId, writerId, requestId: randomUUID(), ...moved }
    const { status } = await arrive(side, room, { kind: 'key', body })
    if (hasLostReply()) return
    if (status === 200) page = to
    if (side.decided.get(partId) !== false || view().now().isCompleted) return
    const next = firstBehind(partId)
    if (next) await askFor(next, [])
    else await complete(false)
  }
  const go = async (to: QuestionPlace, finished: readonly string[] = []) => {
    // What there is to read is read with the network: how a device reads without one is told in the tests of closed parts.
    if (
      own &&
      view()
        .now()
        .parts.some(({ id, reading }) => id === to.partId && reading > 0)
    )
      return
    if (shape.sealsParts) {
      await askFor(to, finished)
      return
    }
    page = to
    // A player moves on at once, whether its server can be told or not.
    for (const partId of finished) own?.apply(timeEvents.finishPart(partId))
    own?.apply(timeEvents.enter(to.partId))
    await tellTime({ completedParts: [...finished] })
  }
  const inPart = (partId: string) => sitting.questions.filter((one) => one.partId === partId)

  return {
    isOnline: () => own === undefined,
    saves: () => [...new Set([...queue.filter((request) => request.kind === 'save'), ...given.values()])],
    lose,
    check: async () => {
      const [of] = inPart(page.partId)
      if (!of || of.attempts === 0 || own || (await stands()) || !isOpenOnEntry(view(), of.partId)) return
      await flush()
      const last = given.get(of.id)
      if (own || queue.length > 0 || !last || isClosed(side, of)) return
      const requestId = unheard.get(of.id) ?? randomUUID()
      unheard.set(of.id, requestId)
      const known = last.typed.sequence
      const body = { formRunGuid: sitting.formRunGuid, questionId: of.id, requestId, ...(known && { sequence: known }) }
      await arrive(side, room, { kind: 'attempt', question: of, body })
      if (!hasLostReply()) unheard.delete(of.id)
    },
    loseReply: () => {
      losesReply = !own
    },
    type: async (question, option) => {
      const here = inPart(page.partId)
      const of = here[question % here.length]
      if (!of || (await stands()) || !isOpenOnEntry(view(), of.partId)) return
      const numbered = (sequence ?? 0) + 1
      sequence = numbered
      page = of
      own?.apply(timeEvents.enter(of.partId))
      const optionId = optionIds[option % optionIds.length] ?? 'a'
      const at = truth.second()
      const typed: Typed = { question: of, option: optionId, at, claimableFrom: at, wasOpen: true, isHonest: true }
      side.typed.push(typed)
      sequences.push(numbered)
      const answer = { answerText: `Tree ${optionId}`, options: [{ optionID: optionId, optionText: `Tree ${optionId}` }] }
      const request: SaveRequest = {
        kind: 'save',
        typed,
        body: {
          ...answer,
          ...times(),
          ...{ page: of.id, formRunGuid: sitting.formRunGuid, workings: '', objectID: 17 },
          ...{ questionNumber: 1, questionVersionId: of.id, questionVersionNumber: 1 },
          ...{ requestId: randomUUID(), writerId, sequence: numbered, IsFromLocalStorage: own !== undefined },
          typed: { contactAt: heardMs, steadyMs: side.clock.nowMs() - heardMs, wallMs: side.clock.nowMs() - heardMs },
        },
      }
      queue.push(request)
      given.set(of.id, request)
      await flush()
    },
    go: async (question) => {
      const to = sitting.questions[question % sitting.questions.length]
      if (!to || (await stands()) || isOver(view().now())) return
      if (to.partId === page.partId) page = to
      else if (isReachable({ ...view().now(), partId: page.partId }, to.partId)) await go(to)
    },
    tellTime: async () => {
      if (!(await stands()) && !own) await tellTime()
    },
    skipReading: async () => {
      if ((await stands()) || !shape.canSkipReading) return
      // A player offers to skip what is left to read, and nothing else.
      const here = view()
        .now()
        .parts.find(({ id }) => id === page.partId)
      if (!here?.reading) return
      own?.apply(timeEvents.skipReading(page.partId))
      await tellTime({ skippedReading: [page.partId] })
    },
    finishPart: async () => {
      const { parts } = view().now()
      const place = parts.findIndex(({ id }) => id === page.partId)
      const next = parts.find(({ isClosed }, at) => at > place && !isClosed)
      const [to] = next ? inPart(next.id) : []
      // Where the time is over the exam makes way for what is asked then.
      if (to && !(await stands()) && hasRules(shape) && !isOver(view().now())) await go(to, [page.partId])
    },
    finish: async () => {
      if (!(await stands())) await complete(false)
    },
    comeBack: async () => {
      if (!own) return
      own = undefined
      const absentTime = truth.second() - lostAt
      if (shape.standsStillOffline && absentTime > 0 && !isDone)
        await arrive(side, room, {
          kind: 'absence',
          body: { formRunGuid: sitting.formRunGuid, absentTime, requestId: randomUUID() },
        })
      await flush()
    },
    passed: async (seconds) => {
      own?.pass(seconds)
      if (own && shape.standsStillOffline) own.stoodStill(own.second() - seconds, own.second())
      if (isDone || sequence === undefined || !isOver(view().now()) || view().now().isCompleted) return
      const mayAsk = shape.isExtendable && !own && side.extension !== 'granted' && side.extension !== 'declined'
      if (!mayAsk) await complete(true)
      else if (side.extension === 'none') await askMore(side)
    },
  }
}
