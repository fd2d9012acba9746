import type { Schedule } from '@sitwell/contract'
import { afterEach, expect, test } from 'vitest'
import { schedulesStore } from '../../../context/held-schedules.ts'
import { activityTypes } from '../../../sync/activity/activity-types.ts'
import type { FormRun } from '../../../sync/form-run/form-run.ts'
import type { ExamVisit } from '../../content/exam-visit.ts'
import { introSteps } from './intro-steps.ts'

// Doubles of what the steps use.
const scheduleOf = (guid: string) => ({ guid, examGuid: 'e', examTypeGuid: 't', scheduleType: 1, version: 3 }) as Schedule
const formRun = { formRunGuid: 'run' } as FormRun

/** The steps of an exam's intro at a server that answers the start so, and everything that they do, in order. */
const stepsOf = (outcome: object, { isCommenced = false } = {}) => {
  const done: unknown[] = []
  schedulesStore.set([
    { ...scheduleOf('s'), commenced: false },
    { ...scheduleOf('other'), commenced: false },
  ])
  const visit = {
    schedule: scheduleOf('s'),
    exam: { content: { settings: { downloadablePractice: false }, importedAt: 5 } },
    log: {
      record: (type: number, text?: string) => void done.push(['record', type, ...(text === undefined ? [] : [text])]),
      setFormRunGuid: async (guid: string) => void done.push(['log follows', guid]),
    },
  } as unknown as ExamVisit
  const call = async (called: { readonly name: string }, input: unknown) => {
    done.push([called.name, input])
    return outcome
  }
  const player = { api: { call }, session: { user: { guid: 'u' } }, appSettings: { appVersion: '1.2.3' } }
  const steps = introSteps({
    player: player as unknown as Parameters<typeof introSteps>[0]['player'],
    visit,
    formRun: isCommenced ? formRun : undefined,
    checksAudio: false,
    withFirstPart: async (of, { partId }) => {
      done.push(['opens', partId])
      return of
    },
    openFormRun: async (_, guid) => {
      done.push(['form run', guid])
      return formRun
    },
    onStarted: (started) => void done.push(['started', started.formRunGuid]),
  })
  return { steps, done, commenced: () => schedulesStore.get()?.map((one) => one.commenced) }
}
afterEach(() => schedulesStore.clear())

const query = {
  userGuid: 'u',
  scheduleGuid: 's',
  scheduleType: 1,
  examGuid: 'e',
  examObjectTypeGuid: 't',
  versionNumber: 3,
  playerVersion: '1.2.3',
  publicUserName: 'Ada',
  importedAt: 5,
}

// INTRO-220 INTRO-221 RUN-345 RUN-346
test('a start that succeeds marks its schedule commenced, stores the form run guid, and then signals the start once', async () => {
  const { steps, done, commenced } = stepsOf({ ok: true, value: { formRunGUID: 'run', firstPart: { partId: 'p', key: 'k' } } })
  await steps.start('Ada')
  expect(done).toEqual([
    ['record', activityTypes.startExam],
    ['start', { query }],
    ['log follows', 'run'],
    ['record', activityTypes.setFormRunGuid, 'run'],
    ['opens', 'p'],
    ['form run', 'run'],
    ['started', 'run'],
  ])
  expect(commenced()).toEqual([true, false])
})

// INTRO-222 RUN-347
test('a start that fails is passed on with its reason, and neither marks a schedule nor signals a start', async () => {
  const { steps, done, commenced } = stepsOf({ ok: false, kind: 'refused', message: 'Wait for your invigilator.' })
  await expect(steps.start('Ada')).rejects.toThrow('Wait for your invigilator.')
  expect(done).toEqual([
    ['record', activityTypes.startExam],
    ['start', { query }],
  ])
  expect(commenced()).toEqual([false, false])
})

test('an exam that was already started resumes its form run, and is not started again', async () => {
  const { steps, done } = stepsOf({ ok: false }, { isCommenced: true })
  expect(steps.isCommenced).toBe(true)
  await steps.resumeActivityLogger()
  expect(done).toEqual([
    ['record', activityTypes.resume],
    ['started', 'run'],
  ])
})
