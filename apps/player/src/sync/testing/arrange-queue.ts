import type { Delivery } from '@sitwell/request-queue/request-kind'
import { onABusyMachine } from '@sitwell/request-queue/testing/on-a-busy-machine'
import { expect, vi } from 'vitest'
import { createExamStore } from '../../storage/exam-store.ts'
import { createMemoryStore } from '../../storage/memory-store.ts'
import type { RequestRecord } from '../../storage/records.ts'
import { meaningOf, sequenceOf } from '../queue/delivery.ts'
import {
  createExamQueue,
  type ExamKind,
  type ExamQueueParts,
  type QueueEvent,
  type RequestDraft,
  type Resend,
} from '../queue/exam-queue.ts'
import { withoutHopeless } from '../queue/without-hopeless.ts'

export const acknowledged: Delivery = { kind: 'acknowledged', reply: {} }
export const draft = (callbackId: string, type: RequestDraft['type'] = 1): RequestDraft => ({
  type,
  callbackId,
  payload: { about: callbackId },
  formRunGuid: 'run',
})

/** What a test may set: parts of the queue, and what is the same for each of its kinds. */
interface Others extends Partial<Omit<ExamQueueParts, 'kinds'>>, Pick<ExamKind, 'acknowledged' | 'refused' | 'isHeldBack'> {
  resend?(request: RequestRecord, missing: readonly number[]): Promise<Resend>
}

/** All kinds of the exam, each delivered and settled alike; a completion closes its lane. */
export const kindsAlike = (
  alike: Pick<ExamKind, 'deliver' | 'acknowledged' | 'refused' | 'isHeldBack'>,
  resend: (request: RequestRecord, missing: readonly number[]) => Promise<Resend> = async (request) => ({ first: [], request }),
): ExamQueueParts['kinds'] => {
  const kind = { ...alike, meaningOf }
  const closing = { resend, numberOf: sequenceOf, without: withoutHopeless }
  return { 1: kind, 2: kind, 3: { ...kind, closing }, 4: kind, 5: kind }
}

/** A queue over a store in the memory, whose requests are delivered by the test. */
export const arrangeQueue = (
  deliver: ExamKind['deliver'],
  { acknowledged, refused, isHeldBack, resend, ...others }: Others = {},
) => {
  const alike = {
    deliver,
    ...(acknowledged && { acknowledged }),
    ...(refused && { refused }),
    ...(isHeldBack && { isHeldBack }),
  }
  const store = createExamStore(createMemoryStore(), () => 0)
  let ids = 0
  const onUndelivered = vi.fn()
  const queue = createExamQueue({
    store,
    userGuid: 'u',
    kinds: kindsAlike(alike, resend),
    newId: () => `id${++ids}`,
    onUndelivered,
    onStumbled: () => undefined,
    onError: (error) => {
      throw error
    },
    ...others,
  })
  const events: QueueEvent[] = []
  queue.subscribe((event) => events.push(event))
  return { store, queue, events, onUndelivered }
}

export const idle = async (queue: { waiting(): readonly RequestRecord[] }) =>
  vi.waitFor(() => expect(queue.waiting()).toHaveLength(0), onABusyMachine)
