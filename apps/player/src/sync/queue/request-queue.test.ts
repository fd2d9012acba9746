import type { Delivery } from '@sitwell/request-queue/request-kind'
import { onABusyMachine } from '@sitwell/request-queue/testing/on-a-busy-machine'
import { describe, expect, test, vi } from 'vitest'
import { createExamStore } from '../../storage/exam-store.ts'
import { createMemoryStore } from '../../storage/memory-store.ts'
import type { RequestRecord } from '../../storage/records.ts'
import { acknowledged, arrangeQueue, draft, idle } from '../testing/arrange-queue.ts'

const settled = () => vi.waitFor(() => Promise.resolve(), onABusyMachine)
describe('the request queue', () => {
  // QUEUE-307
  test('sends one request at a time, in order', async () => {
    let open = 0
    const sent: string[] = []
    const { queue } = arrangeQueue(async (request) => {
      open += 1
      expect(open).toBe(1)
      await Promise.resolve()
      sent.push(request.callbackId)
      open -= 1
      return acknowledged
    })
    await Promise.all([queue.enqueue(draft('a')), queue.enqueue(draft('b')), queue.enqueue(draft('c'))])
    await idle(queue)
    expect(sent).toEqual(['a', 'b', 'c'])
  })

  test('forgets what waits for a form run whose place another has taken', async () => {
    const sent: string[] = []
    let isThere = false
    const { queue } = arrangeQueue(async ({ callbackId }) => {
      sent.push(callbackId)
      return isThere ? acknowledged : { kind: 'unreachable' }
    })
    await queue.enqueue(draft('a'))
    await queue.enqueue({ ...draft('b'), formRunGuid: 'another' })
    await vi.waitFor(() => expect(queue.failed()).toHaveLength(2), onABusyMachine)
    queue.forget('run')
    isThere = true
    queue.flush()
    await idle(queue)
    expect(sent).toEqual(['a', 'b'])
  })

  // ENT-328
  test('keeps each request with its type, payload, id and callback identifier until it is acknowledged', async () => {
    let answer: (delivery: Delivery) => void = () => {}
    const { queue, store } = arrangeQueue(() => new Promise<Delivery>((resolve) => (answer = resolve)))
    await queue.enqueue(draft('a', 2))
    expect(await store.requestsOf('u')).toMatchObject([
      { id: 'id1', type: 2, payload: { about: 'a' }, callbackId: 'a', formRunGuid: 'run' },
    ])
    answer(acknowledged)
    await idle(queue)
    expect(await store.requestsOf('u')).toEqual([])
  })

  // QUEUE-309 QUEUE-310 QUEUE-312
  test('moves everything to the failed queue when a request cannot be delivered, says so, and rests', async () => {
    const deliver = vi.fn(async (): Promise<Delivery> => ({ kind: 'unreachable' }))
    const { queue, store, events, onUndelivered } = arrangeQueue(deliver)
    await Promise.all([queue.enqueue(draft('a')), queue.enqueue(draft('b'))])
    await vi.waitFor(() => expect(onUndelivered).toHaveBeenCalledTimes(1), onABusyMachine)
    expect(queue.failed().map(({ callbackId }) => callbackId)).toEqual(['a', 'b'])
    expect(events.filter((event) => event.kind === 'failed')).toHaveLength(2)
    await queue.enqueue(draft('c'))
    await settled()
    expect(deliver).toHaveBeenCalledTimes(1)
    expect((await store.requestsOf('u')).map((request) => [request.callbackId, request.failed])).toEqual([
      ['a', true],
      ['b', true],
      ['c', true],
    ])
  })

  test('a save that a newer one replaces leaves nothing behind, though the server is lost while that is being written', async () => {
    const inMemory = createMemoryStore()
    let open = () => {}
    let last: Promise<unknown> = Promise.resolve()
    // Writes come one after the other, and this disk stops before the newer save.
    const slow = {
      ...inMemory,
      write: (changes: Parameters<typeof inMemory.write>[0]) => {
        const isNewer = changes.some((one) => 'put' in one && (one.value as Partial<RequestRecord>).callbackId === 'newer')
        const before = isNewer ? Promise.all([last, new Promise<void>((resolve) => (open = resolve))]) : last
        const written = before.then(() => inMemory.write(changes))
        last = written
        return written
      },
    }
    const store = createExamStore(slow, () => 0)
    let answer: (delivery: Delivery) => void = () => {}
    const { queue } = arrangeQueue(() => new Promise<Delivery>((resolve) => (answer = resolve)), { store })
    await queue.enqueue(draft('first'))
    await queue.enqueue(draft('older'))
    const added = queue.enqueue(draft('newer'), undefined, ({ callbackId }) => callbackId === 'older')
    answer({ kind: 'unreachable' })
    await settled()
    open()
    await added
    await vi.waitFor(() => expect(queue.failed()).toHaveLength(2), onABusyMachine)
    await last
    const names = (requests: readonly RequestRecord[]) => requests.map(({ callbackId }) => callbackId)
    expect(names(await store.requestsOf('u'))).toEqual(['first', 'newer'])
    expect(names(queue.waiting())).toEqual(['first', 'newer'])
  })

  // QUEUE-303 NET-109
  test('sends what failed when it is flushed, each under the id that it had', async () => {
    const ids: string[] = []
    let reachable = false
    const { queue, onUndelivered } = arrangeQueue(async (request): Promise<Delivery> => {
      ids.push(request.id)
      return reachable ? acknowledged : { kind: 'unreachable' }
    })
    await queue.enqueue(draft('a'))
    await vi.waitFor(() => expect(onUndelivered).toHaveBeenCalled(), onABusyMachine)
    reachable = true
    queue.flush()
    await idle(queue)
    expect(ids).toEqual(['id1', 'id1'])
  })

  // QUEUE-304 QUEUE-315 NET-110
  test('sends what an earlier page left', async () => {
    const first = arrangeQueue(async () => ({ kind: 'unreachable' }))
    await first.queue.enqueue(draft('a'))
    await vi.waitFor(() => expect(first.onUndelivered).toHaveBeenCalled(), onABusyMachine)
    const sent: string[] = []
    const second = arrangeQueue(
      async (request) => {
        sent.push(request.id)
        return acknowledged
      },
      { store: first.store },
    )
    expect(await second.queue.load()).toBe(1)
    second.queue.flush()
    await idle(second.queue)
    expect(sent).toEqual(['id1'])
  })

  // QUEUE-308
  test('lets go of a request silently after a double login, and goes on', async () => {
    const { queue, store, events, onUndelivered } = arrangeQueue(async (request) =>
      request.callbackId === 'a' ? { kind: 'refused', code: 'DOUBLE_LOGIN', missing: [] } : acknowledged,
    )
    await Promise.all([queue.enqueue(draft('a')), queue.enqueue(draft('b'))])
    await idle(queue)
    expect(onUndelivered).not.toHaveBeenCalled()
    expect(events.map(({ kind }) => kind)).not.toContain('set-aside')
    expect(events.filter((event) => event.kind === 'acknowledged')).toHaveLength(1)
    expect(await store.setAside()).toMatchObject([{ reason: 'DOUBLE_LOGIN' }])
  })

  test('sets aside what the server will never take, with the reason, and says so', async () => {
    const { queue, store, events } = arrangeQueue(async () => ({ kind: 'refused', code: 'FORM_RUN_COMPLETED', missing: [] }))
    await queue.enqueue(draft('a'))
    await idle(queue)
    expect(events).toContainEqual(expect.objectContaining({ kind: 'set-aside', reason: 'FORM_RUN_COMPLETED' }))
    expect(await store.setAside()).toMatchObject([{ from: 'requests', reason: 'FORM_RUN_COMPLETED', value: { id: 'id1' } }])
  })

  test('keeps a request that the server cannot save just now', async () => {
    const { queue, onUndelivered } = arrangeQueue(async () => ({ kind: 'refused', code: 'CANNOT_SAVE', missing: [] }))
    await queue.enqueue(draft('a'))
    await vi.waitFor(() => expect(onUndelivered).toHaveBeenCalled(), onABusyMachine)
    expect(queue.failed()).toHaveLength(1)
  })

  test('lets a newer request take the place of a waiting one, never of the one on its way', async () => {
    const answers: ((delivery: Delivery) => void)[] = []
    const sent: string[] = []
    const { queue } = arrangeQueue((request) => {
      sent.push(request.id)
      return new Promise<Delivery>((resolve) => answers.push(resolve))
    })
    const same = (queued: RequestRecord) => queued.callbackId === 'a'
    await queue.enqueue(draft('a'), () => [], same)
    await queue.enqueue(draft('a'), () => [], same)
    await queue.enqueue(draft('a'), () => [], same)
    expect(queue.waiting().map(({ id }) => id)).toEqual(['id1', 'id3'])
    answers[0]?.(acknowledged)
    await vi.waitFor(() => expect(answers).toHaveLength(2), onABusyMachine)
    answers[1]?.(acknowledged)
    await idle(queue)
    expect(sent).toEqual(['id1', 'id3'])
  })

  test('sends first what a completion lacked, then the completion again', async () => {
    const sent: string[] = []
    const missed: RequestRecord = { format: 1, id: 'old', order: 1, userGuid: 'u', failed: false, ...draft('q') }
    let asked = false
    const { queue } = arrangeQueue(
      async (request) => {
        sent.push(request.id)
        if (request.type !== 3 || asked) return acknowledged
        asked = true
        return { kind: 'refused', code: 'MISSING_REQUESTS', missing: [4] }
      },
      { resend: async (request, missing) => (missing[0] === 4 ? { first: [missed], request } : { first: [], request }) },
    )
    await queue.enqueue(draft('finish', 3))
    await idle(queue)
    expect(sent).toEqual(['id1', 'old', 'id1'])
  })

  test('takes up what was set aside for another sign-in at the next start, and a completion never', async () => {
    const doubleLogin = { kind: 'refused', code: 'DOUBLE_LOGIN', missing: [] } as const
    const { queue, store } = arrangeQueue(async () => doubleLogin)
    await Promise.all([queue.enqueue(draft('q')), queue.enqueue(draft('finish', 3))])
    await idle(queue)
    await store.takeBack('somebody else', ['DOUBLE_LOGIN'])
    expect(await store.requestsOf('u')).toEqual([])
    await store.takeBack('u', ['DOUBLE_LOGIN'])
    expect((await store.requestsOf('u')).map(({ callbackId }) => callbackId)).toEqual(['q'])
    expect(await store.setAside()).toMatchObject([{ value: { callbackId: 'finish' } }])
  })

  test('sends ten thousand requests of an earlier visit in their order, and writes those that failed once', async () => {
    const count = 10_000
    const store = createExamStore(createMemoryStore(), () => 0)
    const left = Array.from({ length: count }, (_, place) => ({
      request: { format: 1, id: `r${place}`, order: place, userGuid: 'u', failed: false, ...draft(`q${place}`) } as const,
    }))
    await store.save(left)
    const save = vi.spyOn(store, 'save')
    let reachable = false
    const sent: string[] = []
    const { queue, onUndelivered } = arrangeQueue(
      async ({ id }): Promise<Delivery> => {
        if (reachable) sent.push(id)
        return reachable ? acknowledged : { kind: 'unreachable' }
      },
      { store },
    )
    await queue.load()
    for (let tries = 1; tries <= 3; tries += 1) {
      queue.flush()
      await vi.waitFor(() => expect(onUndelivered).toHaveBeenCalledTimes(tries), onABusyMachine)
    }
    expect(save.mock.calls.map(([changes]) => changes.length)).toEqual([count, 0, 0])
    reachable = true
    queue.flush()
    await vi.waitFor(() => expect(sent).toHaveLength(count), onABusyMachine)
    expect(sent).toEqual(left.map(({ request }) => request.id))
  })
})
