import { assign, setup } from 'xstate'

/** Milliseconds without an action after which the session ends (spec 1 §9), and how long before that a warning is given. */
export const inactivityTimeoutMs = 600_000
export const inactivityWarningMs = 120_000

export interface InactivitySteps {
  /** Never goes back: a computer's clock that is set, or that slept, counts too. */
  nowMs(): number
  /** Whether an exam is being sat, and its time passes or stands still. */
  sitting(): 'running' | 'paused' | undefined
  /** The session is ended, while the alert still stands. */
  endSession(): void
  leave(): void
}

/**
 * Watches over somebody who is signed in (spec 1 §4, inactivity): any action starts the time again; two minutes before its end a
 * warning can be answered; at its end an alert shows, the session is ended, and whoever reads the alert continues to the login page.
 * An exam whose time passes is an action by itself, as its saves are (decision 39): nobody is logged off in the middle of
 * one, not by reading for long, and not by a laptop that slept, whose saves could come no sooner than its timers.
 */
export const inactivityMachine = setup({
  types: {
    context: {} as { steps: InactivitySteps; lastActionMs: number },
    input: {} as { steps: InactivitySteps },
    events: {} as { type: 'action' } | { type: 'understood' },
  },
  actions: {
    start: assign({ lastActionMs: ({ context }) => context.steps.nowMs() }),
    endSession: ({ context }) => context.steps.endSession(),
    leave: ({ context }) => context.steps.leave(),
  },
  guards: {
    // A timer of a computer that slept is late: the first action after it must not revive a session that was over.
    isOver: ({ context: { steps, lastActionMs } }) =>
      steps.sitting() === undefined && steps.nowMs() - lastActionMs >= inactivityTimeoutMs,
    isRunningExam: ({ context }) => context.steps.sitting() === 'running',
  },
  delays: {
    untilWarning: inactivityTimeoutMs - inactivityWarningMs,
    warning: inactivityWarningMs,
  },
}).createMachine({
  id: 'inactivity',
  context: ({ input }) => ({ steps: input.steps, lastActionMs: input.steps.nowMs() }),
  initial: 'active',
  states: {
    active: {
      entry: 'start',
      after: { untilWarning: [{ guard: 'isRunningExam', target: 'active', reenter: true }, { target: 'warned' }] },
      on: {
        action: [
          { guard: 'isOver', target: 'fired' },
          { target: 'active', reenter: true },
        ],
      },
    },
    warned: {
      after: { warning: [{ guard: 'isRunningExam', target: 'active' }, { target: 'fired' }] },
      on: { action: [{ guard: 'isOver', target: 'fired' }, { target: 'active' }] },
    },
    fired: {
      entry: 'endSession',
      on: { understood: 'logged_out' },
    },
    logged_out: { type: 'final', entry: 'leave' },
  },
})
