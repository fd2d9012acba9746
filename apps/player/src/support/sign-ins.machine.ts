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
  /** Ends one, or all but this one, by their password; answers how many it ended, or why none. */
  end(which: string | 'others', password: string): Promise<number | PasswordRefusal>
}

/** Why a password isn't taken: it isn't theirs, or was tried too often. */
export type PasswordRefusal = 'wrong' | 'too-often'

/** How the latest action ended. */
export type SignInsNotice = { readonly is: 'ended'; readonly count: number } | { readonly is: 'failed' }

interface Context {
  readonly steps: SignInsSteps
  readonly signIns: readonly SignIn[]
  readonly which: string | undefined
  readonly password: string
  readonly refusal: PasswordRefusal | undefined
  /** It was asked for again after it failed, and nothing was done since. */
  readonly isAgain: boolean
  readonly notice: SignInsNotice | undefined
}

/** Where one's account is and was used, and what one does about it. */
export const signInsMachine = setup({
  types: {
    context: {} as Context,
    input: {} as { steps: SignInsSteps },
    events: {} as
      | { type: 'end'; which: string | 'others' }
      | { type: 'confirmed'; password: string }
      | { type: 'cancelled' | 'retry' },
  },
  actors: {
    read: fromPromise<readonly SignIn[] | 'refused', Context>(({ input }) => input.steps.read()),
    end: fromPromise<number | PasswordRefusal, Context>(async ({ input: { steps, which, password } }) =>
      which === undefined ? 0 : steps.end(which, password),
    ),
  },
}).createMachine({
  id: 'sign-ins',
  context: ({ input }) => ({
    steps: input.steps,
    signIns: [],
    which: undefined,
    password: '',
    refusal: undefined,
    isAgain: false,
    notice: undefined,
  }),
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
          actions: assign({ which: ({ event }) => event.which, refusal: undefined, isAgain: false, notice: undefined }),
        },
      },
    },
    confirming: {
      on: {
        confirmed: { target: 'ending', actions: assign({ password: ({ event }) => event.password }) },
        cancelled: { target: 'shown', actions: assign({ which: undefined }) },
      },
    },
    ending: {
      exit: assign({ password: '' }),
      invoke: {
        src: 'end',
        input: ({ context }) => context,
        onDone: [
          {
            target: 'reading',
            guard: ({ event }) => typeof event.output === 'number',
            actions: assign({ notice: ({ event }) => ({ is: 'ended' as const, count: Number(event.output) }) }),
          },
          {
            target: 'confirming',
            actions: assign({ refusal: ({ event }) => (typeof event.output === 'number' ? undefined : event.output) }),
          },
        ],
        onError: { target: 'shown', actions: assign({ notice: { is: 'failed' as const }, which: undefined }) },
      },
    },
  },
})
