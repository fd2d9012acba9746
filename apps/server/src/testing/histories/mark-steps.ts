import fc from 'fast-check'

/** What happens to an answer that persons mark. `marker` says which of them it is. */
export type MarkStep =
  /** A marker opens the response, and knows from then on what is there. */
  | { readonly do: 'open'; readonly marker: number }
  | { readonly do: 'mark'; readonly marker: number; readonly marks: number }
  | { readonly do: 'cannot'; readonly marker: number }
  /** The last request of a marker comes again. */
  | { readonly do: 'repeat'; readonly marker: number }
  /** Both mark at the same moment. */
  | { readonly do: 'at-once'; readonly marks: number }
  | { readonly do: 'return' | 'confirm' | 'withdraw' | 'reopen' | 'hand-in' | 'accept-late' }
  | { readonly do: 'decide'; readonly marks: number }
  | { readonly do: 'save'; readonly text: number }
  /** The database is set back by this many steps, and those whose marks it lost send them again. */
  | { readonly do: 'remember' | 'set-back' }

const marker = fc.nat(1)
const marks = fc.nat(4)

/** The histories of a response: what markers do, staff and the learner, and what a restored database loses. */
export const markSteps: fc.Arbitrary<readonly MarkStep[]> = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.record({ do: fc.constant('open' as const), marker }) },
    { weight: 5, arbitrary: fc.record({ do: fc.constant('mark' as const), marker, marks }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('cannot' as const, 'repeat' as const), marker }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('at-once' as const), marks }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('decide' as const), marks }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('save' as const), text: fc.nat(3) }) },
    {
      weight: 4,
      arbitrary: fc.record({
        do: fc.constantFrom(
          ...([
            'return',
            'confirm',
            'withdraw',
            'reopen',
            'hand-in',
            'hand-in',
            'accept-late',
            'remember',
            'set-back',
          ] as const),
        ),
      }),
    },
  ),
  { minLength: 4, maxLength: 20, size: 'max' },
)
