import { assign, fromPromise, setup } from 'xstate'

/** A learner whom an administrator may sign in as. */
export interface FoundPerson {
  readonly userID: number
  readonly firstName: string
  readonly lastName: string
  readonly username: string
  readonly suspended: boolean
}

export interface Found {
  readonly people: readonly FoundPerson[]
  readonly isMore: boolean
}

/** Why it didn't come to a session: the person's second step wants their own code, their account is suspended, or the call failed. */
export type EnterOutcome = 'entered' | 'second step' | 'suspended' | 'failed'

export interface PeopleSteps {
  find(search: string): Promise<Found>
  enter(person: FoundPerson): Promise<EnterOutcome>
}

interface Context {
  readonly steps: PeopleSteps
  readonly search: string
  readonly found: Found | undefined
  readonly person: FoundPerson | undefined
  readonly notice: Exclude<EnterOutcome, 'entered'> | undefined
}

type Event =
  | { readonly type: 'search'; readonly search: string }
  | { readonly type: 'choose'; readonly person: FoundPerson }
  | { readonly type: 'confirmed' | 'cancelled' }

/** Looks for a learner, and signs an administrator in as them (spec 1 §7). */
export const peopleMachine = setup({
  types: { context: {} as Context, input: {} as { steps: PeopleSteps }, events: {} as Event },
  actors: {
    find: fromPromise<Found, Context>(({ input }) => input.steps.find(input.search)),
    enter: fromPromise<EnterOutcome, Context>(async ({ input: { steps, person } }) =>
      person ? steps.enter(person) : 'failed',
    ),
  },
  actions: {
    setSearch: assign(({ context, event }) => ({
      search: event.type === 'search' ? event.search : context.search,
      notice: undefined,
    })),
  },
}).createMachine({
  id: 'people',
  context: ({ input }) => ({ steps: input.steps, search: '', found: undefined, person: undefined, notice: undefined }),
  initial: 'searching',
  states: {
    searching: {
      // What is looked for now takes the place of what was looked for before.
      on: { search: { target: 'searching', reenter: true, actions: 'setSearch' } },
      invoke: {
        src: 'find',
        input: ({ context }) => context,
        onDone: { target: 'shown', actions: assign({ found: ({ event }) => event.output }) },
        onError: { target: 'failed', actions: assign({ found: undefined }) },
      },
    },
    failed: { on: { search: { target: 'searching', actions: 'setSearch' } } },
    shown: {
      on: {
        search: { target: 'searching', actions: 'setSearch' },
        choose: {
          target: 'confirming',
          guard: ({ event }) => !event.person.suspended,
          actions: assign({ person: ({ event }) => event.person, notice: undefined }),
        },
      },
    },
    confirming: { on: { confirmed: 'entering', cancelled: 'shown' } },
    entering: {
      invoke: {
        src: 'enter',
        input: ({ context }) => context,
        onDone: [
          { guard: ({ event }) => event.output === 'entered', target: 'entered' },
          {
            target: 'shown',
            actions: assign({ notice: ({ event }) => (event.output === 'entered' ? undefined : event.output) }),
          },
        ],
        onError: { target: 'shown', actions: assign({ notice: 'failed' as const }) },
      },
    },
    /** The tab is on its way to the learner's page. */
    entered: { type: 'final' },
  },
})
