import type { Schedule } from '@sitwell/contract'
import { assign, fromCallback, fromPromise, setup } from 'xstate'
import type { PdfProgress } from '../../content/exam-files.ts'
import type { LoadedExam } from '../../content/loaded-exam.ts'
import type { MonitorStart } from '../../proctoring/monitor-session.ts'
import type { EntrySteps, FetchedExam, ResumeOffer, StartAnswer } from './entry-steps.ts'

interface Context {
  readonly steps: EntrySteps
  readonly schedule: Schedule | undefined
  readonly exam: LoadedExam | undefined
  /** Why the exam can't start, in the server's words. */
  readonly message: string
  /** What failed, for people who help. */
  readonly details: string
  /** An invigilator holds it, as the server said last. */
  /** Why the integrity monitor didn't start. */
  readonly problems: readonly string[]
  readonly isPaused: boolean
  /** The learner may continue. */
  readonly offer: ResumeOffer | undefined
  readonly pdfs: PdfProgress & { readonly failed: readonly string[] }
}

type Events =
  | { type: 'CONTINUE' }
  | { type: 'RETRY' }
  | { type: 'GO_ON' }
  | { type: 'PASSWORD_ACCEPTED' }
  | { type: 'PDF_PROGRESS'; progress: PdfProgress }
  | { type: 'PDFS_DONE'; failed: readonly string[] }
  | { type: 'PDFS_BROKEN'; error: unknown }

/** Milliseconds after which the server is asked again for an exam that it holds back in a pause. */
const askAgainMs = 4000

const known = <T>(value: T | undefined): T => {
  if (value === undefined) throw new Error('A step of the initialisation ran before the steps that it needs')
  return value
}

const missingIn = (start: MonitorStart) => (start === 'completed' ? [] : start.missing)

const describe = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** Any error leads to the network-error screen, with what failed for people who help (spec 2 §4). */
const failed = { actions: 'keepDetails', target: '#entry.exam_network_error' } as const

/**
 * The initialisation of an exam, named and ordered as spec 2 §4 has it: clearing the previous exam, initializing in three stages,
 * initialized; any error leads to `exam_network_error`.
 */
