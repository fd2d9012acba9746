import { assign, fromPromise, setup } from 'xstate'
import { type MfaProvider, providerOfOption } from './mfa-providers.ts'

/** What an authenticator app is set up with (spec 1 §3, MFA QR response). */
export interface QrCode {
  readonly secret: string
  readonly url: string
}

/** What went wrong before a code could be asked for. */
export type MfaProblem = 'qr' | 'email' | 'textmessage' | 'reset' | 'administrator'

/** What a reset came to: done, or first a proof by a code that was mailed, or only by an administrator. */
export type ResetOutcome = 'reset' | 'email' | 'administrator'

/** The calls of the step; each throws an error if it fails. */
export interface MfaSteps {
  fetchQrCode(): Promise<QrCode>
  /** Sends a code by email or text message. */
  sendCode(provider: 'email' | 'textmessage'): Promise<void>
  /** Without a code it asks for whatever the server wants first. */
  reset(): Promise<ResetOutcome>
}

export interface MfaInput {
  readonly steps: MfaSteps
  /** 0 if nothing is set up yet. */
  readonly option: number
  readonly providers: readonly [MfaProvider, ...MfaProvider[]]
}

interface Context extends MfaInput {
  /** The one that is set up or verified now. */
  readonly provider: MfaProvider
  readonly qrCode: QrCode | undefined
  readonly problem: MfaProblem | undefined
  /** How often a code was sent: shown as sent again. */
  readonly sent: number
}

export type MfaEvent =
  | { type: 'provider_chosen'; provider: MfaProvider }
  | { type: 'send_code' }
  | { type: 'reset' }
  | { type: 'confirmed' }
  | { type: 'cancelled' }
  | { type: 'reset_proven' }
  | { type: 'verified' }

/**
 * The second step of a sign-in (spec 1 §4, MFA). What is set up by address (email, text message) sends its code when asked to, so
 * that looking at a tab sends nothing; what is verified so sends it at once. The code's own form tells when it was right.
 */
export const mfaMachine = setup({
  types: { context: {} as Context, input: {} as MfaInput, events: {} as MfaEvent },
  actors: {
    prepare: fromPromise<QrCode | undefined, Context>(async ({ input }) => {
      if (input.provider === 'app') return input.steps.fetchQrCode()
      await input.steps.sendCode(input.provider)
      return undefined
    }),
    reset: fromPromise<ResetOutcome, Context>(({ input }) => input.steps.reset()),
  },
  actions: {
    backToNothing: assign(({ context }) => ({
      option: 0,
      provider: context.providers[0],
      problem: undefined,
      sent: 0,
      qrCode: undefined,
    })),
    keepPrepared: assign(({ context }, qrCode: QrCode | undefined) => ({
      qrCode,
      problem: undefined,
      sent: context.provider === 'app' ? 0 : context.sent + 1,
    })),
    keepProblem: assign(({ context }) => ({ problem: context.provider === 'app' ? ('qr' as const) : context.provider })),
  },
  guards: {
    isSetUp: ({ context }) => providerOfOption(context.option) !== undefined,
    isApp: ({ context }) => context.provider === 'app',
  },
}).createMachine({
  id: 'mfa',
  context: ({ input }) => ({
    ...input,
    provider: providerOfOption(input.option) ?? input.providers[0],
    qrCode: undefined,
    problem: undefined,
    sent: 0,
  }),
  initial: 'checking_option',
  states: {
    checking_option: { always: [{ guard: 'isSetUp', target: 'verification' }, { target: 'setup' }] },
    setup: {
      initial: 'choosing',
      on: {
        provider_chosen: {
          target: '.choosing',
          reenter: true,
          actions: assign({ provider: ({ event }) => event.provider, problem: undefined, sent: 0, qrCode: undefined }),
        },
        verified: 'verified',
      },
      states: {
        choosing: {
          always: { guard: 'isApp', target: 'preparing' },
          on: { send_code: 'preparing' },
        },
        preparing: {
          invoke: {
            src: 'prepare',
            input: ({ context }) => context,
            onDone: { target: 'entering_code', actions: { type: 'keepPrepared', params: ({ event }) => event.output } },
            onError: { target: 'preparation_failed', actions: 'keepProblem' },
          },
        },
        preparation_failed: { on: { send_code: 'preparing' } },
        entering_code: { on: { send_code: 'preparing' } },
      },
    },
    verification: {
      initial: 'choosing',
      on: { verified: 'verified' },
      states: {
        choosing: { always: [{ guard: 'isApp', target: 'entering_code' }, { target: 'preparing' }] },
        preparing: {
          invoke: {
            src: 'prepare',
            input: ({ context }) => context,
            onDone: { target: 'entering_code', actions: { type: 'keepPrepared', params: ({ event }) => event.output } },
            onError: { target: 'preparation_failed', actions: 'keepProblem' },
          },
        },
        preparation_failed: { on: { send_code: 'preparing', reset: 'confirming_reset' } },
        entering_code: { on: { send_code: 'preparing', reset: 'confirming_reset' } },
        confirming_reset: {
          on: { confirmed: 'resetting', cancelled: 'entering_code' },
        },
        resetting: {
          invoke: {
            src: 'reset',
            input: ({ context }) => context,
            onDone: [
              { guard: ({ event }) => event.output === 'reset', target: '#mfa.setup', actions: 'backToNothing' },
              {
                guard: ({ event }) => event.output === 'email',
                target: 'proving_reset',
                actions: assign({ problem: undefined }),
              },
              { target: 'entering_code', actions: assign({ problem: 'administrator' }) },
            ],
            onError: { target: 'entering_code', actions: assign({ problem: 'reset' }) },
          },
        },
        /** A password alone doesn't undo the second step: a code that was mailed proves who asks. */
        proving_reset: {
          on: { reset_proven: { target: '#mfa.setup', actions: 'backToNothing' }, cancelled: 'entering_code' },
        },
      },
    },
    verified: { type: 'final' },
  },
})
