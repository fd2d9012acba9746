import { assign, fromPromise, setup } from 'xstate'

/** The work of each step. A step that can't be done throws, and its message is shown as additional information. */
export interface StartUpSteps {
  loadAppSettings(): Promise<void>
  isBrowserSupported(): Promise<boolean>
  isLoginAddress(): boolean
  /** Whether a stored session was there and holds. */
  restoreSession(): Promise<boolean>
  /** False where no organisation has this address. */
  initialiseClient(): Promise<boolean>
  initialiseLoginAddress(): Promise<void>
  loadSessionMessages(): Promise<void>
  loadGeneralMessages(): Promise<void>
  preloadLogo(): Promise<void>
}

const toInitializeError = {
  target: '#start-up.initialize_error',
  actions: 'keepProblem',
} as const

/** The start of the app, with the states of spec 1 §4. */
export const startUpMachine = setup({
  types: { context: {} as { steps: StartUpSteps; problem: string }, input: {} as { steps: StartUpSteps } },
  actors: {
    loadAppSettings: fromPromise<void, StartUpSteps>(({ input }) => input.loadAppSettings()),
    checkBrowser: fromPromise<boolean, StartUpSteps>(({ input }) => input.isBrowserSupported()),
    restoreSession: fromPromise<boolean, StartUpSteps>(({ input }) => input.restoreSession()),
    initialiseClient: fromPromise<boolean, StartUpSteps>(({ input }) => input.initialiseClient()),
    initialiseLoginAddress: fromPromise<void, StartUpSteps>(({ input }) => input.initialiseLoginAddress()),
    loadSessionMessages: fromPromise<void, StartUpSteps>(({ input }) => input.loadSessionMessages()),
    loadGeneralMessages: fromPromise<void, StartUpSteps>(({ input }) => input.loadGeneralMessages()),
    preloadLogo: fromPromise<void, StartUpSteps>(({ input }) => input.preloadLogo()),
  },
  actions: {
    keepProblem: assign({
      problem: ({ event }) => ('error' in event && event.error instanceof Error ? event.error.message : 'Unknown'),
    }),
  },
  guards: {
    isLoginAddress: ({ context }) => context.steps.isLoginAddress(),
  },
}).createMachine({
  id: 'start-up',
  context: ({ input }) => ({ steps: input.steps, problem: '' }),
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
    initialize_error: { type: 'final' },
    unsupported_browser: { type: 'final' },
    no_client: { type: 'final' },
  },
})
