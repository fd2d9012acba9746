import { assign, fromPromise, setup } from 'xstate'

/** A sign-in of one's own; times are ISO 8601. */
export interface SignIn {
  readonly id: string
  readonly startedAt: string
  readonly usedAt: string
  readonly endedAt?: string | undefined
  /** It is the one that asks. */
  readonly isThis: boolean
  readonly byAdministrator: boolean
  readonly address?: string | undefined
  readonly browser?: string | undefined
  readonly system?: string | undefined
}

export interface SignInsSteps {
  /** `refused`: who asks isn't the person, but an administrator in their name. */
  read(): Promise<readonly SignIn[] | 'refused'>
  /** Ends one, or all but this one; answers how many it ended. */
  end(which: string | 'others'): Promise<number>
}

/** How the latest action ended. */
export type SignInsNotice = { readonly is: 'ended'; readonly count: number } | { readonly is: 'failed' }

interface Context {
  readonly steps: SignInsSteps
  readonly signIns: readonly SignIn[]
  readonly which: string | undefined
  /** It was asked for again after it failed, and nothing was done since. */
  readonly isAgain: boolean
  readonly notice: SignInsNotice | undefined
}

/** Where one's account is and was used, and what one does about it. */
export const signInsMachine = setup({
  types: {
    context: {} as Context,
    input: {} as { steps: SignInsSteps },
    events: {} as { type: 'end'; which: string | 'others' } | { type: 'confirmed' | 'cancelled' | 'retry' },
  },
  actors: {
    read: fromPromise<readonly SignIn[] | 'refused', Context>(({ input }) => input.steps.read()),
    end: fromPromise<number, Context>(async ({ input: { steps, which } }) => (which === undefined ? 0 : steps.end(which))),
  },
}).createMachine({
  id: 'sign-ins',
  context: ({ input }) => ({ steps: input.steps, signIns: [], which: undefined, isAgain: false, notice: undefined }),
  initial: 'reading',
  states: {
    reading: {
      invoke: {
        src: 'read',
        input: ({ context }) => context,
        onDone: [
          { target: 'refused', guard: ({ event }) => event.output === 'refused' },
          {
            target: 'shown',
            actions: assign({ signIns: ({ event }) => (event.output === 'refused' ? [] : event.output), which: undefined }),
          },
        ],
        onError: 'failed',
      },
    },
    failed: { on: { retry: { target: 'reading', actions: assign({ isAgain: true, notice: undefined }) } } },
    refused: {},
    shown: {
      on: {
        end: {
          target: 'confirming',
          actions: assign({ which: ({ event }) => event.which, isAgain: false, notice: undefined }),
        },
      },
    },
    confirming: { on: { confirmed: 'ending', cancelled: { target: 'shown', actions: assign({ which: undefined }) } } },
    ending: {
      invoke: {
        src: 'end',
        input: ({ context }) => context,
        onDone: {
          target: 'reading',
          actions: assign({ notice: ({ event }) => ({ is: 'ended' as const, count: event.output }) }),
        },
        onError: { target: 'shown', actions: assign({ notice: { is: 'failed' as const }, which: undefined }) },
      },
    },
  },
})
