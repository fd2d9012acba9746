import { assign, fromPromise, setup } from 'xstate'

interface Context {
  readonly password: string
  /** Under the field: "Invalid password", or that there were too many tries, until the learner types again. */
  readonly passwordError: 'invalid' | 'too-many' | undefined
  /** Why the check itself failed, for people who help. */
  readonly details: string
  readonly check: (password: string) => Promise<Checked>
}

/** What a check came to; `too-many` where the server lets nobody try again for now. */
export type Checked = boolean | 'too-many' | undefined

type Events = { type: 'TYPED'; password: string } | { type: 'SUBMIT' }

/**
 * The gate that asks for an exam's password, its states spelled as spec 2 §4 has them. `check` asks the server and answers its
 * `result`, which an older server may leave out.
 */
export const passwordGateMachine = setup({
  types: {
    context: {} as Context,
    events: {} as Events,
    input: {} as { check: (password: string) => Promise<Checked> },
  },
  actors: {
    send: fromPromise<Checked, Context>(({ input }) => input.check(input.password)),
  },
  actions: {
    type: assign(({ event }) => (event.type === 'TYPED' ? { password: event.password, passwordError: undefined } : {})),
    clear: assign({ password: '' }),
  },
  guards: {
    isTyped: ({ event }) => event.type === 'TYPED' && event.password !== '',
    isFilled: ({ context }) => context.password !== '',
  },
}).createMachine({
  id: 'passwordGate',
  context: ({ input }) => ({ password: '', passwordError: undefined, details: '', check: input.check }),
  initial: 'UNFILLED',
  states: {
    UNFILLED: { on: { TYPED: { guard: 'isTyped', actions: 'type', target: 'SUBMITTABLE' } } },
    SUBMITTABLE: {
      on: {
        TYPED: [
          { guard: 'isTyped', actions: 'type' },
          { actions: 'type', target: 'UNFILLED' },
        ],
        SUBMIT: 'SUBMITTING',
      },
    },
    SUBMITTING: {
      initial: 'validating',
      states: {
        validating: { always: [{ guard: 'isFilled', target: 'sending' }, '#passwordGate.UNFILLED'] },
        sending: {
          invoke: {
            src: 'send',
            input: ({ context }) => context,
            onDone: [
              { guard: ({ event }) => event.output === true, actions: 'clear', target: '#passwordGate.SUBMITTED' },
              {
                guard: ({ event }) => event.output === false,
                actions: ['clear', assign({ passwordError: 'invalid' })],
                target: '#passwordGate.SUBMISSION_FAILED',
              },
              {
                guard: ({ event }) => event.output === 'too-many',
                actions: ['clear', assign({ passwordError: 'too-many' })],
                target: '#passwordGate.SUBMISSION_FAILED',
              },
              {
                actions: ['clear', assign({ details: 'response has no result' })],
                target: '#passwordGate.SUBMISSION_ERROR',
              },
            ],
            onError: {
              actions: [
                'clear',
                assign({ details: ({ event }) => (event.error instanceof Error ? event.error.message : String(event.error)) }),
              ],
              target: '#passwordGate.SUBMISSION_ERROR',
            },
          },
        },
      },
    },
    SUBMITTED: { type: 'final' },
    SUBMISSION_FAILED: { on: { TYPED: { guard: 'isTyped', actions: 'type', target: 'SUBMITTABLE' } } },
    SUBMISSION_ERROR: {},
  },
})
