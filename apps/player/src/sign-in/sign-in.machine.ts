import { assign, fromPromise, setup } from 'xstate'

export interface Credentials {
  readonly username: string
  readonly password: string
}

export type SignInRefusal = 'wrong password' | 'suspended' | 'too many attempts'

export type SignInOutcome =
  | { readonly kind: 'signed in' }
  | { readonly kind: 'refused'; readonly reason: SignInRefusal }
  | { readonly kind: 'error'; readonly details: string }

export type SignIn = (credentials: Credentials) => Promise<SignInOutcome>

interface Context extends Credentials {
  readonly signIn: SignIn
  readonly refusal: SignInRefusal | undefined
  readonly details: string
}

const isFilled = ({ username, password }: Credentials) => username !== '' && password !== ''

/** The login form (spec 1 §4, form machine): what is typed, when it can be submitted, what came of it. */
export const signInMachine = setup({
  types: {
    context: {} as Context,
    input: {} as { signIn: SignIn },
    events: {} as { type: 'changed'; field: 'username' | 'password'; value: string } | { type: 'submitted' },
  },
  actors: {
    submit: fromPromise<SignInOutcome, Context>(({ input }) =>
      input.signIn({ username: input.username, password: input.password }),
    ),
  },
  actions: {
    keepChange: assign(({ context, event }) =>
      event.type === 'changed'
        ? // What is wrong stays said until the learner types again; our own clearing of the field isn't typing.
          { [event.field]: event.value, refusal: event.value === '' ? context.refusal : undefined }
        : {},
    ),
  },
  guards: { isFilled: ({ context }) => isFilled(context) },
}).createMachine({
  id: 'sign-in',
  context: ({ input }) => ({ signIn: input.signIn, username: '', password: '', refusal: undefined, details: '' }),
  initial: 'not_filled',
  states: {
    not_filled: {
      always: { guard: 'isFilled', target: 'can_be_submitted' },
      on: { changed: { actions: 'keepChange' } },
    },
    can_be_submitted: {
      on: {
        changed: { actions: 'keepChange', target: 'not_filled' },
        submitted: 'being_submitted',
      },
    },
    being_submitted: {
      initial: 'validating',
      states: {
        validating: { always: [{ guard: 'isFilled', target: 'submitting' }, { target: '#sign-in.not_filled' }] },
        submitting: {
          invoke: {
            src: 'submit',
            input: ({ context }) => context,
            onDone: [
              { guard: ({ event }) => event.output.kind === 'signed in', target: '#sign-in.submitted' },
              {
                guard: ({ event }) => event.output.kind === 'refused',
                target: '#sign-in.failed',
                actions: assign({
                  password: '',
                  refusal: ({ event }) => (event.output.kind === 'refused' ? event.output.reason : undefined),
                }),
              },
              {
                target: '#sign-in.error',
                actions: assign({ details: ({ event }) => (event.output.kind === 'error' ? event.output.details : '') }),
              },
            ],
          },
        },
      },
    },
    /** The password is gone and has the focus again; typing makes it fillable. */
    failed: { always: 'not_filled' },
    submitted: { type: 'final' },
    error: { type: 'final' },
  },
})
