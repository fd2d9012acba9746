import { describe, expect, test } from 'vitest'
import { createActor } from 'xstate'
import { finishingMachine } from './finishing.machine.ts'

const begin = () => createActor(finishingMachine).start()

describe('finishing', () => {
  // FIN-313
  test('needs a confirmation, which can be taken back', () => {
    const actor = begin()
    actor.send({ type: 'CONFIRM', unanswered: 0 })
    expect(actor.getSnapshot().value).toBe('answering')
    actor.send({ type: 'FINISH' })
    expect(actor.getSnapshot().value).toBe('confirming')
    actor.send({ type: 'CANCEL' })
    expect(actor.getSnapshot().value).toBe('answering')
  })

  // FIN-314 FIN-311
  test('needs a second one only where questions are unanswered', () => {
    const all = begin()
    all.send({ type: 'FINISH' })
    all.send({ type: 'CONFIRM', unanswered: 0 })
    expect(all.getSnapshot().value).toBe('finished')
    const some = begin()
    some.send({ type: 'FINISH' })
    some.send({ type: 'CONFIRM', unanswered: 2 })
    expect(some.getSnapshot().value).toBe('confirming_unanswered')
    some.send({ type: 'FINISH_ALL_THE_SAME' })
    expect(some.getSnapshot().value).toBe('finished')
  })

  test('asks nothing when the time is up, whatever stands open', () => {
    for (const events of [[], ['FINISH']] as const) {
      const actor = begin()
      for (const type of events) actor.send({ type })
      actor.send({ type: 'TIME_UP' })
      expect(actor.getSnapshot().value).toBe('finished')
    }
  })
})
