import type { Delivery } from '@sitwell/request-queue/request-kind'
import { onABusyMachine } from '@sitwell/request-queue/testing/on-a-busy-machine'
import { describe, expect, test, vi } from 'vitest'
import type { RequestRecord } from '../../storage/records.ts'
import { acknowledged, arrangeQueue, draft, idle } from '../testing/arrange-queue.ts'

describe('a queue whose requests fail', () => {
  const serverError: Delivery = { kind: 'refused', code: 'SERVER_ERROR', missing: [] }

  test('passes over a request that the server fails at, sends those behind it, and sets it aside in the end', async () => {
    const sent: string[] = []
    const { queue, store, onUndelivered } = arrangeQueue(async ({ callbackId }) => {
      sent.push(callbackId)
      return callbackId === 'poison' ? serverError : acknowledged
    })
    await queue.enqueue(draft('poison'))
    for (let pass = 1; pass <= 5; pass += 1) {
      await queue.enqueue(draft(`a${pass}`))
      queue.flush()
      await vi.waitFor(() => expect(sent).toContain(`a${pass}`), onABusyMachine)
      if (pass < 5) await vi.waitFor(() => expect(queue.failed()).toHaveLength(1), onABusyMachine)
    }
    await idle(queue)
    expect(sent.filter((id) => id === 'poison').length).toBeGreaterThanOrEqual(5)
    expect(onUndelivered).toHaveBeenCalledWith('SERVER_ERROR')
    expect(await store.setAside()).toMatchObject([{ reason: 'SERVER_ERROR', value: { callbackId: 'poison' } }])
  })

  test('rests where this page fails at a request itself, and says nothing of the connection, which has nothing to do with it', async () => {
    const onError = vi.fn()
    const onStumbled = vi.fn()
    const broken = new Error('the store is busy')
    const acknowledging = vi.fn(async () => [])
    acknowledging.mockRejectedValueOnce(broken)
    const sent: string[] = []
    const { queue, onUndelivered } = arrangeQueue(
      async ({ callbackId }) => {
        sent.push(callbackId)
        return acknowledged
      },
      { onError, onStumbled, acknowledged: acknowledging },
    )
    await queue.enqueue(draft('a'))
    await vi.waitFor(() => expect(onStumbled).toHaveBeenCalledOnce(), onABusyMachine)
    expect(onError).toHaveBeenCalledWith(broken)
    expect([onUndelivered.mock.calls, queue.waiting().length]).toEqual([[], 1])
    queue.flush()
    await idle(queue)
    expect(sent).toEqual(['a', 'a'])
    expect(onUndelivered).not.toHaveBeenCalled()
  })

  test('sets nothing aside where the server fails at everything, however often', async () => {
    const { queue, store } = arrangeQueue(async () => serverError)
    await Promise.all(['a', 'b', 'c'].map((id) => queue.enqueue(draft(id))))
    for (let pass = 0; pass < 20; pass += 1) {
      await vi.waitFor(() => expect(queue.failed()).toHaveLength(3), onABusyMachine)
      queue.flush()
    }
    await vi.waitFor(() => expect(queue.failed()).toHaveLength(3), onABusyMachine)
    expect(await store.setAside()).toEqual([])
  })

  test('completes without a save that the server has refused for good, and never asks for ever', async () => {
    const completions: unknown[] = []
    const save: RequestRecord = { format: 1, id: 'id1', order: 1, userGuid: 'u', failed: false, ...draft('q') }
    const { queue, store } = arrangeQueue(
      async (request): Promise<Delivery> => {
        if (request.type !== 3) return { kind: 'refused', code: 'INVALID_ANSWER', missing: [] }
        const sequences = request.payload.sequences as number[]
        completions.push(sequences)
        if (sequences.length === 0) return acknowledged
        return { kind: 'refused', code: 'MISSING_REQUESTS', missing: sequences }
      },
      {
        resend: async (request, missing) => ({
          first: missing.map((sequence) => ({ ...save, payload: { sequence } })),
          request,
        }),
      },
    )
    await queue.enqueue({ ...draft('q'), payload: { sequence: 4 } })
    await queue.enqueue({ ...draft('finish', 3), payload: { sequences: [4] } })
    await idle(queue)
    expect(completions).toEqual([[4], []])
    expect(await store.setAside()).toHaveLength(1)
  })

  test('completes without saves that something on the way refuses in every form, once the server itself has answered', async () => {
    const blocked: Delivery = { kind: 'unreachable', reason: 'HTTP 403', isAnswered: true, isBlocked: true }
    let completions = 0
    const sent: string[] = []
    const lacking = (request: RequestRecord) => request.payload.sequences as number[]
    const saves: RequestRecord[] = []
    const { queue, store, onUndelivered } = arrangeQueue(
      async (request): Promise<Delivery> => {
        sent.push(request.callbackId)
        if (request.type !== 3) return request.callbackId.startsWith('drop') ? blocked : acknowledged
        completions += 1
        if (completions > 20) throw new Error('The completion goes round and round')
        const missing = lacking(request)
        return missing.length === 0 ? acknowledged : { kind: 'refused', code: 'MISSING_REQUESTS', missing }
      },
      {
        resend: async (request, missing) => ({
          first: saves.filter(({ payload }) => missing.includes(Number(payload.sequence))),
          // All that the completion stands on, as a page has it.
          request: { ...request, payload: { sequences: [4, 5] } },
        }),
      },
    )
    const add = async (sequence: number) =>
      void saves.push(await queue.enqueue({ ...draft(`drop ${sequence}`), payload: { sequence } }))
    await add(4)
    await vi.waitFor(() => expect(onUndelivered).toHaveBeenCalledOnce(), onABusyMachine)
    await add(5)
    expect([queue.hasBlocked('run'), queue.hasBlocked('another')]).toEqual([true, false])
    await queue.enqueue({ ...draft('finish', 3), payload: { sequences: [4, 5] } })
    queue.flush()
    await idle(queue)
    // The connection is looked at no more: nothing of it waits for one.
    expect(onUndelivered).toHaveBeenCalledOnce()
    expect(sent.at(-1)).toBe('finish')
    expect((await store.setAside()).map(({ reason }) => reason)).toEqual(['BLOCKED', 'BLOCKED'])
  })

  test('waits with a completion where what is on the way refuses everything', async () => {
    const blocked: Delivery = { kind: 'unreachable', reason: 'HTTP 403', isAnswered: true, isBlocked: true }
    const { queue, store, onUndelivered } = arrangeQueue(async () => blocked)
    await Promise.all([queue.enqueue(draft('a')), queue.enqueue(draft('b')), queue.enqueue(draft('finish', 3))])
    for (let pass = 1; pass < 10; pass += 1) {
      await vi.waitFor(() => expect(onUndelivered.mock.calls.length).toBeGreaterThanOrEqual(pass), onABusyMachine)
      queue.flush()
    }
    expect([queue.waiting().length, await store.setAside()]).toEqual([3, []])
  })

  /** A queue with these requests, whose next passes come one after the other, as the pings of a server that is there bring them. */
  const passing = async (ids: readonly string[], deliver: (request: RequestRecord) => Delivery) => {
    const sent: string[] = []
    const { queue, store, onUndelivered } = arrangeQueue(async (request) => {
      sent.push(request.callbackId)
      return deliver(request)
    })
    await Promise.all(ids.map((id) => queue.enqueue(id === 'finish' ? draft(id, 3) : draft(id))))
    const rested = (times: number) => vi.waitFor(() => expect(onUndelivered).toHaveBeenCalledTimes(times), onABusyMachine)
    const pass = async () => {
      const times = onUndelivered.mock.calls.length
      queue.flush()
      await rested(times + 1)
    }
    await rested(1)
    const waiting = () => queue.waiting().map(({ callbackId }) => callbackId)
    return { queue, store, sent, pass, rested, waiting }
  }
  const isPoison = ({ callbackId }: RequestRecord) => callbackId.startsWith('poison')

  test.each([[['poison 1', 'poison 2', 'poison 3', 'a', 'b']], [['poison 1', 'a', 'poison 2', 'b', 'poison 3']]])(
    'lets no number of requests that can never succeed hold up one that can: %s',
    async (ids) => {
      const { pass, waiting } = await passing(ids, (request) => (isPoison(request) ? serverError : acknowledged))
      for (let passes = 0; passes < 3 && waiting().length > 3; passes += 1) await pass()
      expect(waiting()).toEqual(['poison 1', 'poison 2', 'poison 3'])
    },
  )

  test('sends what always gets no answer after all others, and gives it up only where they succeed', async () => {
    const silence: Delivery = { kind: 'unreachable', reason: 'The operation timed out' }
    const { queue, store, pass, waiting } = await passing(['poison', 'a'], (request) =>
      isPoison(request) ? silence : acknowledged,
    )
    for (let passes = 0; passes < 5; passes += 1) await pass()
    expect(waiting()).toEqual(['poison'])
    for (let more = 1; more <= 10 && waiting().includes('poison'); more += 1) {
      await queue.enqueue(draft(`b${more}`))
      queue.flush()
      await vi.waitFor(() => expect(waiting()).not.toContain(`b${more}`), onABusyMachine)
      await vi.waitFor(() => expect(queue.inFlight()).toBeUndefined(), onABusyMachine)
    }
    expect(waiting()).toEqual([])
    expect(await store.setAside()).toMatchObject([{ reason: 'SERVER_ERROR', value: { callbackId: 'poison' } }])
  })

  /** A save that fails this many times, and the completion of its form run, which lacks it until it is there. */
  const finishing = (fails: number) => {
    const world = { failures: 0, isSaved: false, completedWith: [] as unknown[] }
    const save = { ...draft('q'), payload: { sequence: 4 } }
    const arranged = arrangeQueue(
      async (request): Promise<Delivery> => {
        if (request.type === 1) {
          if (world.failures < fails) {
            world.failures += 1
            return serverError
          }
          world.isSaved = true
          return acknowledged
        }
        const sequences = request.payload.sequences as number[]
        if (sequences.length > 0 && !world.isSaved) return { kind: 'refused', code: 'MISSING_REQUESTS', missing: sequences }
        world.completedWith.push(sequences)
        return acknowledged
      },
      {
        resend: async (request) => ({ first: arranged.queue.waiting().filter(({ type }) => type === 1), request }),
      },
    )
    const start = () =>
      Promise.all([
        arranged.queue.enqueue(save),
        arranged.queue.enqueue({ ...draft('finish', 3), payload: { sequences: [4] } }),
      ])
    return { ...arranged, world, start }
  }

  test('completes with a save that the server failed at a moment ago, once it has taken it', async () => {
    const { queue, world, onUndelivered, start } = finishing(1)
    await start()
    await vi.waitFor(() => expect(onUndelivered).toHaveBeenCalled(), onABusyMachine)
    expect(world.completedWith).toEqual([])
    queue.flush()
    await idle(queue)
    expect(world).toMatchObject({ isSaved: true, completedWith: [[4]] })
  })

  test('completes without a save that the server fails at again and again while it answers all else', async () => {
    const { queue, store, world, onUndelivered, start } = finishing(Number.POSITIVE_INFINITY)
    await start()
    for (let failures = 1; failures <= 5; failures += 1) {
      await vi.waitFor(() => expect(onUndelivered).toHaveBeenCalledTimes(failures), onABusyMachine)
      expect(world).toMatchObject({ failures, completedWith: [] })
      queue.flush()
    }
    await idle(queue)
    expect(world.completedWith).toEqual([[]])
    expect(await store.setAside()).toMatchObject([{ reason: 'SERVER_ERROR', value: { callbackId: 'q' } }])
  })

  test('completes without several saves that nothing lets through, while it answers all else', async () => {
    const completedWith: unknown[] = []
    const arranged = arrangeQueue(
      async (request): Promise<Delivery> => {
        if (request.type === 1) return { kind: 'unreachable', reason: 'a firewall says no', isAnswered: true }
        const sequences = request.payload.sequences as number[]
        if (sequences.length > 0) return { kind: 'refused', code: 'MISSING_REQUESTS', missing: sequences }
        completedWith.push(sequences)
        return acknowledged
      },
      {
        resend: async (request) => ({ first: arranged.queue.waiting().filter(({ type }) => type === 1), request }),
      },
    )
    const { queue, store } = arranged
    const saves = [1, 2, 3, 4].map((sequence) => ({ ...draft(`q${sequence}`), payload: { sequence } }))
    await Promise.all(saves.map((save) => queue.enqueue(save)))
    await queue.enqueue({ ...draft('finish', 3), payload: { sequences: [1, 2, 3, 4] } })
    for (let passes = 0; passes < 30; passes += 1) {
      await vi.waitFor(() => expect(queue.failed()).toHaveLength(queue.waiting().length), onABusyMachine)
      queue.flush()
    }
    await idle(queue)
    expect(completedWith).toEqual([[]])
    const aside = await store.setAside()
    expect(aside.map(({ value }) => (value as RequestRecord).callbackId).sort()).toEqual(['q1', 'q2', 'q3', 'q4'])
  })
})
