import type { PublicPasswordPolicy } from '@sitwell/contract'
import { assign, fromPromise, setup } from 'xstate'

/** Whom a set-password link is for (spec 1 §3, set-password token check response). */
export interface PasswordOwner {
  readonly firstName: string
  readonly lastName: string
  readonly logonId: string
  /** What the new one has to be, where the server says it. */
  readonly policy?: PublicPasswordPolicy | undefined
}

/** What the second step has to know of somebody whose credentials are right. */
export interface SecondStep {
  readonly userId: number
  /** 0 if nothing is set up (spec 1 §3, MfaOption). */
  readonly option: number
  /** Empty if none is known. */
  readonly email: string
  /** False if it is known that no text message reaches them. */
  readonly hasPhone?: boolean
  /** The setting `MFA Providers` as it stands. */
  readonly providers: string
  readonly rememberDays: number
}

/** Somebody whose credentials are right; the second step is there where it is required. */
export interface Credentialed {
  readonly secondStep: SecondStep | undefined
}

/** Why the login form stands there again, or with something to say. */
export type LoginNotice = 'link invalid' | 'password set' | 'session ended' | undefined

/** The work of each step; one that can't be done throws, and its message is shown as additional information. */
export interface LoginFlowSteps {
  /** Whose password may be set by the link of this address; undefined without a link or where it doesn't hold. */
  checkSetPasswordToken(): Promise<PasswordOwner | undefined>
  hasSetPasswordToken(): boolean
  /** Whether who comes here was signed in, and their session was ended from elsewhere. */
  wasEnded(): boolean
  /** Signs in with the new password; undefined if that is refused. */
  loginWithNewPassword(logonId: string, password: string): Promise<Credentialed | undefined>
  /** How somebody is led elsewhere instead of into the app; undefined for everyone who enters it. */
  wayElsewhere(): Promise<(() => void) | undefined>
  initializeSessionMessages(): Promise<void>
  /** What the app does before it shows. A failure here stops nobody. */
  prepare(): Promise<void>
  enter(): void
}

interface Context {
  readonly steps: LoginFlowSteps
  readonly owner: PasswordOwner | undefined
  readonly newPassword: string
  readonly secondStep: SecondStep | undefined
  readonly leadElsewhere: (() => void) | undefined
  readonly notice: LoginNotice
  readonly problem: string
}

type Events =
  | { type: 'logged_in'; credentialed: Credentialed }
  | { type: 'password_set'; password: string }
  | { type: 'mfa_verified' }

const toNetworkError = { target: 'network_error', actions: 'keepProblem' } as const

/** The way from a login address into the app (spec 1 §4, login flow). The forms have a machine each, and tell this one. */
export const loginFlowMachine = setup({
  types: { context: {} as Context, input: {} as { steps: LoginFlowSteps }, events: {} as Events },
  actors: {
    checkSetPasswordToken: fromPromise<PasswordOwner | undefined, Context>(({ input }) => input.steps.checkSetPasswordToken()),
    login: fromPromise<Credentialed | undefined, Context>(({ input }) =>
      input.steps.loginWithNewPassword(input.owner?.logonId ?? '', input.newPassword),
    ),
    findWayElsewhere: fromPromise<(() => void) | undefined, Context>(({ input }) => input.steps.wayElsewhere()),
    initializeSessionMessages: fromPromise<void, Context>(({ input }) => input.steps.initializeSessionMessages()),
    prepare: fromPromise<void, Context>(({ input }) => input.steps.prepare()),
  },
  actions: {
    keepProblem: assign({
      problem: ({ event }) => ('error' in event && event.error instanceof Error ? event.error.message : 'Unknown'),
    }),
    forgetPassword: assign({ newPassword: '' }),
  },
}).createMachine({
  id: 'login-flow',
  context: ({ input }) => ({
    steps: input.steps,
    owner: undefined,
    newPassword: '',
    secondStep: undefined,
    leadElsewhere: undefined,
    notice: undefined,
    problem: '',
  }),
  initial: 'checking_set_password_token',
  states: {
    checking_set_password_token: {
      always: {
        guard: ({ context }) => !context.steps.hasSetPasswordToken(),
        target: 'login_form',
        actions: assign({ notice: ({ context }) => (context.steps.wasEnded() ? 'session ended' : undefined) }),
      },
      invoke: {
        src: 'checkSetPasswordToken',
        input: ({ context }) => context,
        onDone: [
          {
            guard: ({ event }) => event.output !== undefined,
            target: 'set_password',
            actions: assign({ owner: ({ event }) => event.output }),
          },
          { target: 'login_form', actions: assign({ notice: 'link invalid' }) },
        ],
        onError: toNetworkError,
      },
    },
    set_password: {
      on: { password_set: { target: 'login', actions: assign({ newPassword: ({ event }) => event.password }) } },
    },
    /** With the new credentials. */
    login: {
      invoke: {
        src: 'login',
        input: ({ context }) => context,
        onDone: [
          {
            guard: ({ event }) => event.output !== undefined,
            target: 'mfa',
            actions: ['forgetPassword', assign({ secondStep: ({ event }) => event.output?.secondStep })],
          },
          { target: 'login_form', actions: ['forgetPassword', assign({ notice: 'password set' })] },
        ],
        onError: { target: 'login_form', actions: ['forgetPassword', assign({ notice: 'password set' })] },
      },
    },
    login_form: {
      on: {
        logged_in: { target: 'mfa', actions: assign({ secondStep: ({ event }) => event.credentialed.secondStep }) },
      },
    },
    mfa: {
      always: { guard: ({ context }) => context.secondStep === undefined, target: 'checking_redirect' },
      on: { mfa_verified: 'checking_redirect' },
    },
    checking_redirect: {
      invoke: {
        src: 'findWayElsewhere',
        input: ({ context }) => context,
        onDone: [
          {
            guard: ({ event }) => event.output !== undefined,
            target: 'redirected',
            actions: assign({ leadElsewhere: ({ event }) => event.output }),
          },
          { target: 'initializing_session_messages' },
        ],
        onError: toNetworkError,
      },
    },
    initializing_session_messages: {
      invoke: {
        src: 'initializeSessionMessages',
        input: ({ context }) => context,
        onDone: 'preparing',
        onError: toNetworkError,
      },
    },
    preparing: {
      invoke: {
        src: 'prepare',
        input: ({ context }) => context,
        onDone: 'entered',
        onError: 'entered',
      },
    },
    entered: { type: 'final', entry: ({ context }) => context.steps.enter() },
    redirected: { type: 'final', entry: ({ context }) => context.leadElsewhere?.() },
    network_error: { type: 'final' },
  },
})
