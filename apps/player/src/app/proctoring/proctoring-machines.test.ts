import { expect, test } from 'vitest'
import { createActor, waitFor } from 'xstate'
import { ProctoringFailure, type ProctoringSteps, proctoringFlowMachine } from './proctoring-flow.machine.ts'
import { proctoringRedirectMachine, type RedirectSteps } from './proctoring-redirect.machine.ts'

const flow = async (more: Partial<ProctoringSteps> = {}) => {
  const done: string[] = []
  const step = (name: string) => async () => void done.push(name)
  const steps: ProctoringSteps = {
    authenticateUser: step('authenticate'),
    initializeSessionMessages: step('messages'),
    fetchClientSettings: step('settings'),
    checkProctoringParent: step('parent'),
    redirectToExam: () => void done.push('exam'),
    ...more,
  }
  const actor = createActor(proctoringFlowMachine, { input: { steps } }).start()
  const { value, context } = await waitFor(actor, (snapshot) => snapshot.status === 'done')
  return { value, done, failure: context.failure }
}
const fail = async () => {
  throw new Error('down')
}

// PROC-103 PROC-113
test('the way in goes from the sign-in over messages and settings to the provider’s page, and then to the exam', async () => {
  expect(await flow()).toMatchObject({
    value: 'redirect_to_exam',
    done: ['authenticate', 'messages', 'settings', 'parent', 'exam'],
  })
})

// PROC-114 PROC-115 PROC-116 ERR-117
test('each failure has its own name, and leads no further', async () => {
  expect(await flow({ authenticateUser: fail })).toMatchObject({
    value: 'failed',
    done: [],
    failure: { name: 'Authentication Failed', message: 'down' },
  })
  expect((await flow({ initializeSessionMessages: fail })).failure.name).toBe('Session Messages Failed To Load')
  expect((await flow({ fetchClientSettings: fail })).failure.name).toBe('Client Settings Failed To Load')
  expect((await flow({ checkProctoringParent: fail })).failure.name).toBe('Proctoring Session Not Found')
  const named = async () => {
    throw new ProctoringFailure('Proctoring Is Not Active', 'It says no')
  }
  expect((await flow({ checkProctoringParent: named })).failure).toEqual({
    name: 'Proctoring Is Not Active',
    message: 'It says no',
  })
})

const redirect = async (more: Partial<RedirectSteps> = {}) => {
  const seen: unknown[] = []
  const steps: RedirectSteps = {
    isScheduleCompleted: async () => false,
    canScheduleStart: async () => ({ canStart: true, message: '' }),
    redirectToProctorio: () => new Promise(() => undefined),
    ...more,
  }
  const actor = createActor(proctoringRedirectMachine, { input: { steps } })
  actor.subscribe(({ value }) => void (seen.at(-1) !== value && seen.push(value)))
  actor.start()
  await waitFor(actor, (snapshot) => snapshot.status === 'done' || snapshot.matches('redirect_to_proctorio'))
  await Promise.resolve()
  return { seen, context: actor.getSnapshot().context }
}

// PROC-117 PROC-118 PROC-119 PROC-120
test('the way to the provider asks first whether the schedule is complete, then whether it can start', async () => {
  expect((await redirect()).seen).toEqual([
    'checking_schedule_completion',
    'checking_schedule_can_start',
    'redirect_to_proctorio',
  ])
  expect((await redirect({ isScheduleCompleted: async () => true })).seen).toEqual([
    'checking_schedule_completion',
    'schedule_already_completed',
  ])
  const cant = await redirect({ canScheduleStart: async () => ({ canStart: false, message: 'Not yet' }) })
  expect(cant.seen.at(-1)).toBe('schedule_cant_start')
  expect(cant.context.message).toBe('Not yet')
})

test('an exam that is completed while the provider is asked is said to be complete', async () => {
  const steps = { redirectToProctorio: async () => 'completed' as const }
  expect((await redirect(steps)).seen.at(-1)).toBe('schedule_already_completed')
})

// PROC-121
test('whatever fails on the way to the provider leads to the dialog that says so', async () => {
  for (const step of ['isScheduleCompleted', 'canScheduleStart', 'redirectToProctorio'] as const) {
    const actor = createActor(proctoringRedirectMachine, {
      input: {
        steps: {
          isScheduleCompleted: async () => false,
          canScheduleStart: async () => ({ canStart: true, message: '' }),
          redirectToProctorio: async () => 'completed',
          [step]: fail,
        },
      },
    }).start()
    expect((await waitFor(actor, (snapshot) => snapshot.status === 'done')).value, step).toBe('cant_redirect')
  }
})
