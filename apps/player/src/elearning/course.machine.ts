import type { CourseAttempt, CourseLaunch, CourseState, cmi5Launch, LeftPlace, ReplyOf, ScoAttempt } from '@sitwell/contract'
import { assign, fromPromise, setup } from 'xstate'

/** A SCO that is open. */
export interface OpenedSco {
  readonly attemptId: number
  readonly name: string
  readonly launch: CourseLaunch
  readonly data: readonly CourseState['data'][number][]
  /** Its saves are numbered on from here, by `writer`. */
  readonly number: number
  readonly writer: string
  /** Shows the server that it was opened. */
  readonly opening: string | undefined
  /** It was opened without the server. */
  readonly isOpenedHere?: boolean | undefined
  /** Where the course's files are kept on the courses' origin. */
  readonly place?: LeftPlace | undefined
  /** Resolves once how the course stands is kept beside its files, or isn't to be. Undefined if that is there already. */
  readonly standing?: Promise<boolean> | undefined
}

/** An assignable unit of cmi5 that is launched. */
export interface OpenedAu {
  readonly kind: 'au'
  readonly attemptId: number
  readonly name: string
  readonly launch: ReplyOf<typeof cmi5Launch>['launch']
}

/** Why a SCO could not be opened: the id of a message. */
export type OpenFailure = 'course.openFailedText' | 'course.notOpenText' | 'course.unsentText' | 'course.needsConnection'

/** What the course's page does; each throws an error if it can't. */
export interface CourseSteps {
  /** Undefined if the learner has no such course. */
  load(): Promise<CourseAttempt | undefined>
  open(sco: ScoAttempt): Promise<OpenedSco | OpenedAu | OpenFailure>
  /** Waits until the server has the last of what the SCO set, not for long, and gives the course as it stands then. */
  settle(attemptId: number): Promise<CourseAttempt | undefined>
  /** Testing only; undefined if it failed, which is ignored. */
  reset(of: { readonly courseAttemptId: number } | { readonly scoAttemptId: number }): Promise<CourseAttempt | undefined>
}

/** Status of a completed course or SCO. */
export const completed = 2

interface Context {
  readonly steps: CourseSteps
  readonly course: CourseAttempt | undefined
  readonly problem: string
  readonly failure: OpenFailure
  /** The one that is to be opened, or is open. */
  readonly sco: ScoAttempt | undefined
  readonly opened: OpenedSco | OpenedAu | undefined
  /** The activity that the course's sequencing wants next. */
  readonly next: string | undefined
  /** The course was completed while the learner was here, and they have not been told. */
  readonly isJustCompleted: boolean
  readonly resetting: Parameters<CourseSteps['reset']>[0] | undefined
}

const problemOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** What is known of the course, and whether this completes it. */
const courseAs = (context: Context, course: CourseAttempt | undefined): Partial<Context> => {
  if (!course) return {}
  const before = context.course?.Status
  const isNew = before !== undefined && before !== completed && course.Status === completed
  return { course, isJustCompleted: (context.isJustCompleted || isNew) && course.Status === completed }
}

/** A course's page: its SCOs, and one of them in the player (spec 2 §2, §4). */
export const courseMachine = setup({
  types: {
    context: {} as Context,
    input: {} as { steps: CourseSteps },
    events: {} as
      | { type: 'open'; sco: ScoAttempt }
      | { type: 'over'; next: string | undefined }
      | { type: 'updated'; course: CourseAttempt }
      | { type: 'reset'; of: Parameters<CourseSteps['reset']>[0] }
      | { type: 'completionRead' }
      | { type: 'retry' }
      | { type: 'back' },
  },
  actors: {
    load: fromPromise<CourseAttempt | undefined, CourseSteps>(({ input }) => input.load()),
    open: fromPromise<OpenedSco | OpenedAu | OpenFailure, Context>(async ({ input: { steps, sco } }) =>
      sco ? steps.open(sco) : 'course.notOpenText',
    ),
    settle: fromPromise<CourseAttempt | undefined, Context>(async ({ input: { steps, opened } }) =>
      opened ? steps.settle(opened.attemptId) : undefined,
    ),
    reset: fromPromise<CourseAttempt | undefined, Context>(async ({ input: { steps, resetting } }) =>
      resetting ? steps.reset(resetting) : undefined,
    ),
  },
  guards: {
    isGone: (_, course: CourseAttempt | undefined) => course === undefined,
    isFailure: (_, opened: OpenedSco | OpenedAu | OpenFailure) => typeof opened === 'string',
    hasNext: ({ context }) => nextOf(context) !== undefined,
  },
  actions: {
    setCourse: assign(({ context }, course: CourseAttempt | undefined) => courseAs(context, course)),
  },
}).createMachine({
  id: 'course',
  context: ({ input: { steps } }) => ({
    steps,
    course: undefined,
    problem: '',
    failure: 'course.openFailedText',
    sco: undefined,
    opened: undefined,
    next: undefined,
    isJustCompleted: false,
    resetting: undefined,
  }),
  initial: 'loading',
  on: {
    updated: { actions: { type: 'setCourse', params: ({ event }) => event.course } },
    completionRead: { actions: assign({ isJustCompleted: false }) },
  },
  states: {
    loading: {
      invoke: {
        src: 'load',
        input: ({ context }) => context.steps,
        onDone: [
          { guard: { type: 'isGone', params: ({ event }) => event.output }, target: 'not_found' },
          { target: 'lessons', actions: { type: 'setCourse', params: ({ event }) => event.output } },
        ],
        onError: { target: 'failed', actions: assign({ problem: ({ event }) => problemOf(event.error) }) },
      },
    },
    not_found: {},
    failed: { on: { retry: 'loading' } },
    lessons: {
      on: {
        open: { target: 'opening', actions: assign({ sco: ({ event }) => event.sco }) },
        reset: { target: 'resetting', actions: assign({ resetting: ({ event }) => event.of }) },
      },
    },
    resetting: {
      invoke: {
        src: 'reset',
        input: ({ context }) => context,
        onDone: { target: 'lessons', actions: { type: 'setCourse', params: ({ event }) => event.output } },
        onError: 'lessons',
      },
    },
    opening: {
      invoke: {
        src: 'open',
        input: ({ context }) => context,
        onDone: [
          {
            guard: { type: 'isFailure', params: ({ event }) => event.output },
            target: 'open_failed',
            actions: assign({
              failure: ({ event }) => (typeof event.output === 'string' ? event.output : 'course.openFailedText'),
            }),
          },
          {
            target: 'playing',
            actions: assign({ opened: ({ event }) => (typeof event.output === 'string' ? undefined : event.output) }),
          },
        ],
        onError: { target: 'open_failed', actions: assign({ failure: 'course.openFailedText' }) },
      },
    },
    open_failed: { on: { retry: 'opening', back: 'loading' } },
    playing: {
      on: { over: { target: 'settling', actions: assign({ next: ({ event }) => event.next }) } },
    },
    settling: {
      invoke: {
        src: 'settle',
        input: ({ context }) => context,
        onDone: { target: 'settled', actions: { type: 'setCourse', params: ({ event }) => event.output } },
        onError: 'settled',
      },
    },
    settled: {
      always: [
        { guard: 'hasNext', target: 'opening', actions: assign(({ context }) => ({ sco: nextOf(context), next: undefined })) },
        { target: 'lessons', actions: assign({ opened: undefined, next: undefined }) },
      ],
    },
  },
})

const nextOf = ({ course, next }: Context): ScoAttempt | undefined =>
  next === undefined ? undefined : course?.ScoAttempts.find(({ identifier }) => identifier === next)
