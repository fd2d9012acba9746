import { assign, fromPromise, setup } from 'xstate'

/** What the intro stands on; each step throws an error if the way can't continue. */
export interface IntroSteps {
  readonly isCommenced: boolean
  readonly isDownloadablePractice: boolean
  /** Sections have recordings: the sound is checked first. */
  readonly checksAudio: boolean
  /** Goes on logging and logs the resumption. */
  resumeActivityLogger(): Promise<void>
  /** Starts the exam on the server under a name that only public exams have, and logs the start. */
  start(publicUserName: string): Promise<void>
}

interface Context {
  readonly steps: IntroSteps
  readonly name: string
  readonly details: string
}

type Events = { type: 'IDENTIFIED'; name: string } | { type: 'AUDIO_CHECKED' } | { type: 'START' }

const failed = { actions: 'keepDetails', target: 'exam_network_error' } as const

/** The way from the initialised exam into its first question (spec 2 §4, intro machine). */
export const introMachine = setup({
  types: { context: {} as Context, events: {} as Events, input: {} as { steps: IntroSteps } },
  actors: {
    resume: fromPromise<void, Context>(({ input }) => input.steps.resumeActivityLogger()),
    start: fromPromise<void, Context>(({ input }) => input.steps.start(input.name)),
  },
  actions: {
    keepName: assign({ name: ({ event, context }) => (event.type === 'IDENTIFIED' ? event.name : context.name) }),
    keepDetails: assign({
      details: ({ event }) => ('error' in event && event.error instanceof Error ? event.error.message : 'unknown'),
    }),
  },
  guards: {
    isCommenced: ({ context }) => context.steps.isCommenced,
    isDownloadablePractice: ({ context }) => context.steps.isDownloadablePractice,
    checksAudio: ({ context }) => context.steps.checksAudio,
  },
}).createMachine({
  id: 'intro',
  context: ({ input }) => ({ steps: input.steps, name: '', details: '' }),
  initial: 'attempting_to_resume',
  states: {
    attempting_to_resume: {
      always: [
        { guard: 'isCommenced', target: 'resuming_activity_logger' },
        { guard: 'isDownloadablePractice', target: 'identifying_public_user' },
        { guard: 'checksAudio', target: 'checking_audio' },
        'displaying_intro',
      ],
    },
    resuming_activity_logger: {
      invoke: { src: 'resume', input: ({ context }) => context, onDone: 'redirecting', onError: failed },
    },
    identifying_public_user: {
      on: {
        IDENTIFIED: [
          { guard: 'checksAudio', actions: 'keepName', target: 'checking_audio' },
          { actions: 'keepName', target: 'displaying_intro' },
        ],
      },
    },
    checking_audio: { on: { AUDIO_CHECKED: 'displaying_intro' } },
    displaying_intro: { on: { START: 'starting_exam' } },
    starting_exam: {
      invoke: { src: 'start', input: ({ context }) => context, onDone: 'redirecting', onError: failed },
    },
    redirecting: { type: 'final' },
    exam_network_error: {},
  },
})
