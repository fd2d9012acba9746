import { extensionStatuses } from '@sitwell/exam/ledger/extension'
import { assign, fromCallback, fromPromise, setup } from 'xstate'
import type { Asked, ExtensionNotice, ExtensionSteps } from './extension-steps.ts'

interface Input {
  readonly steps: ExtensionSteps
  /** It was asked for before this dialog opened: in an earlier page of this exam, or on another device. */
  readonly isAwaiting: boolean
  /** Seconds that were granted before this dialog opened; undefined if none were. */
  readonly granted?: number | undefined
}

interface Context extends Input {
  readonly answer: 'granted' | 'declined' | 'withdrawn' | undefined
  /** Seconds that the exam continues; 0 finishes it. */
  readonly seconds: number
  /** The server could not be reached; the learner may ask again. */
  readonly isUnreachable: boolean
}

type Events =
  | { type: 'YES' }
  | { type: 'NO' }
  | { type: 'CANCEL' }
  | { type: 'CONTINUE' }
  | { type: 'FINISH' }
  /** It was asked for on another device. */
  | { type: 'ASKED_ELSEWHERE' }
  | { type: 'NOTIFIED'; notice: ExtensionNotice }

const answers: Partial<Record<ExtensionNotice['status'], NonNullable<Context['answer']>>> = {
  [extensionStatuses.granted]: 'granted',
  [extensionStatuses.declined]: 'declined',
  [extensionStatuses.withdrawn]: 'withdrawn',
}

/** A grant of nothing, or of what can't be counted, is none: over 0 means extended (spec 3 §3). */
const received = ({ status, extendable }: ExtensionNotice): Pick<Context, 'answer' | 'seconds'> => {
  const answer = answers[status]
  if (answer !== 'granted') return { answer, seconds: 0 }
  return extendable > 0 ? { answer, seconds: extendable } : { answer: 'declined', seconds: 0 }
}

/** The request for an extension, with the states of spec 3 §4; its result are the seconds by which the exam continues. */
export const extensionMachine = setup({
  types: { context: {} as Context, events: {} as Events, input: {} as Input, output: {} as { readonly seconds: number } },
  actors: {
    saveLastSecond: fromPromise<void, ExtensionSteps>(({ input }) => input.saveLastSecond()),
    ask: fromPromise<Asked, ExtensionSteps>(({ input }) => input.ask()),
    follow: fromCallback<Events, ExtensionSteps>(({ input, sendBack }) =>
      input.follow((notice) => sendBack({ type: 'NOTIFIED', notice })),
    ),
  },
}).createMachine({
  id: 'extension',
  context: ({ input }) => ({ ...input, answer: undefined, seconds: 0, isUnreachable: false }),
  initial: 'confirmation',
  output: ({ context }) => ({ seconds: context.seconds }),
  states: {
    confirmation: {
      invoke: { src: 'saveLastSecond', input: ({ context }) => context.steps },
      always: [
        {
          guard: ({ context }) => context.granted !== undefined,
          actions: assign(({ context: { granted = 0 } }) =>
            received({ status: extensionStatuses.granted, extendable: granted }),
          ),
          target: 'received',
        },
        { guard: ({ context }) => context.isAwaiting, target: 'waiting' },
      ],
      on: { YES: 'request', NO: 'finishing', ASKED_ELSEWHERE: 'waiting' },
    },
    request: {
      entry: assign({ isAwaiting: false, isUnreachable: false }),
      invoke: {
        src: 'ask',
        input: ({ context }) => context.steps,
        onDone: [
          { guard: ({ event }) => event.output === 'asked', target: 'waiting' },
          { guard: ({ event }) => event.output === 'impossible', actions: assign({ answer: 'declined' }), target: 'received' },
          { actions: assign({ isUnreachable: true }), target: 'confirmation' },
        ],
      },
    },
    waiting: {
      invoke: { src: 'follow', input: ({ context }) => context.steps },
      on: {
        NOTIFIED: [
          {
            guard: ({ event }) => answers[event.notice.status] !== undefined,
            actions: assign(({ event }) => received(event.notice)),
            target: 'received',
          },
          // The request of an earlier page never arrived: it is made now.
          { guard: ({ event }) => event.notice.status === extensionStatuses.none, target: 'request' },
        ],
        CANCEL: { actions: ({ context }) => void context.steps.withdraw(), target: 'finishing' },
      },
    },
    received: {
      on: {
        CONTINUE: { guard: ({ context }) => context.seconds > 0, target: 'finishing' },
        FINISH: { guard: ({ context }) => context.seconds === 0, target: 'finishing' },
      },
    },
    finishing: { type: 'final' },
  },
})
