import { startUpMachine } from '@sitwell/app-shell/start-up/start-up.machine.ts'
import { expect, test } from 'vitest'
import { createActor, waitFor } from 'xstate'
import { createPlayer } from '../create-player.ts'
import { startUpSteps } from '../start-up/start-up-steps.ts'
import { madeUpEnvironment, startingServer } from '../testing/made-up-environment.ts'
import { proctoringSteps } from './proctoring-steps.ts'

const entry = { clientName: 'demo', userInfo1: 'YWRh', userInfo2: 'eA==', requestId: 'r' }

// PROC-104 PROC-105
test('the start page leads to the exam that the provider’s address named, and to the assessments where it named none', async () => {
  for (const [examGuid, path] of [
    ['an exam/1', '/exam/an%20exam%2F1'],
    [undefined, '/schedules'],
  ] as const) {
    const left: string[] = []
    const environment = madeUpEnvironment('/proctorio/start', startingServer(), { leaveTo: (to) => void left.push(to) })
    const player = createPlayer(environment)
    player.session.proctoring.set(examGuid === undefined ? entry : { ...entry, examGuid })
    const actor = createActor(startUpMachine, { input: { steps: startUpSteps(player) } }).start()
    await waitFor(actor, (snapshot) => snapshot.matches('initialized'))
    proctoringSteps(player, {} as Window).redirectToExam()
    expect(left).toEqual([path])
  }
})
