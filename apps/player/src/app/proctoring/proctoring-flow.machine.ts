import { assign, fromPromise, setup } from 'xstate'

/** The work of each step; what fails throws, a `ProctoringFailure` where it has its own name. */
export interface ProctoringSteps {
  authenticateUser(): Promise<void>
  initializeSessionMessages(): Promise<void>
  fetchClientSettings(): Promise<void>
  checkProctoringParent(): Promise<void>
  redirectToExam(): void
}

/** A failure with the name that the error page shows. */
export class ProctoringFailure extends Error {
  override readonly name: string
  constructor(name: string, message: string) {
    super(message)
    this.name = name
  }
}

export interface Failed {
  readonly name: string
  readonly message: string
}

const failed = (name: string) => ({
  target: '#proctoring.failed',
  actions: { type: 'keepFailure' as const, params: { name } },
})

/** The way from the provider's address into the exam, with the states of spec 1 §4. */
export const proctoringFlowMachine = setup({
  types: {
    context: {} as { steps: ProctoringSteps; failure: Failed },
    input: {} as { steps: ProctoringSteps },
  },
  actors: {
    authenticateUser: fromPromise<void, ProctoringSteps>(({ input }) => input.authenticateUser()),
    initializeSessionMessages: fromPromise<void, ProctoringSteps>(({ input }) => input.initializeSessionMessages()),
    fetchClientSettings: fromPromise<void, ProctoringSteps>(({ input }) => input.fetchClientSettings()),
    checkProctoringParent: fromPromise<void, ProctoringSteps>(({ input }) => input.checkProctoringParent()),
  },
  actions: {
    keepFailure: assign({
      failure: ({ event }, { name }: { readonly name: string }) => {
        const error = 'error' in event ? event.error : undefined
        return {
          name: error instanceof ProctoringFailure ? error.name : name,
          message: error instanceof Error ? error.message : String(error),
        }
      },
    }),
  },
}).createMachine({
  id: 'proctoring',
  context: ({ input }) => ({ steps: input.steps, failure: { name: '', message: '' } }),
  initial: 'authenticating_user',
  states: {
    authenticating_user: {
      invoke: {
        src: 'authenticateUser',
        input: ({ context }) => context.steps,
        onDone: 'initializing_session_messages',
        onError: failed('Authentication Failed'),
      },
    },
    initializing_session_messages: {
      invoke: {
        src: 'initializeSessionMessages',
        input: ({ context }) => context.steps,
        onDone: 'fetching_client_settings',
        onError: failed('Session Messages Failed To Load'),
      },
    },
    fetching_client_settings: {
      invoke: {
        src: 'fetchClientSettings',
        input: ({ context }) => context.steps,
        onDone: 'checking_proctoring_parent',
        onError: failed('Client Settings Failed To Load'),
      },
    },
    checking_proctoring_parent: {
      invoke: {
        src: 'checkProctoringParent',
        input: ({ context }) => context.steps,
        onDone: 'redirect_to_exam',
        onError: failed('Proctoring Session Not Found'),
      },
    },
    redirect_to_exam: { type: 'final', entry: ({ context }) => context.steps.redirectToExam() },
    failed: { type: 'final' },
  },
})
