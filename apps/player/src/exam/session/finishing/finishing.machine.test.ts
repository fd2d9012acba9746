import { extensionStatuses } from '@sitwell/exam/ledger/extension'
import { describe, expect, test } from 'vitest'
import { createActor, SimulatedClock, waitFor } from 'xstate'
import type { ExtensionNotice } from '../extension/extension-steps.ts'
import { finishingMachine, reopenDelayMs } from './finishing.machine.ts'
import type { FinishedPart } from './finishing-steps.ts'

const part: FinishedPart = { kind: 'part', partId: 'a', nextPartId: 'b' }
const exam = { kind: 'exam' } as const

const begin = () => {
  const calls: string[] = []
  let listener: ((notice: ExtensionNotice) => void) | undefined
  const clock = new SimulatedClock()
  const actor = createActor(finishingMachine, {
    clock,
    input: {
      steps: {
        completePart: async ({ partId }) => void calls.push(`complete ${partId}`),
        enterNextPart: async ({ nextPartId }) => void calls.push(`enter ${nextPartId}`),
        extend: async (seconds) => void calls.push(`extend ${seconds}`),
        goOn: () => void calls.push('go on'),
        extension: {
          saveLastSecond: async () => void calls.push('save last second'),
          ask: async () => 'asked',
          withdraw: async () => void calls.push('withdraw'),
          follow(onNotice) {
            listener = onNotice
            return () => undefined
          },
        },
      },
    },
  }).start()
  return {
    actor,
    calls,
    clock,
    state: () => actor.getSnapshot().value,
    extension: () => actor.getSnapshot().children.extension,
    output: () => actor.getSnapshot().output,
    until: (state: string) => waitFor(actor, (snapshot) => snapshot.value === state),
    answer: (status: ExtensionNotice['status'], extendable = 0) => listener?.({ status, extendable }),
  }
}

describe('finishing', () => {
  // FIN-313
  test('needs a confirmation, which can be taken back', () => {
    const { actor, state } = begin()
    actor.send({ type: 'CONFIRM', open: 0 })
    expect(state()).toBe('answering')
    actor.send({ type: 'FINISH', finishing: exam })
    expect(state()).toBe('confirming')
    actor.send({ type: 'CANCEL' })
    expect(state()).toBe('answering')
  })

  // FIN-314 FIN-311
  test('needs a second one only where questions are unanswered', () => {
    const all = begin()
    all.actor.send({ type: 'FINISH', finishing: exam })
    all.actor.send({ type: 'CONFIRM', open: 0 })
    expect(all.output()).toEqual({ isTimedOut: false })
    const some = begin()
    some.actor.send({ type: 'FINISH', finishing: exam })
    some.actor.send({ type: 'CONFIRM', open: 2 })
    expect(some.state()).toBe('confirming_unanswered')
    some.actor.send({ type: 'FINISH_ALL_THE_SAME' })
    expect(some.state()).toBe('finished')
    expect(some.calls).toEqual([])
  })

  // FIN-304 FIN-315
  test('a part is confirmed in the same two stages, closed, and left for the next one', async () => {
    for (const open of [0, 3]) {
      const { actor, calls, state, until } = begin()
      actor.send({ type: 'FINISH', finishing: part })
      actor.send({ type: 'CONFIRM', open })
      if (open > 0) {
        expect(state()).toBe('confirming_unanswered')
        actor.send({ type: 'FINISH_ALL_THE_SAME' })
      }
      await until('answering')
      expect(calls).toEqual(['complete a', 'enter b'])
    }
  })
})

