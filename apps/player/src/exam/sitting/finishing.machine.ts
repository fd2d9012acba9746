import { setup } from 'xstate'

type Events =
  | { type: 'FINISH' }
  | { type: 'CONFIRM'; unanswered: number }
  | { type: 'FINISH_ALL_THE_SAME' }
  | { type: 'CANCEL' }
  | { type: 'TIME_UP' }

/**
 * Finishing in two stages: the plain confirmation, then, where unanswered questions exist, a second that names them (spec 3 §4,
 * decisions). When the time is up there is nothing to confirm.
 */
export const finishingMachine = setup({ types: { events: {} as Events } }).createMachine({
  id: 'finishing',
  initial: 'answering',
  on: { TIME_UP: '.finished' },
  states: {
    answering: { on: { FINISH: 'confirming' } },
    confirming: {
      on: {
        CONFIRM: [{ guard: ({ event }) => event.unanswered > 0, target: 'confirming_unanswered' }, 'finished'],
        CANCEL: 'answering',
      },
    },
    confirming_unanswered: { on: { FINISH_ALL_THE_SAME: 'finished', CANCEL: 'answering' } },
    finished: { type: 'final' },
  },
})
