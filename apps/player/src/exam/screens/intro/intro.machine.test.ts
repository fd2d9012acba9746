import { describe, expect, test } from 'vitest'
import { createActor, waitFor } from 'xstate'
import { type IntroSteps, introMachine } from './intro.machine.ts'

const introduce = (changed: Partial<IntroSteps> = {}) => {
  const ran: string[] = []
  const steps: IntroSteps = {
    isCommenced: false,
    isDownloadablePractice: false,
    checksAudio: false,
    resumeActivityLogger: async () => void ran.push('resume'),
    start: async (name) => void ran.push(`start ${name}`),
    ...changed,
  }
  return { actor: createActor(introMachine, { input: { steps } }).start(), ran }
}

describe('the intro', () => {
  // INTRO-215
  test('of a commenced exam resumes the log and leads straight on', async () => {
    const { actor, ran } = introduce({ isCommenced: true, isDownloadablePractice: true })
    await waitFor(actor, (state) => state.matches('redirecting'))
    expect(ran).toEqual(['resume'])
  })

  // INTRO-217
  test('of an exam shows the intro, and starts it when the learner says so', async () => {
    const { actor, ran } = introduce()
    expect(actor.getSnapshot().value).toBe('displaying_intro')
    actor.send({ type: 'START' })
    await waitFor(actor, (state) => state.matches('redirecting'))
    expect(ran).toEqual(['start '])
  })

  // INTRO-216
  test('of a downloadable practice exam asks for a name first, and starts under it', async () => {
    const { actor, ran } = introduce({ isDownloadablePractice: true })
    expect(actor.getSnapshot().value).toBe('identifying_public_user')
    actor.send({ type: 'START' })
    expect(actor.getSnapshot().value).toBe('identifying_public_user')
    actor.send({ type: 'IDENTIFIED', name: 'Ada' })
    expect(actor.getSnapshot().value).toBe('displaying_intro')
    actor.send({ type: 'START' })
    await waitFor(actor, (state) => state.matches('redirecting'))
    expect(ran).toEqual(['start Ada'])
  })

  // INTRO-218
  test('of an exam with recordings checks the sound after the name and before the intro', async () => {
    const { actor, ran } = introduce({ isDownloadablePractice: true, checksAudio: true })
    actor.send({ type: 'IDENTIFIED', name: 'Ada' })
    expect(actor.getSnapshot().value).toBe('checking_audio')
    actor.send({ type: 'START' })
    expect(actor.getSnapshot().value).toBe('checking_audio')
    actor.send({ type: 'AUDIO_CHECKED' })
    expect(actor.getSnapshot().value).toBe('displaying_intro')
    actor.send({ type: 'START' })
    await waitFor(actor, (state) => state.matches('redirecting'))
    expect(ran).toEqual(['start Ada'])
    expect(introduce({ checksAudio: true }).actor.getSnapshot().value).toBe('checking_audio')
    expect(introduce({ checksAudio: true, isCommenced: true }).actor.getSnapshot().value).toBe('resuming_activity_logger')
  })

  // INTRO-222 RUN-347
  test('passes on a start that failed', async () => {
    const { actor } = introduce({
      start: async () => {
        throw new Error('refused')
      },
    })
    actor.send({ type: 'START' })
    await waitFor(actor, (state) => state.matches('exam_network_error'))
    expect(actor.getSnapshot().context.details).toBe('refused')
  })
})