describe('the end of the time', () => {
  // TIME-320 FIN-317 FIN-306
  test('of a part closes it at once, says so, and goes on only when the learner does', async () => {
    for (const asking of [false, true]) {
      const { actor, calls, state, until } = begin()
      if (asking) actor.send({ type: 'FINISH', finishing: part })
      actor.send({ type: 'PART_TIME_UP', part })
      expect(state()).toBe('part_finished')
      actor.send({ type: 'CANCEL' })
      actor.send({ type: 'PART_TIME_UP', part })
      expect(state()).toBe('part_finished')
      expect(calls).toEqual(['complete a'])
      actor.send({ type: 'CONTINUE' })
      await until('answering')
      expect(calls).toEqual(['complete a', 'enter b'])
    }
  })

  // TIME-323 TIME-324
  test('of an exam that can’t be extended finishes it as timed out, whatever is being asked', () => {
    for (const before of ['answering', 'confirming', 'confirming_unanswered', 'part_finished']) {
      const { actor, output } = begin()
      if (before.startsWith('confirming')) actor.send({ type: 'FINISH', finishing: exam })
      if (before === 'confirming_unanswered') actor.send({ type: 'CONFIRM', open: 1 })
      if (before === 'part_finished') actor.send({ type: 'PART_TIME_UP', part })
      expect(actor.getSnapshot().value).toBe(before)
      actor.send({ type: 'TIME_UP', isExtendable: false, isAwaiting: false })
      expect(output()).toEqual({ isTimedOut: true })
    }
  })

  // TIME-322 EXT-318
  test('of an exam that can be extended asks for it; without an extension it is timed out', () => {
    const { actor, state, extension, output } = begin()
    actor.send({ type: 'TIME_UP', isExtendable: true, isAwaiting: false })
    expect(state()).toBe('extending')
    actor.send({ type: 'TIME_UP', isExtendable: true, isAwaiting: false })
    extension()?.send({ type: 'NO' })
    expect(output()).toEqual({ isTimedOut: true })
  })

  // EXT-316 EXT-317 EXT-327 EXT-302
  test('an extension adds its time, and the exam opens again a second later', async () => {
    const { actor, calls, clock, state, extension, answer, until } = begin()
    actor.send({ type: 'TIME_UP', isExtendable: false, isAwaiting: true })
    expect(extension()?.getSnapshot().value).toBe('waiting')
    answer(extensionStatuses.granted, 600)
    extension()?.send({ type: 'CONTINUE' })
    expect(state()).toBe('reopening')
    expect(calls).toEqual(['extend 600'])
    expect(reopenDelayMs).toBe(1000)
    clock.increment(reopenDelayMs - 1)
    expect(state()).toBe('reopening')
    // The time stands until the exam is open.
    expect(calls).toEqual(['extend 600'])
    clock.increment(1)
    expect(calls).toEqual(['extend 600', 'go on'])
    await until('answering')
    actor.send({ type: 'TIME_UP', isExtendable: false, isAwaiting: false })
    expect(state()).toBe('finished')
  })

  // EXT-311 EXT-314
  test('an extension that was granted elsewhere, or to an earlier page, is read before the exam goes on', async () => {
    const { actor, calls, clock, state, extension, until } = begin()
    actor.send({ type: 'GRANTED', seconds: 90 })
    expect(extension()?.getSnapshot()).toMatchObject({ value: 'received', context: { answer: 'granted', seconds: 90 } })
    // Told again, while it is being read.
    actor.send({ type: 'GRANTED', seconds: 90 })
    extension()?.send({ type: 'CONTINUE' })
    expect(state()).toBe('reopening')
    clock.increment(reopenDelayMs)
    await until('answering')
    expect(calls).toEqual(['extend 90', 'go on'])
    // The next time is up without one.
    actor.send({ type: 'TIME_UP', isExtendable: true, isAwaiting: false })
    expect(extension()?.getSnapshot().value).toBe('confirmation')
  })

  test('time that is given while it is being asked for opens the exam again', () => {
    const { actor, state } = begin()
    actor.send({ type: 'TIME_UP', isExtendable: true, isAwaiting: false })
    actor.send({ type: 'TIME_GIVEN' })
    expect(state()).toBe('answering')
  })

  test('of an exam that comes in front of a closed part leads on from it, where more is given', async () => {
    for (const given of ['on request', 'without one']) {
      const { actor, calls, clock, state, extension, answer, until } = begin()
      actor.send({ type: 'PART_TIME_UP', part })
      actor.send({ type: 'TIME_UP', isExtendable: true, isAwaiting: true })
      if (given === 'on request') {
        answer(extensionStatuses.granted, 600)
        extension()?.send({ type: 'CONTINUE' })
        clock.increment(reopenDelayMs)
      } else actor.send({ type: 'TIME_GIVEN' })
      expect(state()).toBe('part_finished')
      actor.send({ type: 'CONTINUE' })
      await until('answering')
      expect(calls.at(-1)).toBe('enter b')
      actor.send({ type: 'TIME_UP', isExtendable: true, isAwaiting: false })
      actor.send({ type: 'TIME_GIVEN' })
      expect(state()).toBe('answering')
    }
  })
})
