import type { ConfirmationId } from '@sitwell/exam/organisation/rubric-confirmations'
import { assign, setup } from 'xstate'

interface Context {
  readonly asked: readonly ConfirmationId[]
  readonly confirmed: ReadonlySet<ConfirmationId>
}

/** The rubric (spec 2 §4): every box has to be confirmed before the learner continues. */
export const rubricMachine = setup({
  types: {
    context: {} as Context,
    input: {} as { asked: readonly ConfirmationId[] },
    events: {} as { type: 'confirmed'; id: ConfirmationId; isConfirmed: boolean } | { type: 'submitted' },
  },
  actions: {
    keep: assign(({ context, event }) => {
      if (event.type !== 'confirmed') return {}
      const confirmed = new Set(context.confirmed)
      if (event.isConfirmed) confirmed.add(event.id)
      else confirmed.delete(event.id)
      return { confirmed }
    }),
  },
  guards: { isAllChecked: ({ context }) => context.asked.every((id) => context.confirmed.has(id)) },
}).createMachine({
  id: 'rubric',
  context: ({ input }) => ({ asked: input.asked, confirmed: new Set<ConfirmationId>() }),
  initial: 'unchecked',
  states: {
    unchecked: {
      always: { guard: 'isAllChecked', target: 'all_checked' },
      on: { confirmed: { actions: 'keep' } },
    },
    all_checked: {
      on: { confirmed: { actions: 'keep', target: 'unchecked' }, submitted: 'finished' },
    },
    finished: { type: 'final' },
  },
})
