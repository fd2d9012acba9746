import { assign, fromCallback, setup } from 'xstate'
import type { PdfView } from './pdf-view.ts'

/** Why a document isn't shown. */
export type DocumentFailure = 'broken' | 'too-large' | 'missing' | 'unreachable'

export type DocumentEvent =
  | { readonly type: 'OPENED'; readonly view: PdfView }
  | { readonly type: 'FAILED'; readonly failure: DocumentFailure }
  | { readonly type: 'ASKED'; readonly isWrong: boolean; answer(password: string): void }
  | { readonly type: 'ANSWERED'; readonly password: string }
  | { readonly type: 'RETRY' }

/** Opens the document and answers what lets go of it. */
export type OpenDocument = (tell: (event: DocumentEvent) => void) => () => void

interface Context {
  readonly open: OpenDocument
  readonly view: PdfView | undefined
  readonly failure: DocumentFailure | undefined
  readonly isWrong: boolean
  readonly answer: ((password: string) => void) | undefined
}

/** Milliseconds after which a learner is told that opening takes long, and that they needn't wait for it. */
export const slowMs = 8000

/** A document from its opening on, for as long as it is beside the question. */
export const documentMachine = setup({
  types: { context: {} as Context, events: {} as DocumentEvent, input: {} as { readonly open: OpenDocument } },
  actors: {
    document: fromCallback<DocumentEvent, { readonly open: OpenDocument }>(({ input, sendBack }) => input.open(sendBack)),
  },
  actions: {
    answer: ({ context, event }) => {
      if (event.type === 'ANSWERED') context.answer?.(event.password)
    },
  },
  delays: { slow: slowMs },
}).createMachine({
  id: 'document',
  context: ({ input }) => ({ ...input, view: undefined, failure: undefined, isWrong: false, answer: undefined }),
  initial: 'there',
  states: {
    there: {
      invoke: { src: 'document', input: ({ context }) => ({ open: context.open }) },
      initial: 'opening',
      on: {
        FAILED: { target: 'failed', actions: assign({ failure: ({ event }) => event.failure }) },
      },
      states: {
        opening: {
          initial: 'soon',
          states: { soon: { after: { slow: 'slow' } }, slow: {} },
          on: {
            OPENED: { target: 'shown', actions: assign({ view: ({ event }) => event.view }) },
            ASKED: {
              target: 'locked',
              actions: assign(({ event }) => ({ isWrong: event.isWrong, answer: event.answer })),
            },
          },
        },
        locked: {
          on: {
            ANSWERED: { target: 'opening', actions: 'answer' },
          },
        },
        shown: {},
      },
    },
    failed: {
      entry: assign({ view: undefined }),
      on: { RETRY: { target: 'there', actions: assign({ failure: undefined }) } },
    },
  },
})
