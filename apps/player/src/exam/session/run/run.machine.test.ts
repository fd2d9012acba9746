import { describe, expect, test } from 'vitest'
import { createActor, waitFor } from 'xstate'
import { type RunSteps, runMachine } from './run.machine.ts'

const run = (changed: Partial<RunSteps> = {}) => {
  const ran: string[] = []
  const steps: RunSteps = {
    async isCompleted() {
      ran.push('isCompleted')
      return false
    },
    start: async () => void ran.push('start'),
    ...changed,
  }
  const actor = createActor(runMachine, { input: { steps } }).start()
  return { actor, ran, state: () => actor.getSnapshot().value }
}
const running = async () => {
  const one = run()
  await waitFor(one.actor, (state) => state.matches('exam_running'))
  return one
}

describe('the run of an exam', () => {
  // RUN-337 RUN-338 RUN-346
  test('looks whether the schedule is completed, starts the exam and shows the questions', async () => {
    const { actor, ran, state } = run()
    expect(state()).toBe('checking_if_schedule_completed')
    await waitFor(actor, (snapshot) => snapshot.matches('starting_exam'))
    await waitFor(actor, (snapshot) => snapshot.matches('exam_running'))
    expect(state()).toEqual({ exam_running: 'showing_questions' })
    expect(ran).toEqual(['isCompleted', 'start'])
  })

  // RUN-336
  test('of a completed schedule starts nothing', async () => {
    const { actor, ran } = run({ isCompleted: async () => true })
    await waitFor(actor, (snapshot) => snapshot.matches('schedule_already_complete'))
    expect(ran).toEqual([])
  })

  // RUN-339
  test.each(['isCompleted', 'start'] as const)('ends with the reason where %s fails', async (step) => {
    const { actor } = run({ [step]: () => Promise.reject(new Error('refused')) })
    await waitFor(actor, (snapshot) => snapshot.matches('network_error'))
    expect(actor.getSnapshot().context.details).toBe('refused')
  })

  // RUN-340
  test('shows the instructions and the questions in turn', async () => {
    const { actor, state } = await running()
    actor.send({ type: 'TOGGLE_INSTRUCTIONS' })
    expect(state()).toEqual({ exam_running: 'showing_instructions' })
    actor.send({ type: 'TOGGLE_INSTRUCTIONS' })
    expect(state()).toEqual({ exam_running: 'showing_questions' })
  })

  // RUN-341 RUN-343 PAUSE-308 PAUSE-309 ENT-303
  test('paused by an invigilator waits for the end of the pause and for the learner, then shows what showed before', async () => {
    const { actor, state } = await running()
    actor.send({ type: 'TOGGLE_INSTRUCTIONS' })
    actor.send({ type: 'PAUSE', by: 'invigilator' })
    expect(state()).toEqual({ exam_paused: 'paused' })
    actor.send({ type: 'UNPAUSE' })
    actor.send({ type: 'TOGGLE_INSTRUCTIONS' })
    expect(state()).toEqual({ exam_paused: 'paused' })
    actor.send({ type: 'PAUSE_ENDED' })
    expect(state()).toEqual({ exam_paused: 'confirm_resume' })
    actor.send({ type: 'UNPAUSE' })
    expect(state()).toEqual({ exam_running: 'showing_instructions' })
  })

  // PAUSE-303 PAUSE-308 PAUSE-309
  test.each([
    ['once the learner is back', { type: 'UNPAUSE' }],
    ['by itself once the time is held no longer', { type: 'PAUSE_ENDED' }],
  ] as const)('offered to go on after a pause does so %s', async (_, event) => {
    const { actor, state } = await running()
    actor.send({ type: 'PAUSE', by: 'invigilator' })
    actor.send({ type: 'PAUSE', by: 'offer' })
    expect(state()).toEqual({ exam_paused: 'confirm_resume' })
    actor.send({ type: 'PAUSE', by: 'invigilator' })
    expect(state()).toEqual({ exam_paused: 'paused' })
    actor.send({ type: 'PAUSE', by: 'offer' })
    actor.send(event)
    expect(state()).toEqual({ exam_running: 'showing_questions' })
  })

  test('opened while it is offered to go on asks for it at once', async () => {
    const { actor, state } = await running()
    actor.send({ type: 'PAUSE', by: 'offer' })
    expect(state()).toEqual({ exam_paused: 'confirm_resume' })
  })

  test('whose pause ended without an offer waits for the learner, whatever becomes of the time', async () => {
    const { actor, state } = await running()
    actor.send({ type: 'PAUSE', by: 'invigilator' })
    actor.send({ type: 'PAUSE_ENDED' })
    actor.send({ type: 'PAUSE_ENDED' })
    expect(state()).toEqual({ exam_paused: 'confirm_resume' })
  })

  test('paused again before the learner has confirmed is paused', async () => {
    const { actor, state } = await running()
    actor.send({ type: 'PAUSE', by: 'invigilator' })
    actor.send({ type: 'PAUSE_ENDED' })
    actor.send({ type: 'PAUSE', by: 'invigilator' })
    expect(state()).toEqual({ exam_paused: 'paused' })
  })

  test('paused for want of the connection goes on at once', async () => {
    const { actor, state } = await running()
    actor.send({ type: 'PAUSE', by: 'connection' })
    expect(state()).toEqual({ exam_paused: 'paused' })
    actor.send({ type: 'PAUSE_ENDED' })
    expect(state()).toEqual({ exam_running: 'showing_questions' })
  })

  // RUN-342
  test.each([[[]], [[{ type: 'PAUSE', by: 'invigilator' }]]] as const)('ends with an error, after %j', async (events) => {
    const { actor } = await running()
    for (const event of events) actor.send(event)
    actor.send({ type: 'ERROR', details: 'the exam broke' })
    expect(actor.getSnapshot().value).toBe('network_error')
    expect(actor.getSnapshot().context.details).toBe('the exam broke')
  })
})
