import { assign, fromPromise, setup } from 'xstate'

/** What a bug report says. The times are a local `YYYY-MM-DDTHH:mm`, or empty. */
export interface BugReport {
  readonly description: string
  readonly start: string
  readonly end: string
  /** Whom and which exam it concerns; empty if that is not specified. */
  readonly userGuid: string
  readonly examGuid: string
}

export interface BugReportSteps {
  nowMs(): number
  /** Throws an error if it could not be sent. */
  submit(report: BugReport): Promise<void>
}

/** Message ids of what the form alerts to. */
export type BugAlert = 'bug.laterThanNow' | 'bug.endBeforeStart' | 'bug.failed'

interface Context extends BugReport {
  readonly steps: BugReportSteps
  readonly alert: BugAlert | undefined
}

/** The problems with a time of a report (spec 3 §5); a time that isn't given is right. */
export const wrongTime = ({ start, end }: Pick<BugReport, 'start' | 'end'>, nowMs: number): BugAlert | undefined => {
  const [startMs, endMs] = [Date.parse(start), Date.parse(end)]
  if (startMs > nowMs || endMs > nowMs) return 'bug.laterThanNow'
  return endMs < startMs ? 'bug.endBeforeStart' : undefined
}

/** A time that is wrong is reset, and told. */
const withTime = (context: Context, field: 'start' | 'end', value: string): Partial<Context> => {
  const alert = wrongTime({ ...context, [field]: value }, context.steps.nowMs())
  return { [field]: alert === undefined ? value : '', alert }
}

/** A bug report on its way from an administrator to support (spec 3 §5). */
export const bugReportMachine = setup({
  types: {
    context: {} as Context,
    input: {} as { steps: BugReportSteps },
    events: {} as
      | { type: 'described'; value: string }
      | { type: 'start_chosen'; value: string }
      | { type: 'end_chosen'; value: string }
      | { type: 'user_chosen'; value: string }
      | { type: 'exam_chosen'; value: string }
      | { type: 'submitted' },
  },
  actors: {
    submit: fromPromise<void, Context>(({ input: { steps, description, start, end, userGuid, examGuid } }) =>
      steps.submit({ description: description.trim(), start, end, userGuid, examGuid }),
    ),
  },
  guards: {
    isDescribed: ({ context }) => context.description.trim() !== '',
  },
}).createMachine({
  id: 'bug-report',
  context: ({ input }) => ({
    ...{ description: '', start: '', end: '', userGuid: '', examGuid: '' },
    ...{ steps: input.steps, alert: undefined },
  }),
  initial: 'filling',
  states: {
    filling: {
      on: {
        described: { actions: assign({ description: ({ event }) => event.value }) },
        start_chosen: { actions: assign(({ context, event }) => withTime(context, 'start', event.value)) },
        end_chosen: { actions: assign(({ context, event }) => withTime(context, 'end', event.value)) },
        user_chosen: { actions: assign({ userGuid: ({ event }) => event.value, examGuid: '' }) },
        exam_chosen: {
          guard: ({ context }) => context.userGuid !== '',
          actions: assign({ examGuid: ({ event }) => event.value }),
        },
        submitted: { guard: 'isDescribed', target: 'submitting', actions: assign({ alert: undefined }) },
      },
    },
    submitting: {
      invoke: {
        src: 'submit',
        input: ({ context }) => context,
        onDone: 'reported',
        onError: { target: 'filling', actions: assign({ alert: 'bug.failed' as const }) },
      },
    },
    reported: { type: 'final' },
  },
})
