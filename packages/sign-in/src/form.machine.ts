import type { MessageId } from '@sitwell/i18n/message-ids'
import { assign, fromPromise, setup } from 'xstate'

/** What is typed into a form, by the name of the field. */
export type FormValues = Readonly<Record<string, string>>

/** What a submission came to. `reason` names what the learner is told; the fields in `clear` are emptied and asked for again. */
export type FormOutcome =
  | { readonly kind: 'submitted' }
  | { readonly kind: 'failed'; readonly reason: MessageId; readonly clear: readonly string[] }
  | { readonly kind: 'error'; readonly details: string }

export interface FormSteps {
  /** Looked at before anything is sent; undefined if all is well. */
  validate?(values: FormValues): { readonly reason: MessageId; readonly clear: readonly string[] } | undefined
  submit(values: FormValues): Promise<FormOutcome>
}

export interface FormInput {
  readonly fields: readonly string[]
  readonly steps: FormSteps
  readonly values?: FormValues
}

interface Context {
  readonly steps: FormSteps
  readonly values: FormValues
  /** Why the last submission failed, until the learner types again. */
  readonly reason: MessageId | undefined
  /** How often it has failed: the same reason twice takes the focus twice. */
  readonly failures: number
  /** Of an error, for people who help. */
  readonly details: string
}

const isFilled = (values: FormValues): boolean => Object.values(values).every((value) => value !== '')

/**
 * What is wrong stays said until the learner types again. Our own clearing of a field isn't typing, nor is what stands there already:
 * the look for what the browser has filled in may find it only after the form was sent and refused.
 */
const isTyping = (values: FormValues, { field, value }: { readonly field: string; readonly value: string }): boolean =>
  value !== '' && value !== values[field]

/** The form of login, forgotten password, set password and authentication code (spec 1 §4, form machine). */
export const formMachine = setup({
  types: {
    context: {} as Context,
    input: {} as FormInput,
    events: {} as { type: 'changed'; field: string; value: string } | { type: 'submit' },
  },
  actors: {
    submit: fromPromise<FormOutcome, Context>(({ input }) => input.steps.submit(input.values)),
  },
  actions: {
    keepChange: assign(({ context, event }) =>
      event.type === 'changed' && event.field in context.values
        ? {
            values: { ...context.values, [event.field]: event.value },
            reason: isTyping(context.values, event) ? undefined : context.reason,
          }
        : {},
    ),
    fail: assign(({ context }, failure: { reason: MessageId | undefined; clear: readonly string[] }) => ({
      reason: failure.reason,
      failures: context.failures + 1,
      values: { ...context.values, ...Object.fromEntries(failure.clear.map((field) => [field, ''])) },
    })),
  },
  guards: {
    isFilled: ({ context }) => isFilled(context.values),
    isInvalid: ({ context }) => context.steps.validate?.(context.values) !== undefined,
  },
}).createMachine({
  id: 'form',
  context: ({ input }) => ({
    steps: input.steps,
    values: { ...Object.fromEntries(input.fields.map((field) => [field, ''])), ...input.values },
    reason: undefined,
    failures: 0,
    details: '',
  }),
  initial: 'not_filled',
  states: {
    not_filled: {
      always: { guard: 'isFilled', target: 'can_be_submitted' },
      on: { changed: { actions: 'keepChange' } },
    },
    can_be_submitted: {
      on: {
        changed: { actions: 'keepChange', target: 'not_filled' },
        submit: 'being_submitted',
      },
    },
    being_submitted: {
      initial: 'validating',
      states: {
        validating: {
          always: [
            {
              guard: 'isInvalid',
              target: '#form.failed',
              actions: {
                type: 'fail',
                params: ({ context }) => context.steps.validate?.(context.values) ?? { reason: undefined, clear: [] },
              },
            },
            { target: 'submitting' },
          ],
        },
        submitting: {
          invoke: {
            src: 'submit',
            input: ({ context }) => context,
            onDone: [
              { guard: ({ event }) => event.output.kind === 'submitted', target: '#form.submitted' },
              {
                guard: ({ event }) => event.output.kind === 'failed',
                target: '#form.failed',
                actions: {
                  type: 'fail',
                  params: ({ event }) => (event.output.kind === 'failed' ? event.output : { reason: undefined, clear: [] }),
                },
              },
              {
                target: '#form.error',
                actions: assign({ details: ({ event }) => (event.output.kind === 'error' ? event.output.details : '') }),
              },
            ],
            onError: { target: '#form.error', actions: assign({ details: ({ event }) => String(event.error) }) },
          },
        },
      },
    },
    /** Told why; typing makes it fillable. */
    failed: { always: 'not_filled' },
    submitted: { type: 'final' },
    error: { type: 'final' },
  },
})
