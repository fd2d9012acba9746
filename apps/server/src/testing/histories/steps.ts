import fc from 'fast-check'

/** One thing that happens in a history; what can't be done where it stands is passed over, so that any part of a history is one. */
export type Step =
  | { readonly do: 'pass'; readonly seconds: number }
  /** A learner's devices: `device` 0 is where they began. Questions and options by their place; what is beyond counts from the start again. */
  | { readonly do: 'type'; readonly device: number; readonly question: number; readonly option: number }
  | { readonly do: 'go'; readonly device: number; readonly question: number }
  | { readonly do: 'tell-time' | 'skip-reading' | 'finish-part' | 'finish' | 'resume' | 'ask-more'; readonly device: number }
  | { readonly do: 'lose' | 'lose-reply' | 'return'; readonly device: number }
  /** Has the answer checked of the first question where the learner is. */
  | { readonly do: 'check'; readonly device: number }
  /** Staff take the file that this device makes of its answers. */
  | { readonly do: 'hand-in'; readonly device: number }
  | { readonly do: 'staff'; readonly act: StaffAct; readonly seconds: number }
  | { readonly do: 'ask-result' }
  /** An administrator signs in as the learner, opens the exam and claims that it stood still for this many seconds. */
  | { readonly do: 'look-in'; readonly absent: number }
  /** The server looks for exams that are over, as it does by itself; or is away for so long, and knows what it has written down alone. */
  | { readonly do: 'server-looks' }
  | { readonly do: 'restart'; readonly seconds: number }
  /** Somebody sets the clock of the server's machine; no time goes by. */
  | { readonly do: 'set-clock'; readonly seconds: number }
  /** A request of before, as it was, again. */
  | { readonly do: 'repeat'; readonly which: number }
  | ({ readonly do: 'cheat' } & Forged)

export type StaffAct = 'pause' | 'resume' | 'add-time' | 'decide' | 'note' | 'accept-late' | 'reopen'

/** A request that no player makes. */
export interface Forged {
  readonly call:
    | 'save'
    | 'time'
    | 'complete'
    | 'absence'
    | 'resume'
    | 'ask-more'
    | 'open'
    | 'part-key'
    | 'take-place'
    | 'hand-in'
    | 'attempt'
    | 'attempts at once'
  readonly question: number
  readonly option: number
  /** Whose question it says to be at. */
  readonly page: number
  readonly number: 'next' | 'first' | 'far' | 'none'
  /** Seconds that it claims. */
  readonly remaining: number
  readonly elapsed: number
  readonly absent: number
  /** How many seconds ago it says that the answer was typed. */
  readonly typedAgo: number
  readonly isStored: boolean
}

const device = fc.constantFrom(0, 0, 0, 1)
const question = fc.nat(5)
const option = fc.nat(2)
const seconds = fc.oneof(fc.integer({ min: 1, max: 20 }), fc.constantFrom(29, 30, 31, 44, 45, 46, 60, 61, 120, 300, 700))

const staff: fc.Arbitrary<Step> = fc.record({
  do: fc.constant('staff' as const),
  act: fc.constantFrom<StaffAct[]>('pause', 'pause', 'resume', 'resume', 'add-time', 'decide', 'note', 'accept-late', 'reopen'),
  seconds: fc.constantFrom(0, 20, 60, 300),
})

/** What a learner, their player, the network and the staff do when nobody means any harm. */
const honest = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant('pass' as const), seconds }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('type' as const), device, question, option }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('go' as const), device, question }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom('tell-time' as const, 'skip-reading', 'finish-part', 'finish', 'resume', 'resume', 'ask-more'),
      device,
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('lose' as const, 'lose-reply', 'return', 'return'), device }) },
  { weight: 2, arbitrary: staff },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('check' as const), device }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('hand-in' as const), device }) },
  { weight: 1, arbitrary: fc.constant({ do: 'ask-result' as const }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('look-in' as const), absent: fc.constantFrom(30, 3600) }) },
  {
    weight: 2,
    // A start takes the longest of all.
    arbitrary: fc.oneof(
      { weight: 4, arbitrary: fc.constant({ do: 'server-looks' as const }) },
      { weight: 1, arbitrary: fc.record({ do: fc.constant('restart' as const), seconds: fc.constantFrom(0, 20, 400) }) },
      // A few seconds are no jump, and the server follows them little by little.
      {
        weight: 2,
        arbitrary: fc.record({ do: fc.constant('set-clock' as const), seconds: fc.constantFrom(-7200, -3600, 3600, 7200) }),
      },
    ),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('repeat' as const), which: fc.nat(30) }) },
)

const claimed = fc.constantFrom(0, 1, 60, 100_000)

const forged = fc.record({
  do: fc.constant('cheat' as const),
  call: fc.constantFrom<Forged['call'][]>(
    'save',
    'save',
    'save',
    'time',
    'complete',
    'absence',
    'resume',
    'ask-more',
    'open',
    'part-key',
    'take-place',
    'hand-in',
    'attempt',
    'attempts at once',
  ),
  question,
  option,
  page: question,
  number: fc.constantFrom<Forged['number'][]>('next', 'next', 'first', 'far', 'none'),
  remaining: claimed,
  elapsed: claimed,
  absent: fc.constantFrom(1, 30, 3600),
  typedAgo: fc.constantFrom(0, 10, 60, 3600),
  isStored: fc.boolean(),
})

export const honestSteps: fc.Arbitrary<readonly Step[]> = fc.array(honest, { minLength: 3, maxLength: 30, size: 'max' })

/** The same, and somebody who sends whatever may bring seconds or marks. */
export const hostileSteps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.oneof({ weight: 3, arbitrary: honest }, { weight: 2, arbitrary: forged }),
  { minLength: 3, maxLength: 30, size: 'max' },
)
