import { expect, test } from 'vitest'
import { createActor, waitFor } from 'xstate'
import { type PrintOutcome, printMachine } from './print.machine.ts'

const arrange = (outcomes: (PrintOutcome | Error)[], mayOpen = true) => {
  const opened: string[] = []
  const signals: AbortSignal[] = []
  const waits: (() => void)[] = []
  const printing = createActor(printMachine, {
    input: {
      steps: {
        print: async (signal) => {
          signals.push(signal)
          await new Promise<void>((resolve) => waits.push(resolve))
          const outcome = outcomes.shift()
          if (!outcome || outcome instanceof Error) throw outcome ?? new Error('Nothing more was to be printed')
          return outcome
        },
        open: (link) => {
          opened.push(link)
          return mayOpen
        },
      },
    },
  }).start()
  const state = (value: string) => waitFor(printing, (snapshot) => snapshot.matches(value as 'done'))
  return { printing, opened, signals, state, goOn: () => waits.shift()?.() }
}

// PRINT-304 PRINT-305
test('prints, opens the link in a new window, and is done', async () => {
  const { printing, opened, state, goOn } = arrange([{ link: 'a.pdf' }])
  expect(printing.getSnapshot().value).toBe('printing')
  goOn()
  await state('done')
  expect(opened).toEqual(['a.pdf'])
})

test('keeps the link where the browser opens no window, until the learner opens it', async () => {
  const { printing, state, goOn } = arrange([{ link: 'a.pdf' }], false)
  goOn()
  expect((await state('ready')).context.link).toBe('a.pdf')
  printing.send({ type: 'OPENED' })
  await state('done')
})

// PRINT-304 PRINT-303
test('says that it failed, with the server’s words where it has any, and tries again when asked to', async () => {
  const { printing, opened, state, goOn } = arrange([{ error: 'Too many.' }, new Error('lost'), { link: 'b.pdf' }])
  goOn()
  expect((await state('error')).context.error).toBe('Too many.')
  printing.send({ type: 'AGAIN' })
  await state('printing')
  goOn()
  expect((await state('error')).context.error).toBe('')
  printing.send({ type: 'AGAIN' })
  goOn()
  await state('done')
  expect(opened).toEqual(['b.pdf'])
})

test('opens nothing once the learner has cancelled', async () => {
  const { printing, opened, signals, state, goOn } = arrange([{ link: 'a.pdf' }])
  printing.send({ type: 'CLOSE' })
  await state('done')
  expect(signals[0]?.aborted).toBe(true)
  goOn()
  expect(opened).toEqual([])
})
