import { assign, fromPromise, setup } from 'xstate'

/** What a lost connection does to the exam, where the organisation wants it told at once. */
export interface ConnectionSteps {
  /** Never goes back; only differences of it count. */
  nowMs(): number
  pause(): void
  resume(): void
  /** Tells the server for how many milliseconds, up to now, the exam stood still without its knowing; again until it gets there. */
  reportAbsence(forMs: number): void
  /** Settles when the server has answered the last report, or couldn't. */
  reported(): Promise<void>
  displayed(popup: Popup): void
  confirmed(popup: Popup): void
}

export type Popup = 'connection-lost' | 'connection-returned'

type Events =
  | { type: 'LOST' }
  | { type: 'REACHED' }
  | { type: 'SAVED' }
  | { type: 'CONFIRM' }
  /** The exam was completed meanwhile, and isn't gone on with; unless it is open again. */
  | { type: 'COMPLETED' }
  | { type: 'OPEN' }

/** Milliseconds for which the server may take to say how the exam stands by now: it may be paused, or over. */
const longestAnswerMs = 10_000

/**
 * The popups of a lost connection (spec 3 §4, connection loss): the exam is paused from the loss until the learner has confirmed
 * the return. It has returned once the server is reached and has all the answers, since that is what the popup says. It shows again
 * once the server has said how it stands: an invigilator may have paused it meanwhile, or it was completed.
 */
export const connectionPopupsMachine = setup({
  types: {
    context: {} as { steps: ConnectionSteps; stillSinceMs: number },
    input: {} as { steps: ConnectionSteps },
    events: {} as Events,
  },
  actors: { answer: fromPromise<void, ConnectionSteps>(({ input }) => input.reported()) },
  delays: { longestAnswerMs },
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
  on: { COMPLETED: '.over' },
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
          target: 'confirmed',
          actions: [{ type: 'confirmed', params: 'connection-returned' }, 'reportAbsence', 'startCounting'],
        },
      },
    },
    confirmed: {
      invoke: {
        src: 'answer',
        input: ({ context }) => context.steps,
        onDone: { target: 'connected', actions: 'resume' },
        onError: { target: 'connected', actions: 'resume' },
      },
      after: { longestAnswerMs: { target: 'connected', actions: 'resume' } },
      on: { LOST: 'lost' },
    },
    over: { on: { OPEN: { target: 'connected', actions: 'resume' }, COMPLETED: undefined } },
  },
})
