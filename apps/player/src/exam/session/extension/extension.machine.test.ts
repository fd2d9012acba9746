import { type ExtensionStatus, extensionStatuses } from '@sitwell/exam/ledger/extension'
import { describe, expect, test } from 'vitest'
import { createActor, waitFor } from 'xstate'
import { extensionMachine } from './extension.machine.ts'
import type { Asked, ExtensionNotice } from './extension-steps.ts'

const { none, requested, granted, declined, withdrawn } = extensionStatuses

const open = ({
  isAwaiting = false,
  granted: seconds = undefined as number | undefined,
  asked = ['asked'] as Asked[],
} = {}) => {
  const calls: string[] = []
  const answers = [...asked]
  let listener: ((notice: ExtensionNotice) => void) | undefined
  const actor = createActor(extensionMachine, {
    input: {
      isAwaiting,
      granted: seconds,
      steps: {
        saveLastSecond: async () => void calls.push('save'),
        ask: async () => {
          calls.push('ask')
          return answers.shift() ?? 'asked'
        },
        withdraw: async () => void calls.push('withdraw'),
        follow(onNotice) {
          calls.push('follow')
          listener = onNotice
          return () => {
            calls.push('unfollow')
            listener = undefined
          }
        },
      },
    },
  }).start()
  return {
    actor,
    calls,
    state: () => actor.getSnapshot().value,
    result: () => actor.getSnapshot().output?.seconds,
    until: (state: string) => waitFor(actor, (snapshot) => snapshot.value === state),
    tell: (status: ExtensionStatus, extendable = 0) => listener?.({ status, extendable }),
  }
}

describe('a request for an extension', () => {
  // EXT-306 EXT-308 EXT-309 EXT-311
  test('is confirmed, made, waited for, received, and goes on by what was granted', async () => {
    const { actor, calls, state, result, until, tell } = open()
    expect(state()).toBe('confirmation')
    actor.send({ type: 'YES' })
    expect(state()).toBe('request')
    await until('waiting')
    tell(requested)
    expect(state()).toBe('waiting')
    tell(granted, 121)
    expect(state()).toBe('received')
    actor.send({ type: 'FINISH' })
    expect(state()).toBe('received')
    actor.send({ type: 'CONTINUE' })
    expect(state()).toBe('finishing')
    expect(result()).toBe(121)
    expect(calls).toEqual(['save', 'ask', 'follow', 'unfollow'])
  })

  // EXT-315 EXT-307
  test('saves the last second when it opens; No asks nobody, and finishes', async () => {
    const { actor, calls, state, result } = open()
    actor.send({ type: 'NO' })
    expect(state()).toBe('finishing')
    expect(result()).toBe(0)
    expect(calls).toEqual(['save'])
  })

  // EXT-314
  test('that an earlier page made is waited for at once, and no time is saved', () => {
    const { state, calls } = open({ isAwaiting: true })
    expect(state()).toBe('waiting')
    expect(calls).toEqual(['follow'])
  })

  // EXT-314
  test('that was made on another device while this page asks whether to make one is waited for', () => {
    const { actor, state, tell } = open()
    actor.send({ type: 'ASKED_ELSEWHERE' })
    expect(state()).toBe('waiting')
    actor.send({ type: 'ASKED_ELSEWHERE' })
    tell(declined)
    expect(state()).toBe('received')
  })

  // EXT-311 EXT-314
  test('that was granted before the dialog opened is received at once', () => {
    const { actor, state, result, calls } = open({ granted: 45, isAwaiting: true })
    expect(state()).toBe('received')
    actor.send({ type: 'CONTINUE' })
    expect(result()).toBe(45)
    expect(calls).toEqual([])
  })

  test('that an earlier page could not make is made then', async () => {
    const { until, tell, calls } = open({ isAwaiting: true })
    tell(none)
    await until('waiting')
    expect(calls.filter((call) => call === 'ask')).toHaveLength(1)
  })

  // EXT-312
  test('that is not granted finishes the exam, whatever stands in the answer', async () => {
    for (const [status, extendable] of [
      [declined, 0],
      [declined, 600],
      [granted, 0],
      [granted, -5],
      [granted, Number.NaN],
      [withdrawn, 0],
    ] as const) {
      const { actor, state, result, tell } = open({ isAwaiting: true })
      tell(status, extendable)
      expect(state()).toBe('received')
      actor.send({ type: 'CONTINUE' })
      expect(state()).toBe('received')
      actor.send({ type: 'FINISH' })
      expect(state()).toBe('finishing')
      expect(result()).toBe(0)
    }
  })

  // EXT-313
  test('is taken back by Cancel, which finishes', async () => {
    const { actor, state, result, calls } = open({ isAwaiting: true })
    actor.send({ type: 'CANCEL' })
    expect(state()).toBe('finishing')
    expect(result()).toBe(0)
    expect(calls).toContain('withdraw')
  })

  test('can be made again where the server could not be reached, and ends nobody’s exam', async () => {
    const { actor, state, until } = open({ asked: ['unreachable', 'asked'] })
    actor.send({ type: 'YES' })
    await until('confirmation')
    expect(actor.getSnapshot().context.isUnreachable).toBe(true)
    actor.send({ type: 'YES' })
    await until('waiting')
    expect(state()).toBe('waiting')
  })

  test('that the server does not allow is told as declined', async () => {
    const { actor, until } = open({ asked: ['impossible'] })
    actor.send({ type: 'YES' })
    await until('received')
    expect(actor.getSnapshot().context.answer).toBe('declined')
  })
})
