import { assign, setup } from 'xstate'

/** What a lost connection does to the exam, where the organisation wants it told at once. */
export interface ConnectionSteps {
  /** Never goes back; only differences of it count. */
  nowMs(): number
  pause(): void
  resume(): void
  /** Tells the server for how many milliseconds, up to now, the exam stood still without its knowing; again until it gets there. */
  reportAbsence(forMs: number): void
  displayed(popup: Popup): void
  confirmed(popup: Popup): void
}

export type Popup = 'connection-lost' | 'connection-returned'

type Events = { type: 'LOST' } | { type: 'REACHED' } | { type: 'SAVED' } | { type: 'CONFIRM' }

/**
 * The popups of a lost connection (spec 3 §4, connection loss): the exam is paused from the loss until the learner has confirmed
 * the return. It has returned once the server is reached and has all the answers, since that is what the popup says.
 */
export const connectionPopupsMachine = setup({
  types: {
    context: {} as { steps: ConnectionSteps; stillSinceMs: number },
    input: {} as { steps: ConnectionSteps },
    events: {} as Events,
  },
  actions: {
    pause: ({ context }) => context.steps.pause(),
    resume: ({ context }) => context.steps.resume(),
    reportAbsence: ({ context }) => context.steps.reportAbsence(context.steps.nowMs() - context.stillSinceMs),
    startCounting: assign({ stillSinceMs: ({ context }) => context.steps.nowMs() }),
    displayed: ({ context }, popup: Popup) => context.steps.displayed(popup),
    confirmed: ({ context }, popup: Popup) => context.steps.confirmed(popup),
  },
}).createMachine({
  id: 'connectionPopups',
  context: ({ input }) => ({ steps: input.steps, stillSinceMs: 0 }),
  initial: 'connected',
  states: {
    connected: { on: { LOST: { target: 'lost', actions: ['pause', 'startCounting'] } } },
    lost: {
      entry: { type: 'displayed', params: 'connection-lost' },
      initial: 'unreached',
      on: { LOST: '.unreached' },
      states: {
        unreached: {
          on: {
            // Before the answers that waited arrive there: they are in time by it.
            REACHED: { target: 'saving', actions: ['reportAbsence', 'startCounting'] },
          },
        },
        saving: { on: { SAVED: '#connectionPopups.returned' } },
      },
    },
    returned: {
      entry: { type: 'displayed', params: 'connection-returned' },
      on: {
        LOST: 'lost',
        CONFIRM: {
          target: 'connected',
          actions: [{ type: 'confirmed', params: 'connection-returned' }, 'reportAbsence', 'resume'],
        },
      },
    },
  },
})
