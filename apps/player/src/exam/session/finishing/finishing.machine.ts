import type { Finishing } from '@sitwell/exam/parts/finishing'
import { assign, fromPromise, setup } from 'xstate'
import { extensionMachine } from '../extension/extension.machine.ts'
import type { FinishedPart, FinishingSteps } from './finishing-steps.ts'

interface Input {
  readonly steps: FinishingSteps
}

interface Context extends Input {
  /** What the learner, or the time, finishes. */
  readonly finishing: Finishing
  /** Whether an extension was asked for in an earlier page, or on another device. */
  readonly isAwaiting: boolean
  /** Seconds of an extension that was granted, and that the learner has yet to read of; undefined if they ask for one. */
  readonly granted: number | undefined
  /** Seconds of the extension that was granted. */
  readonly seconds: number
  /** The exam's time ended while the learner had yet to leave a part that is closed: that is where more of it finds them. */
  readonly isPartOver: boolean
  readonly isTimedOut: boolean
}

type Events =
  | { type: 'FINISH'; finishing: Finishing }
  /** `open` is how many questions are not or only partly answered. */
  | { type: 'CONFIRM'; open: number }
  | { type: 'FINISH_ALL_THE_SAME' }
  | { type: 'CANCEL' }
  | { type: 'PART_TIME_UP'; part: FinishedPart }
  | { type: 'TIME_UP'; isExtendable: boolean; isAwaiting: boolean }
  | { type: 'CONTINUE' }
  /** An extension stands granted, for which nobody waits in this page: it was asked for on another device, or in an earlier page. */
  | { type: 'GRANTED'; seconds: number }
  /** An invigilator gave time without having been asked. */
  | { type: 'TIME_GIVEN' }

/** Milliseconds after which an extended exam opens again (spec 3 §9). */
export const reopenDelayMs = 1000

const partOf = ({ finishing }: Context): FinishedPart => {
  if (finishing.kind !== 'part') throw new Error('No part is being finished')
  return finishing
}

/** What the end of a time does while the learner answers, or is being asked whether to finish (spec 3 §4, timer end). */
const timeUp = {
  PART_TIME_UP: { actions: 'keepPart', target: '#finishing.part_finished' },
  GRANTED: { actions: 'keepGranted', target: '#finishing.extending' },
  TIME_UP: [{ guard: 'canAsk', actions: 'keepAwaiting', target: '#finishing.extending' }, '#finishing.timing_out'],
} as const

/** Where more time finds the learner. */
const goingOn = [{ guard: 'isPartOver', target: '#finishing.part_finished' }, { target: '#finishing.answering' }] as const

/**
 * Finishing in two stages, the plain confirmation and, where unanswered questions exist, a second that names them; and what the end
 * of the time does: nothing is confirmed then (spec 3 §4, decisions).
 */
export const finishingMachine = setup({
  types: {
    context: {} as Context,
    events: {} as Events,
    input: {} as Input,
    output: {} as { readonly isTimedOut: boolean },
    children: {} as { extension: 'extension' },
  },
  actors: {
    completePart: fromPromise<void, Context>(({ input }) => input.steps.completePart(partOf(input))),
    enterNextPart: fromPromise<void, Context>(({ input }) => input.steps.enterNextPart(partOf(input))),
    extend: fromPromise<void, Context>(({ input }) => input.steps.extend(input.seconds)),
    extension: extensionMachine,
  },
  actions: {
    keepPart: assign({ finishing: ({ context, event }) => (event.type === 'PART_TIME_UP' ? event.part : context.finishing) }),
    keepAwaiting: assign({ isAwaiting: ({ event }) => event.type === 'TIME_UP' && event.isAwaiting, granted: undefined }),
    keepGranted: assign({ granted: ({ event }) => (event.type === 'GRANTED' ? event.seconds : undefined) }),
  },
  guards: {
    canAsk: ({ event }) => event.type === 'TIME_UP' && (event.isExtendable || event.isAwaiting),
    isPartOver: ({ context }) => context.isPartOver,
    isPart: ({ context }) => context.finishing.kind === 'part',
    hasUnanswered: ({ event }) => event.type === 'CONFIRM' && event.open > 0,
  },
  delays: { reopenDelay: reopenDelayMs },
}).createMachine({
  id: 'finishing',
  context: ({ input }) => ({
    ...input,
    finishing: { kind: 'exam' },
    isAwaiting: false,
    granted: undefined,
    seconds: 0,
    isPartOver: false,
    isTimedOut: false,
  }),
  output: ({ context }) => ({ isTimedOut: context.isTimedOut }),
  initial: 'answering',
  states: {
    answering: {
      on: { ...timeUp, FINISH: { actions: assign({ finishing: ({ event }) => event.finishing }), target: 'confirming' } },
    },
    confirming: {
      on: {
        ...timeUp,
        CONFIRM: [
          { guard: 'hasUnanswered', target: 'confirming_unanswered' },
          { guard: 'isPart', target: 'completing_part' },
          'finished',
        ],
        CANCEL: 'answering',
      },
    },
    confirming_unanswered: {
      on: {
        ...timeUp,
        FINISH_ALL_THE_SAME: [{ guard: 'isPart', target: 'completing_part' }, 'finished'],
        CANCEL: 'answering',
      },
    },
    completing_part: { invoke: { src: 'completePart', input: ({ context }) => context, onDone: 'entering_part' } },
    /** The part-finished popup. The part is closed already: what it waits for is the learner. */
    part_finished: {
      invoke: { src: 'completePart', input: ({ context }) => context },
      entry: assign({ isPartOver: true }),
      on: { TIME_UP: timeUp.TIME_UP, CONTINUE: 'entering_part' },
    },
    entering_part: {
      entry: assign({ isPartOver: false }),
      invoke: { src: 'enterNextPart', input: ({ context }) => context, onDone: 'answering' },
    },
    extending: {
      invoke: {
        id: 'extension',
        src: 'extension',
        input: ({ context: { steps, isAwaiting, granted } }) => ({ steps: steps.extension, isAwaiting, granted }),
        onDone: [
          {
            guard: ({ event }) => event.output.seconds > 0,
            actions: assign({ seconds: ({ event }) => event.output.seconds }),
            target: 'reopening',
          },
          'timing_out',
        ],
      },
      on: { TIME_GIVEN: goingOn },
    },
    reopening: {
      invoke: { src: 'extend', input: ({ context }) => context },
      after: { reopenDelay: goingOn },
      exit: ({ context }) => context.steps.goOn(),
    },
    timing_out: { entry: assign({ isTimedOut: true }), always: 'finished' },
    finished: { type: 'final' },
  },
})
