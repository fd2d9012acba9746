import { assign, fromPromise, setup } from 'xstate'

/** The work of each step. A step that can't be done throws, and its message is shown as additional information. */
export interface StartUpSteps {
  loadAppSettings(): Promise<void>
  isBrowserSupported(): Promise<boolean>
  isLoginAddress(): boolean
  /** Whether a stored session was there and holds. */
  restoreSession(): Promise<boolean>
  /** False if no organisation has this address. */
  initialiseClient(): Promise<boolean>
  initialiseLoginAddress(): Promise<void>
  loadSessionMessages(): Promise<void>
  loadGeneralMessages(): Promise<void>
  preloadLogo(): Promise<void>
  /** Resolves when it is worth starting again; `restarts` is how often that was done. */
  untilServerReturns(restarts: number, signal: AbortSignal): Promise<void>
}

/** A failure that no second try mends. */
export class LastingProblem extends Error {}

const toInitializeError = {
  target: '#start-up.initialize_error',
  actions: 'keepProblem',
} as const

/** The start of the app, with the states of spec 1 §4. */
export const startUpMachine = setup({
  types: {
    context: {} as { steps: StartUpSteps; problem: string; isLasting: boolean; restarts: number },
    input: {} as { steps: StartUpSteps },
  },
  actors: {
    loadAppSettings: fromPromise<void, StartUpSteps>(({ input }) => input.loadAppSettings()),
    checkBrowser: fromPromise<boolean, StartUpSteps>(({ input }) => input.isBrowserSupported()),
    restoreSession: fromPromise<boolean, StartUpSteps>(({ input }) => input.restoreSession()),
    initialiseClient: fromPromise<boolean, StartUpSteps>(({ input }) => input.initialiseClient()),
    initialiseLoginAddress: fromPromise<void, StartUpSteps>(({ input }) => input.initialiseLoginAddress()),
    loadSessionMessages: fromPromise<void, StartUpSteps>(({ input }) => input.loadSessionMessages()),
    loadGeneralMessages: fromPromise<void, StartUpSteps>(({ input }) => input.loadGeneralMessages()),
    preloadLogo: fromPromise<void, StartUpSteps>(({ input }) => input.preloadLogo()),
    untilServerReturns: fromPromise<void, { steps: StartUpSteps; restarts: number }>(({ input, signal }) =>
      input.steps.untilServerReturns(input.restarts, signal),
    ),
  },
  actions: {
    keepProblem: assign({
      problem: ({ event }) => ('error' in event && event.error instanceof Error ? event.error.message : 'Unknown'),
      isLasting: ({ event }) => 'error' in event && event.error instanceof LastingProblem,
    }),
    countRestart: assign({ restarts: ({ context }) => context.restarts + 1 }),
  },
  guards: {
    isLasting: ({ context }) => context.isLasting,
    isLoginAddress: ({ context }) => context.steps.isLoginAddress(),
  },
}).createMachine({
  id: 'start-up',
  context: ({ input }) => ({ steps: input.steps, problem: '', isLasting: false, restarts: 0 }),
  initial: 'initializing',
  states: {
    initializing: {
      initial: 'loading_app_settings',
      states: {
        loading_app_settings: {
          invoke: {
            src: 'loadAppSettings',
            input: ({ context }) => context.steps,
            onDone: 'validating',
            onError: toInitializeError,
          },
        },
        validating: {
          invoke: {
            src: 'checkBrowser',
            input: ({ context }) => context.steps,
            onDone: [{ guard: ({ event }) => event.output, target: 'client' }, { target: '#start-up.unsupported_browser' }],
            onError: toInitializeError,
          },
        },
        client: {
          always: [{ guard: 'isLoginAddress', target: 'initializing_session' }, { target: 'verifying_session' }],
        },
        verifying_session: {
          invoke: {
            src: 'restoreSession',
            input: ({ context }) => context.steps,
            onDone: [{ guard: ({ event }) => event.output, target: 'session_messages' }, { target: 'initializing_session' }],
            onError: toInitializeError,
          },
        },
        initializing_session: {
          invoke: {
            src: 'initialiseClient',
            input: ({ context }) => context.steps,
            onDone: [
              { guard: ({ event }) => event.output, target: 'initializing_login_url' },
              { target: '#start-up.no_client' },
            ],
            onError: toInitializeError,
          },
        },
        initializing_login_url: {
          invoke: {
            src: 'initialiseLoginAddress',
            input: ({ context }) => context.steps,
            onDone: 'general_messages',
            onError: toInitializeError,
          },
        },
        session_messages: {
          invoke: {
            src: 'loadSessionMessages',
            input: ({ context }) => context.steps,
            onDone: 'logo_preload',
            onError: toInitializeError,
          },
        },
        general_messages: {
          invoke: {
            src: 'loadGeneralMessages',
            input: ({ context }) => context.steps,
            onDone: 'logo_preload',
            onError: toInitializeError,
          },
        },
        logo_preload: {
          invoke: {
            src: 'preloadLogo',
            input: ({ context }) => context.steps,
            // A logo that doesn't load stops nobody.
            onDone: '#start-up.initialized',
            onError: '#start-up.initialized',
          },
        },
      },
    },
    initialized: { type: 'final' },
    /** Shows why, with Retry; where the server was the reason, the start-up continues by itself once it is back. */
    initialize_error: {
      initial: 'shown',
      states: {
        shown: { always: [{ guard: 'isLasting', target: 'lasting' }, { target: 'waiting' }] },
        waiting: {
          invoke: {
            src: 'untilServerReturns',
            input: ({ context }) => ({ steps: context.steps, restarts: context.restarts }),
            onDone: { target: '#start-up.initializing', actions: 'countRestart' },
            onError: 'lasting',
          },
        },
        lasting: { type: 'final' },
      },
    },
    unsupported_browser: { type: 'final' },
    no_client: { type: 'final' },
  },
})
