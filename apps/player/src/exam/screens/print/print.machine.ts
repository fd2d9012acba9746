import { assign, fromPromise, setup } from 'xstate'

/** The result of a question that was to be printed: the address of its PDF, or why there is none, in words for the learner or in none. */
export type PrintOutcome = { readonly link: string } | { readonly error: string }

/** What printing does outside of itself. */
export interface PrintSteps {
  /** Has the PDF made. A signal that is aborted says that nobody waits for it any more. */
  print(signal: AbortSignal): Promise<PrintOutcome>
  /** Opens the PDF in a new window; false if the browser lets no window open. */
  open(link: string): boolean
}

interface Input {
  readonly steps: PrintSteps
}

interface Context extends Input {
  readonly link: string
  /** Words of the server, which may be none. */
  readonly error: string
}

/**
 * Printing a question, with the states of spec 3 §4: printing, then error or done. Where the browser opens no window by itself, the
 * learner opens the link: `ready` waits for that.
 */
export const printMachine = setup({
  types: {
    context: {} as Context,
    input: {} as Input,
    events: {} as { type: 'CLOSE' } | { type: 'AGAIN' } | { type: 'OPENED' },
  },
  actors: {
    print: fromPromise<PrintOutcome, PrintSteps>(({ input, signal }) => input.print(signal)),
  },
  guards: { opens: ({ context }) => context.steps.open(context.link) },
}).createMachine({
  id: 'print',
  context: ({ input }) => ({ ...input, link: '', error: '' }),
  initial: 'printing',
  states: {
    printing: {
      invoke: {
        src: 'print',
        input: ({ context }) => context.steps,
        onDone: [
          {
            guard: ({ event }) => 'link' in event.output,
            target: 'opening',
            actions: assign(({ event }) => ('link' in event.output ? { link: event.output.link } : {})),
          },
          {
            target: 'error',
            actions: assign(({ event }) => ({ error: 'error' in event.output ? event.output.error : '' })),
          },
        ],
        onError: { target: 'error', actions: assign({ error: '' }) },
      },
      on: { CLOSE: 'done' },
    },
    opening: { always: [{ guard: 'opens', target: 'done' }, { target: 'ready' }] },
    ready: { on: { OPENED: 'done', CLOSE: 'done' } },
    error: { on: { CLOSE: 'done', AGAIN: 'printing' } },
    done: { type: 'final' },
  },
})
