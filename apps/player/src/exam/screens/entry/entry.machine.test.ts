import type { Schedule } from '@sitwell/contract'
import { describe, expect, test, vi } from 'vitest'
import { createActor, waitFor } from 'xstate'
import type { LoadedExam } from '../../content/loaded-exam.ts'
import { entryMachine } from './entry.machine.ts'
import type { EntrySteps, ResumeOffer } from './entry-steps.ts'

const schedule: Schedule = {
  guid: 's',
  scheduleType: 1,
  scheduleInfo: '',
  examName: 'Exam',
  examGuid: 'e',
  examTypeGuid: 't',
  commenced: false,
  completed: false,
  practice: false,
  requiresPassword: false,
  version: 1,
  objectID: 1,
}
const exam = { content: {} } as LoadedExam

/** An initialisation in which every step works and is noted, except if a test says otherwise. */
const initialise = (changed: Partial<EntrySteps> = {}) => {
  const ran: string[] = []
  const noted: EntrySteps = {
    clearPreviousExam: async () => {},
    isBrowserSupported: async () => true,
    findSchedule: async () => schedule,
    isCompleted: async () => false,
    canStart: async () => ({ canStart: true, message: '' }),
    isPasswordRequired: () => false,
    fetchExam: async () => ({ kind: 'exam', exam }),
    goOn: async () => {},
    preloadLegacyControls: async (loaded) => loaded,
    preloadImages: async () => {},
    preloadResources: async () => {},
    resumeAnswers: async () => {},
    hasPdfs: () => true,
    needsExtension: () => false,
    needsMonitor: () => false,
    monitorGuidance: () => '',
    startMonitor: async () => ({ missing: [] }),
    toProctoring: () => {},
    preloadPdfs: async () => [],
    ...changed,
  }
  const steps = new Proxy(noted, {
    get: (target, name: keyof EntrySteps) => {
      if (!ran.includes(name)) ran.push(name)
      return target[name]
    },
  })
  const actor = createActor(entryMachine, { input: { steps } })
  const states: string[] = []
  actor.subscribe((state) => states.push(typeof state.value === 'string' ? state.value : (Object.keys(state.value)[0] ?? '')))
  actor.start()
  const ends = (description: Parameters<typeof waitFor<typeof actor>>[1]) => waitFor(actor, description)
  return { actor, ran, states, ends }
}
const validating = <S extends string>(state: S) => ({ initializing: { validating_schedule: state } })
const resources = <S extends string>(state: S) => ({ initializing: { checking_resources: state } })

