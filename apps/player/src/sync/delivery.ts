import { activityLog, type Call, complete, type InputOf, type Refusal, saveAnswer, saveTime } from '@sitwell/contract'
import type { RequestRecord } from '../storage/records.ts'
import { requestTypes } from '../storage/records.ts'

/** How one attempt to deliver a request ended. */
export type Delivery =
  | { readonly kind: 'acknowledged'; readonly reply: unknown }
  | { readonly kind: 'refused'; readonly code: Refusal; readonly missing: readonly number[] }
  | { readonly kind: 'unreachable'; readonly reason?: string }

/** What is needed of the player's client: it makes a call, with its retries, and answers a value. */
export interface Caller {
  call<C extends Call>(
    call: C,
    input: InputOf<C>,
    options?: { readonly attempts?: number },
  ): Promise<
    | { ok: true; value: unknown }
    | { ok: false; kind: 'refused'; code: Refusal; missing?: readonly number[] | undefined }
    | { ok: false; kind: 'unreachable'; message?: string }
  >
}

const callFor = (request: RequestRecord): { call: Call; input: { params?: unknown; body: unknown } } => {
  const body = { ...request.payload, requestId: request.id }
  switch (request.type) {
    case requestTypes.saveAnswer:
      return { call: saveAnswer, input: { body } }
    case requestTypes.saveTime:
      return { call: saveTime, input: { body } }
    case requestTypes.finishExam:
      return { call: complete, input: { body } }
    case requestTypes.saveActivityLog:
      return { call: activityLog, input: { params: { formRunGuid: request.formRunGuid }, body } }
  }
}

/** Sends one queued request. The request's id goes with it as its request id, so that a repeated one is answered alike. */
export const deliverBy =
  (api: Caller) =>
  async (request: RequestRecord): Promise<Delivery> => {
    const { call, input } = callFor(request)
    // Boundary: the payload was made for this call when the request was queued, perhaps by an earlier version of the player; the
    // server validates it.
    const outcome = await api.call(call, input as InputOf<Call>)
    if (outcome.ok) return { kind: 'acknowledged', reply: outcome.value }
    return outcome.kind === 'unreachable'
      ? { kind: 'unreachable', ...(outcome.message === undefined ? {} : { reason: outcome.message }) }
      : { kind: 'refused', code: outcome.code, missing: outcome.missing ?? [] }
  }

/** Refusals that another attempt can change: the request stays in the queue. All others would be refused for ever. */
const passing: readonly Refusal[] = ['CANNOT_SAVE', 'SERVER_ERROR', 'TOO_MANY_REQUESTS', 'NO_AUTHORISATION']

export const canBeTriedAgain = (code: Refusal) => passing.includes(code)
