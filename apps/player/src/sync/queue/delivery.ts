import type { CallOptions, SendRequest } from '@sitwell/client/api'
import { inBase64 } from '@sitwell/client/in-base64'
import {
  activityLog,
  type Barred,
  barred,
  type Call,
  complete,
  type InputOf,
  type Refusal,
  saveAnswer,
  saveTime,
  scormSave,
} from '@sitwell/contract'
import type { HeardOfRun } from '@sitwell/exam/answers/set-back'
import type { Delivery, RefusalMeaning } from '@sitwell/request-queue/request-kind'
import * as z from 'zod/mini'
import type { RequestRecord } from '../../storage/records.ts'
import { requestTypes } from '../../storage/records.ts'

/** What is needed of the player's client: it makes a call, with its retries, and answers a value. */
export interface Caller {
  call<C extends Call>(
    call: C,
    input: InputOf<C>,
    options?: Pick<CallOptions, 'attempts' | 'signal' | 'send' | 'rewrite'>,
  ): Promise<
    | { ok: true; value: unknown }
    | { ok: false; kind: 'refused'; code: Refusal; missing?: readonly number[] | undefined; isFromBetween?: true | undefined }
    | { ok: false; kind: 'unreachable'; message?: string; status?: number | undefined }
  >
}

/** The saves of a form run that the server had counted, with its seal. */
export type CountedSaves = Pick<HeardOfRun, 'saves' | 'savesSeal'>

/** What a request says of that. */
export const heardFields = ({ saves, savesSeal }: CountedSaves) => ({
  heard: saves ?? 0,
  ...(savesSeal !== undefined && { heardSeal: savesSeal }),
})

const callFor = (
  request: RequestRecord,
  isFromStore: boolean,
  heard?: CountedSaves,
): { call: Call; input: { params?: unknown; body: unknown } } => {
  const query = request.type === requestTypes.saveActivityLog ? {} : { IsFromLocalStorage: isFromStore }
  const isCounted = request.type === requestTypes.saveAnswer || request.type === requestTypes.saveTime
  const body = { ...request.payload, ...query, ...(isCounted && heard && heardFields(heard)), requestId: request.id }
  switch (request.type) {
    case requestTypes.saveAnswer:
      return { call: saveAnswer, input: { body } }
    case requestTypes.saveTime:
      return { call: saveTime, input: { body } }
    case requestTypes.finishExam:
      return { call: complete, input: { body } }
    case requestTypes.saveCourse: {
      const { about: _about, ...state } = request.payload
      return { call: scormSave, input: { params: { attemptId: request.callbackId }, body: { ...state, saveGuid: request.id } } }
    }
    case requestTypes.saveActivityLog:
      return { call: activityLog, input: { params: { formRunGuid: request.formRunGuid }, body } }
  }
}

/** Fields of a reply to a queued request. A cache may have answered instead of the server, so that each may have any value, or none. */
interface RepliedFields {
  readonly sequence?: unknown
  readonly number?: unknown
  readonly standing?: unknown
  readonly barred?: unknown
  readonly saves?: unknown
  readonly savesSeal?: unknown
  readonly late?: unknown
  readonly review?: unknown
  readonly paused?: unknown
}

/** The fields of a reply; none if it is not an object. */
const fieldsOf = (reply: unknown): RepliedFields => Object(reply)

/** A reply that went astray, on its way through a cache that should not be there, acknowledges nothing. */
const isReplyTo = ({ type, payload }: RequestRecord, reply: unknown): boolean => {
  const { sequence, number } = fieldsOf(reply)
  // A newer one may stand by now.
  if (type === requestTypes.saveCourse) return Number(number) >= Number(payload.number)
  return type !== requestTypes.saveAnswer || typeof payload.sequence !== 'number' || sequence === payload.sequence
}

/** The number of a save; 0 if it has none. */
export const sequenceOf = ({ payload }: RequestRecord): number => (typeof payload.sequence === 'number' ? payload.sequence : 0)

/** The sequence that stands instead of a save that the server took into its history alone. */
const standingIn = (reply: unknown): number | undefined => {
  const { standing } = fieldsOf(reply)
  return typeof standing === 'number' ? standing : undefined
}

/** Why a save that the server keeps can't count at all. */
const barredBy = (reply: unknown): Barred | undefined => {
  const barredReply = z.safeParse(barred, fieldsOf(reply).barred)
  return barredReply.success ? barredReply.data : undefined
}

/** How many saves of its form run the server has counted; nothing if it doesn't say. */
export const savesIn = (reply: unknown): CountedSaves => {
  const { saves, savesSeal } = fieldsOf(reply)
  if (typeof saves !== 'number') return {}
  return { saves, ...(typeof savesSeal === 'string' && { savesSeal }) }
}

/** Whether the server keeps a save and doesn't count it: it came after the time was over, or its part was not open. */
export const isLate = (reply: unknown): boolean => fieldsOf(reply).late === true || barredBy(reply) !== undefined

/** Whether such a save waits for the exam's staff, because it may have been given in time. */
export const isInReview = (reply: unknown): boolean => fieldsOf(reply).review === true

/** Whether such a save came, or was typed, while the exam was paused. */
const isInPause = (reply: unknown): boolean => fieldsOf(reply).paused === true

