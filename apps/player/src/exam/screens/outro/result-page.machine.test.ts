import type { Attempt } from '@sitwell/contract'
import { describe, expect, test, vi } from 'vitest'
import { createActor, waitFor } from 'xstate'
import type { ExamResult } from './exam-result.ts'
import { type Attempts, type ResultPageSteps, resultPageMachine } from './result-page.machine.ts'

const attempt = (formRunGuid: string): Attempt => ({
  formRunGuid,
  completedAt: '2026-11-22T10:00:00.000Z',
  examName: 'Trees',
  practice: true,
  downloadablePractice: false,
  resultFeedbackMask: -1,
  outroText: '',
  proctoredOutroText: '',
})
// The page shows what it gets: which one it is, is all that counts here.
const resultOf = (formRunGuid: string) => ({ message: formRunGuid }) as ExamResult

const open = (steps: Partial<ResultPageSteps> = {}, wanted?: string) => {
  const asked = {
    fetchAttempts: vi.fn(async (): Promise<Attempts> => ({ attempts: ['first', 'second'].map(attempt), over: 0 })),
    fetchResult: vi.fn(async ({ formRunGuid }: Attempt): Promise<ExamResult | undefined> => resultOf(formRunGuid)),
    ...steps,
  }
  const page = createActor(resultPageMachine, { input: { steps: asked, wanted } }).start()
  const shows = async (state: 'displaying' | 'nothing' | 'failed') => {
    await waitFor(page, (snapshot) => snapshot.matches(state))
    return page.getSnapshot().context
  }
  return { page, asked, shows }
}

describe('the page of a completed exam', () => {
  test('shows the last attempt, or the one that its address names', async () => {
    expect((await open().shows('displaying')).result?.message).toBe('second')
    expect((await open({}, 'first').shows('displaying')).result?.message).toBe('first')
    expect((await open({}, 'somebody else’s').shows('displaying')).result?.message).toBe('second')
  })

  test('goes to another attempt, and never shows one’s result beside another’s name', async () => {
    const { page, shows } = open()
    await shows('displaying')
    page.send({ type: 'CHOOSE', formRunGuid: 'first' })
    expect(page.getSnapshot().context.result).toBeUndefined()
    expect((await shows('displaying')).result?.message).toBe('first')
    page.send({ type: 'CHOOSE', formRunGuid: undefined })
    expect((await shows('displaying')).result?.message).toBe('second')
  })

  test('asks again when it is told to, and not for what it shows already', async () => {
    const { page, asked, shows } = open()
    await shows('displaying')
    page.send({ type: 'CHOOSE', formRunGuid: 'second' })
    expect(asked.fetchResult).toHaveBeenCalledTimes(1)
    page.send({ type: 'AGAIN' })
    await shows('displaying')
    expect(asked.fetchResult).toHaveBeenCalledTimes(2)
  })

  test.each([
    ['none is completed', { fetchAttempts: async () => ({ attempts: [], over: 0 }) }, 0],
    ['all are over', { fetchAttempts: async () => ({ attempts: [], over: 2 }) }, 2],
    ['it is over since the attempts were asked for', { fetchResult: async () => undefined }, 1],
  ])('says that there is nothing to show where %s', async (_, steps, over) => {
    expect((await open(steps).shows('nothing')).over).toBe(over)
  })

  test.each(['fetchAttempts', 'fetchResult'] as const)(
    'fails where the server isn’t reached (%s), and tries again',
    async (step) => {
      let isDown = true
      const attempts = async () => ({ attempts: [attempt('first')], over: 0 })
      const down = () => Promise.reject(new Error('down'))
      const { page, shows } = open({
        fetchAttempts: () => (isDown && step === 'fetchAttempts' ? down() : attempts()),
        fetchResult: (one) => (isDown && step === 'fetchResult' ? down() : Promise.resolve(resultOf(one.formRunGuid))),
      })
      expect((await shows('failed')).details).toBe('down')
      isDown = false
      page.send({ type: 'AGAIN' })
      expect((await shows('displaying')).result?.message).toBe('first')
    },
  )
})