describe('the initialisation of an exam', () => {
  test('ends at the page of Safe Exam Browser where the server wants that, before a password is asked for or later', async () => {
    const isPasswordRequired = vi.fn(() => true)
    const before = initialise({
      canStart: async () => ({ canStart: false, message: '', isElsewhere: true }),
      isPasswordRequired,
    })
    await before.ends((state) => state.matches(validating('other_browser')))
    expect(isPasswordRequired).not.toHaveBeenCalled()
    expect(before.ran).not.toContain('fetchExam')
    const later = initialise({ fetchExam: async () => ({ kind: 'other-browser' }) })
    await later.ends((state) => state.matches(validating('other_browser')))
    expect(later.ran).not.toContain('preloadImages')
  })

  test('lets a learner go on after a pause, and gets the exam then', async () => {
    const taken: ResumeOffer[] = []
    const offer = { formRunGuid: 'run', number: 3 }
    const { actor, ends } = initialise({
      fetchExam: async () => (taken.length > 0 ? { kind: 'exam', exam } : { kind: 'paused', offer }),
      goOn: async (one) => void taken.push(one),
    })
    await ends((state) => state.context.offer !== undefined)
    actor.send({ type: 'GO_ON' })
    await ends((state) => state.context.exam === exam)
    expect(taken).toEqual([offer])
  })

  test('waits while the exam is paused, and goes on by itself once it is given out', async () => {
    vi.useFakeTimers()
    let asked = 0
    const { actor } = initialise({
      fetchExam: async () => {
        asked += 1
        return asked < 3 ? { kind: 'paused' } : { kind: 'exam', exam }
      },
    })
    await vi.advanceTimersByTimeAsync(0)
    const paused = { initializing: { initialising_exam: 'paused' } } as const
    expect(actor.getSnapshot().matches(paused)).toBe(true)
    await vi.advanceTimersByTimeAsync(4000)
    expect([asked, actor.getSnapshot().matches(paused), actor.getSnapshot().context.isPaused]).toEqual([2, true, true])
    await vi.advanceTimersByTimeAsync(4000)
    expect([actor.getSnapshot().matches('initialized'), actor.getSnapshot().context.isPaused]).toEqual([true, false])
    vi.useRealTimers()
  })

  // INIT-217 INIT-220 INIT-229 INIT-230 INIT-231 INIT-232 INIT-233 INIT-234 INIT-235 INIT-236
  test('clears the previous exam, validates the schedule, loads the exam and checks its resources, in this order', async () => {
    const { ran, states, ends } = initialise()
    await ends((state) => state.matches('initialized'))
    expect(ran).toEqual([
      'clearPreviousExam',
      'isBrowserSupported',
      'findSchedule',
      'isCompleted',
      'canStart',
      'isPasswordRequired',
      'fetchExam',
      'preloadLegacyControls',
      'preloadImages',
      'preloadResources',
      'resumeAnswers',
      'hasPdfs',
      'preloadPdfs',
      'needsMonitor',
      'needsExtension',
    ])
    expect([...new Set(states)]).toEqual(['clearing_previous_exam', 'initializing', 'initialized'])
  })

  // INIT-218 ERR-215 ERR-212
  test.each([
    'clearPreviousExam',
    'findSchedule',
    'isCompleted',
    'canStart',
    'fetchExam',
    'preloadLegacyControls',
    'preloadImages',
    'preloadResources',
    'resumeAnswers',
    'preloadPdfs',
  ] as const)('an error in %s leads to exam_network_error, with the reason', async (step) => {
    const { actor, ends } = initialise({
      [step]: async () => {
        throw new Error(`${step} failed`)
      },
    })
    await ends((state) => state.matches('exam_network_error'))
    expect(actor.getSnapshot().context.details).toBe(`${step} failed`)
  })

  // INIT-223
  test('stops at a schedule that the learner does not have', async () => {
    const { ends, ran } = initialise({ findSchedule: async () => undefined })
    await ends((state) => state.matches(validating('schedule_not_found')))
    expect(ran).not.toContain('canStart')
  })

  // INIT-219 INIT-224 INIT-225
  test('stops at a schedule that is complete, before it asks whether the exam can start', async () => {
    const { ends, ran } = initialise({ isCompleted: async () => true })
    await ends((state) => state.matches(validating('already_complete')))
    expect(ran).not.toContain('canStart')
  })

  // INIT-226 INIT-227
  test("stops where the exam can't start, with the server's message", async () => {
    const { actor, ends, ran } = initialise({ canStart: async () => ({ canStart: false, message: 'Too early' }) })
    await ends((state) => state.matches(validating('cannot_start')))
    expect(actor.getSnapshot().context.message).toBe('Too early')
    expect(ran).not.toContain('isPasswordRequired')
  })

  // INIT-228 GATE-220
  test('waits for the password where one is required, and goes on once it is accepted', async () => {
    const { actor, ends, ran } = initialise({ isPasswordRequired: () => true })
    await ends((state) => state.matches(validating('inputting_password')))
    expect(ran).not.toContain('fetchExam')
    actor.send({ type: 'PASSWORD_ACCEPTED' })
    await ends((state) => state.matches('initialized'))
  })

  test('the server may still refuse the exam: cannot start, completed, or password after all', async () => {
    const refused = (fetched: Awaited<ReturnType<EntrySteps['fetchExam']>>) => initialise({ fetchExam: async () => fetched })
    const late = refused({ kind: 'cannot-start', message: 'Too late' })
    await late.ends((state) => state.matches(validating('cannot_start')))
    expect(late.actor.getSnapshot().context.message).toBe('Too late')
    await refused({ kind: 'completed' }).ends((state) => state.matches(validating('already_complete')))
    await refused({ kind: 'password-required' }).ends((state) => state.matches(validating('inputting_password')))
  })

  // INIT-245
  test('an unsupported browser stops before the schedule is looked at, and may go on', async () => {
    const { actor, ends, ran } = initialise({ isBrowserSupported: async () => false })
    await ends((state) => state.matches({ initializing: 'unsupported_browser' }))
    expect(ran).not.toContain('findSchedule')
    actor.send({ type: 'CONTINUE' })
    await ends((state) => state.matches('initialized'))
  })

  // INIT-246
  test('PDFs are loaded only where the exam has one', async () => {
    const { ends, ran } = initialise({ hasPdfs: () => false })
    await ends((state) => state.matches('initialized'))
    expect(ran).not.toContain('preloadPdfs')
  })

  test('PDFs that still come can be gone on without, and go on coming', async () => {
    let isThere = false
    let arrive: (() => void) | undefined
    const { actor, ends } = initialise({
      preloadPdfs: async (_, onProgress) => {
        onProgress({ done: 0, total: 1, bytes: { loaded: 1, size: 80 } })
        await new Promise<void>((resolve) => {
          arrive = resolve
        })
        isThere = true
        return []
      },
    })
    await ends((state) => state.context.pdfs.bytes?.loaded === 1)
    actor.send({ type: 'CONTINUE' })
    await ends((state) => state.matches('initialized'))
    arrive?.()
    await vi.waitFor(() => expect(isThere).toBe(true))
  })

  test('a PDF that fails can be retried or gone on without', async () => {
    let attempts = 0
    const { actor, ends } = initialise({
      preloadPdfs: async () => {
        attempts += 1
        return ['notes.pdf']
      },
    })
    await ends((state) => state.matches(resources('pdfs_failed')))
    actor.send({ type: 'RETRY' })
    await ends((state) => state.matches(resources('pdfs_failed')) && attempts === 2)
    actor.send({ type: 'CONTINUE' })
    await ends((state) => state.matches('initialized'))
  })
})

test('an exam that is completed while its monitor starts is said to be complete, and the monitor not to have failed', async () => {
  const { ends } = initialise({ needsMonitor: () => true, startMonitor: async () => 'completed' })
  const { context } = await ends((state) => state.matches({ initializing: { validating_schedule: 'already_complete' } }))
  expect(context.problems).toEqual([])
})
