import { fromPromise, setup } from 'xstate'
import { reloadDelayMs } from './reload-delay.ts'

interface Input {
  /** Clears what this browser holds of the exam but its answers. It doesn't throw. */
  clearExamData(): Promise<void>
}

/** The way of an exam that was extended while its page was away: its data is cleared, and then it opens again. */
export const reloadMachine = setup({
  types: { context: {} as Input, input: {} as Input },
  actors: { clearExamData: fromPromise<void, Input>(({ input }) => input.clearExamData()) },
  delays: { reloadDelay: reloadDelayMs },
}).createMachine({
  id: 'reload',
  context: ({ input }) => input,
  initial: 'clearing_exam_data',
  states: {
    clearing_exam_data: { invoke: { src: 'clearExamData', input: ({ context }) => context, onDone: 'waiting' } },
    waiting: { after: { reloadDelay: 'reloaded' } },
    reloaded: { type: 'final' },
  },
})