export const entryMachine = setup({
  types: { context: {} as Context, events: {} as Events, input: {} as { steps: EntrySteps } },
  actors: {
    clearPreviousExam: fromPromise<void, EntrySteps>(({ input }) => input.clearPreviousExam()),
    isBrowserSupported: fromPromise<boolean, EntrySteps>(({ input }) => input.isBrowserSupported()),
    findSchedule: fromPromise<Schedule | undefined, EntrySteps>(({ input }) => input.findSchedule()),
    isCompleted: fromPromise<boolean, Context>(({ input }) => input.steps.isCompleted(known(input.schedule))),
    canStart: fromPromise<StartAnswer, Context>(({ input }) => input.steps.canStart(known(input.schedule))),
    fetchExam: fromPromise<FetchedExam, Context>(({ input }) => input.steps.fetchExam(known(input.schedule))),
    startMonitor: fromPromise<MonitorStart, Context>(({ input }) => input.steps.startMonitor(known(input.schedule))),
    goOn: fromPromise<void, Context>(({ input }) => input.steps.goOn(known(input.offer))),
    preloadLegacyControls: fromPromise<LoadedExam, Context>(({ input }) =>
      input.steps.preloadLegacyControls(known(input.exam)),
    ),
    preloadImages: fromPromise<void, Context>(({ input }) => input.steps.preloadImages(known(input.exam))),
    preloadResources: fromPromise<void, Context>(({ input }) => input.steps.preloadResources(known(input.exam))),
    resumeAnswers: fromPromise<void, Context>(({ input }) =>
      input.steps.resumeAnswers(known(input.exam), known(input.schedule)),
    ),
    preloadPdfs: fromCallback<Events, Context>(({ input, sendBack }) => {
      input.steps
        .preloadPdfs(known(input.exam), (progress) => sendBack({ type: 'PDF_PROGRESS', progress }))
        .then((failed) => sendBack({ type: 'PDFS_DONE', failed }))
        .catch((error: unknown) => sendBack({ type: 'PDFS_BROKEN', error }))
    }),
  },
  actions: {
    keepDetails: assign({ details: ({ event }) => ('error' in event ? describe(event.error) : '') }),
  },
  guards: {
    isPasswordRequired: ({ context }) => context.steps.isPasswordRequired(known(context.schedule)),
    needsMonitorGuidance: ({ context }) =>
      context.steps.needsMonitor(known(context.schedule)) && context.steps.monitorGuidance() !== '',
    needsMonitor: ({ context }) => context.steps.needsMonitor(known(context.schedule)),
    // If nothing was given out for want of a session, there is none, whatever this page takes for active.
    needsExtension: ({ context }) => context.exam === undefined || context.steps.needsExtension(known(context.schedule)),
    hasPdfs: ({ context }) => context.steps.hasPdfs(known(context.exam)),
  },
}).createMachine({
  id: 'entry',
  context: ({ input }) => ({
    steps: input.steps,
    schedule: undefined,
    exam: undefined,
    message: '',
    details: '',
    problems: [],
    isPaused: false,
    offer: undefined,
    pdfs: { done: 0, total: 0, failed: [] },
  }),
  initial: 'clearing_previous_exam',
  states: {
    clearing_previous_exam: {
      invoke: { src: 'clearPreviousExam', input: ({ context }) => context.steps, onDone: 'initializing', onError: failed },
    },
    initializing: {
      initial: 'checking_browser',
      onDone: 'initialized',
      states: {
        checking_browser: {
          invoke: {
            src: 'isBrowserSupported',
            input: ({ context }) => context.steps,
            onDone: [{ guard: ({ event }) => event.output, target: 'validating_schedule' }, 'unsupported_browser'],
            onError: failed,
          },
        },
        unsupported_browser: { on: { CONTINUE: 'validating_schedule' } },
        validating_schedule: {
          initial: 'initialising_schedule_data',
          onDone: 'initialising_exam',
          states: {
            initialising_schedule_data: {
              invoke: {
                src: 'findSchedule',
                input: ({ context }) => context.steps,
                onDone: [
                  {
                    guard: ({ event }) => event.output !== undefined,
                    actions: assign({ schedule: ({ event }) => event.output }),
                    target: 'checking_completion',
                  },
                  'schedule_not_found',
                ],
                onError: failed,
              },
            },
            schedule_not_found: {},
            checking_completion: {
              invoke: {
                src: 'isCompleted',
                input: ({ context }) => context,
                onDone: [{ guard: ({ event }) => event.output, target: 'already_complete' }, 'checking_can_start'],
                onError: failed,
              },
            },
            already_complete: {},
            checking_can_start: {
              invoke: {
                src: 'canStart',
                input: ({ context }) => context,
                onDone: [
                  { guard: ({ event }) => event.output.canStart, target: 'checking_password_requirement' },
                  { guard: ({ event }) => event.output.isElsewhere === true, target: 'other_browser' },
                  { actions: assign({ message: ({ event }) => event.output.message }), target: 'cannot_start' },
                ],
                onError: failed,
              },
            },
            cannot_start: {},
            /** Sat in Safe Exam Browser, which this isn't, or not with the exam's settings. */
            other_browser: {},
            checking_password_requirement: {
              always: [{ guard: 'isPasswordRequired', target: 'inputting_password' }, 'validated'],
            },
            inputting_password: { on: { PASSWORD_ACCEPTED: 'validated' } },
            validated: { type: 'final' },
          },
        },
        initialising_exam: {
          initial: 'fetching_exam',
          onDone: 'checking_resources',
          states: {
            fetching_exam: {
              invoke: {
                src: 'fetchExam',
                input: ({ context }) => context,
                onDone: [
                  {
                    guard: ({ event }) => event.output.kind === 'exam',
                    actions: assign({
                      exam: ({ event }) => (event.output.kind === 'exam' ? event.output.exam : undefined),
                      isPaused: false,
                    }),
                    target: 'preloading_legacy_controls',
                  },
                  {
                    guard: ({ event }) => event.output.kind === 'paused',
                    actions: assign({
                      isPaused: true,
                      offer: ({ event }) => (event.output.kind === 'paused' ? event.output.offer : undefined),
                    }),
                    target: 'paused',
                  },
                  {
                    guard: ({ event }) => event.output.kind === 'password-required',
                    target: '#entry.initializing.validating_schedule.inputting_password',
                  },
                  {
                    guard: ({ event }) => event.output.kind === 'other-browser',
                    target: '#entry.initializing.validating_schedule.other_browser',
                  },
                  {
                    // The checks that make a session come first then, instead of last.
                    guard: ({ event }) => event.output.kind === 'proctoring-required',
                    target: '#entry.initializing.checking_resources.checking_integrity_monitor',
                  },
                  {
                    guard: ({ event }) => event.output.kind === 'completed',
                    target: '#entry.initializing.validating_schedule.already_complete',
                  },
                  {
                    actions: assign({
                      message: ({ event }) => (event.output.kind === 'cannot-start' ? event.output.message : ''),
                    }),
                    target: '#entry.initializing.validating_schedule.cannot_start',
                  },
                ],
                onError: failed,
              },
            },
            /** Asked again until it is given out. */
            paused: { after: { [askAgainMs]: 'fetching_exam' }, on: { GO_ON: 'going_on' } },
            going_on: { invoke: { src: 'goOn', input: ({ context }) => context, onDone: 'fetching_exam', onError: failed } },
            preloading_legacy_controls: {
              invoke: {
                src: 'preloadLegacyControls',
                input: ({ context }) => context,
                onDone: { actions: assign({ exam: ({ event }) => event.output }), target: 'preloading_images' },
                onError: failed,
              },
            },
            preloading_images: {
              invoke: {
                src: 'preloadImages',
                input: ({ context }) => context,
                onDone: 'preloading_resources',
                onError: failed,
              },
            },
            preloading_resources: {
              invoke: {
                src: 'preloadResources',
                input: ({ context }) => context,
                onDone: 'resuming_answers',
                onError: failed,
              },
            },
            resuming_answers: {
              invoke: {
                src: 'resumeAnswers',
                input: ({ context }) => context,
                onDone: 'loaded',
                onError: failed,
              },
            },
            loaded: { type: 'final' },
          },
        },
        checking_resources: {
          initial: 'checking_pdfs',
          onDone: 'checked',
          states: {
            checking_pdfs: { always: [{ guard: 'hasPdfs', target: 'preloading_pdfs' }, 'checking_integrity_monitor'] },
            preloading_pdfs: {
              invoke: { src: 'preloadPdfs', input: ({ context }) => context },
              on: {
                PDF_PROGRESS: {
                  actions: assign({ pdfs: ({ event }) => ({ ...event.progress, failed: [] }) }),
                },
                PDFS_DONE: [
                  { guard: ({ event }) => event.failed.length === 0, target: 'checking_integrity_monitor' },
                  {
                    actions: assign({ pdfs: ({ context, event }) => ({ ...context.pdfs, failed: event.failed }) }),
                    target: 'pdfs_failed',
                  },
                ],
                PDFS_BROKEN: failed,
                // They continue coming; what isn't there yet is read from the server, page by page.
                CONTINUE: 'checking_integrity_monitor',
              },
            },
            pdfs_failed: { on: { RETRY: 'preloading_pdfs', CONTINUE: 'checking_integrity_monitor' } },
            checking_integrity_monitor: {
              always: [
                { guard: 'needsMonitorGuidance', target: 'integrity_guidance' },
                { guard: 'needsMonitor', target: 'loading_integrity_monitor' },
                'checking_extension_proctoring',
              ],
            },
            integrity_guidance: { on: { CONTINUE: 'loading_integrity_monitor' } },
            loading_integrity_monitor: {
              invoke: {
                src: 'startMonitor',
                input: ({ context }) => context,
                onDone: [
                  // Completed while what is said of the monitor was read.
                  {
                    guard: ({ event }) => event.output === 'completed',
                    target: '#entry.initializing.validating_schedule.already_complete',
                  },
                  {
                    guard: ({ event }) => missingIn(event.output).length > 0,
                    actions: assign({ problems: ({ event }) => missingIn(event.output) }),
                    target: 'integrity_error',
                  },
                  // Nothing was given out before.
                  {
                    guard: ({ context }) => context.exam === undefined,
                    target: '#entry.initializing.initialising_exam',
                  },
                  'checking_extension_proctoring',
                ],
                onError: {
                  actions: assign({ problems: ({ event }) => [describe(event.error)] }),
                  target: 'integrity_error',
                },
              },
            },
            integrity_error: { on: { RETRY: 'loading_integrity_monitor' } },
            checking_extension_proctoring: {
              always: [{ guard: 'needsExtension', target: 'redirecting_to_proctoring' }, 'resources_checked'],
            },
            /** The page is being left; there is nothing to wait for. */
            redirecting_to_proctoring: {
              entry: ({ context }) => context.steps.toProctoring(known(context.schedule)),
            },
            resources_checked: { type: 'final' },
          },
        },
        checked: { type: 'final' },
      },
    },
    initialized: { type: 'final' },
    exam_network_error: {},
  },
})
