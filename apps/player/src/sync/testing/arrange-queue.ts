import { expect, vi } from 'vitest'
import { createExamStore } from '../../storage/exam-store.ts'
import { createMemoryStore } from '../../storage/memory-store.ts'
import type { RequestRecord } from '../../storage/records.ts'
import type { Delivery } from '../queue/delivery.ts'
import { createRequestQueue, type QueueEvent, type QueueParts, type RequestDraft } from '../queue/request-queue.ts'
import { onABusyMachine } from './on-a-busy-machine.ts'

export const acknowledged: Delivery = { kind: 'acknowledged', reply: {} }
export const draft = (callbackId: string, type: RequestDraft['type'] = 1): RequestDraft => ({
  type,
  callbackId,
  payload: { about: callbackId },
  formRunGuid: 'run',
})

/** A queue over a store in the memory, whose requests are delivered by the test. */
export const arrangeQueue = (deliver: QueueParts['deliver'], others: Partial<QueueParts> = {}) => {
  const store = createExamStore(createMemoryStore(), () => 0)
  let ids = 0
  const onUndelivered = vi.fn()
  const queue = createRequestQueue({
    store,
    userGuid: 'u',
    deliver,
    newId: () => `id${++ids}`,
    acknowledged: async () => [],
    resend: async (request) => ({ first: [], request }),
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