/** What the server has said of a save that it kept. */
export interface SaveReply {
  /** The sequence that counts in its place. */
  readonly standing?: number | undefined
  /** It came after the time was over, and doesn't count. */
  readonly isLate: boolean
  /** It can't count at all. */
  readonly barred?: Barred | undefined
  /** Of a late one: it waits for the exam's staff. */
  readonly isInReview: boolean
  /** Of a late one: it came, or was typed, while the exam was paused. */
  readonly isInPause: boolean
}

/** Reads what the server has said of a save that it kept. */
export const saveReplyOf = (reply: unknown): SaveReply => ({
  standing: standingIn(reply),
  isLate: isLate(reply),
  barred: barredBy(reply),
  isInReview: isInReview(reply),
  isInPause: isInPause(reply),
})

/** Whether a save that was refused for good is kept by the server anyway, as one that came too late. */
export const isRefusedAsLate = ({ type }: Pick<RequestRecord, 'type'>, reason: string): boolean =>
  type === requestTypes.saveAnswer && reason === 'FORM_RUN_COMPLETED'

/**
 * Whether something on the way said no, and not the server: a firewall that reads `drop table` in an essay, say. The same goes again
 * in a form in which nobody reads it.
 */
export const isRefusedBetween = (outcome: Awaited<ReturnType<Caller['call']>>): boolean =>
  !outcome.ok &&
  (outcome.kind === 'unreachable' ? Math.floor((outcome.status ?? 0) / 100) === 4 : outcome.code === 'BODY_TOO_LARGE')

/**
 * Makes a call, and again in another form where something on the way refused it. `isBlocked`: it refused both; then what was said at
 * first is the better reason.
 */
export const callPastFirewall = async <C extends Call>(
  api: Caller,
  call: C,
  input: InputOf<C>,
  options?: Pick<CallOptions, 'attempts' | 'signal'>,
): Promise<{ readonly outcome: Awaited<ReturnType<Caller['call']>>; readonly isBlocked: boolean }> => {
  const plain = await api.call(call, input, options)
  if (!isRefusedBetween(plain)) return { outcome: plain, isBlocked: false }
  const again = await api.call(call, input, { ...options, attempts: 1, rewrite: inBase64 })
  return { outcome: again.ok || again.kind === 'refused' ? again : plain, isBlocked: isRefusedBetween(again) }
}

/** Sends one queued request; `heardOf` says how many saves of its form run the server had counted, `isFromStore` where it had been kept, and waited. The request's id goes with it as its request id, so that a repeated one is answered alike. */
export const deliverBy =
  (api: Caller, heardOf: (formRunGuid: string) => CountedSaves | undefined = () => undefined) =>
  async (request: RequestRecord, isFromStore: boolean): Promise<Delivery> => {
    const { call, input } = callFor(request, isFromStore, heardOf(request.formRunGuid))
    // Boundary: the payload was made for this call when the request was queued, perhaps by an earlier version of the player; the
    // server validates it.
    const { outcome, isBlocked } = await callPastFirewall(api, call, input as InputOf<Call>)
    const blocked = isBlocked ? { isBlocked } : {}
    if (outcome.ok)
      return isReplyTo(request, outcome.value)
        ? { kind: 'acknowledged', reply: outcome.value }
        : { kind: 'unreachable', reason: 'The answer was that of another save', isAnswered: true }
    return outcome.kind === 'unreachable'
      ? { kind: 'unreachable', reason: outcome.message, isAnswered: outcome.status !== undefined, ...blocked }
      : { kind: 'refused', code: outcome.code, missing: outcome.missing ?? [], ...blocked }
  }

/** Sends queued requests in a way that hears no answer, before this returns. Each stays queued, and is sent again under its id. */
export const sendWithoutReply = (api: Caller, requests: readonly RequestRecord[], send: SendRequest): void => {
  for (const request of requests) {
    const { call, input } = callFor(request, false)
    // Boundary: as above.
    void api.call(call, input as InputOf<Call>, { attempts: 1, send })
  }
}

/** Refusals that another attempt can change: the request stays in the queue. All others would be refused forever. */
const passing: readonly string[] = [
  'CANNOT_SAVE',
  'BUSY',
  'SERVER_ERROR',
  'TOO_MANY_REQUESTS',
  'NO_AUTHORISATION',
] satisfies Refusal[]

/**
 * Refusals of one request that may be a mistake of the server's, or of something before it: an exam that has taken saves doesn't vanish,
 * no answer is that large, and a learner who has answered in a sealed part had its key, though a database that was set back may lack
 * that event. They are tried again, and are the request's own fault only where others get through time and again.
 */
const doubted: readonly string[] = ['SERVER_ERROR', 'NOT_FOUND', 'BODY_TOO_LARGE', 'PART_SEALED'] satisfies Refusal[]

export const canBeTriedAgain = (code: string) => passing.includes(code)

/** The refusals that mean something else to the queue. */
const meanings: Readonly<Record<string, RefusalMeaning>> = {
  MISSING_REQUESTS: 'missing',
  DOUBLE_LOGIN: 'other-session',
} satisfies Partial<Record<Refusal, RefusalMeaning>>

/** What a refusal means for the queue. */
export const meaningOf = (code: string): RefusalMeaning => {
  if (doubted.includes(code)) return 'doubted'
  return canBeTriedAgain(code) ? 'later' : (meanings[code] ?? 'final')
}
