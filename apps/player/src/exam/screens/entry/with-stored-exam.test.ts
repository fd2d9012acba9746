import { examJson, schedule } from '@sitwell/contract'
import { describe, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import type { StoredExam } from '../../../storage/records.ts'
import { ExamFailure } from '../../content/exam-failure.ts'
import { loadExam } from '../../content/loaded-exam.ts'
import type { EntrySteps } from './entry-steps.ts'
import { withStoredExam } from './with-stored-exam.ts'

const content = z.parse(examJson.reply, {
  ...{ examGuid: 'e', examName: 'Lakes', version: 1, objectID: 1, resourceUrl: 'exams/', formRunGuid: 'run' },
  ...{ settings: {}, sections: [], mappings: [{ sectionId: 'root', sectionIds: [], questionIds: ['q'] }] },
  questions: [
    {
      id: 'q',
      type: 'ASCX',
      number: 1,
      paperPartId: 'a',
      versionId: 'q',
      versionNumber: 1,
      controlName: 'Draw',
      properties: [],
    },
  ],
})
const about = z.parse(schedule, {
  ...{ guid: 's', scheduleType: 1, examGuid: 'e', examTypeGuid: 't', version: 1, examName: 'Lakes', commenced: true },
  ...{ objectID: 1, requiresPassword: true },
})
const stored: StoredExam = {
  format: 1,
  userGuid: 'u',
  examGuid: 'e',
  formRunGuid: 'run',
  schedule: about,
  content,
  controls: { q: '<p>drawn</p>' },
  files: [],
  keptAt: '',
}
/** Paused, with 40 of 60 minutes left. */
const standing = {
  ...{ formRunGuid: 'run', number: 3, completed: false, paused: true, extensionStatus: 0 as const, extendable: 0 },
  ...{ isExtendable: false, awaitingExtension: false, examTime: 3600, examTimeRemaining: 2400, elapsedTime: 1200 },
  ...{ sections: [], time: '' },
}
const gone = () => Promise.reject(new ExamFailure('no network', { isUnreachable: true }))

const arrange = (changed: Partial<EntrySteps>, found: StoredExam | undefined = stored) => {
  const asked: string[] = []
  const note =
    <T>(name: string, value: T) =>
    async () => {
      asked.push(name)
      return value
    }
  const steps: EntrySteps = {
    clearPreviousExam: async () => {},
    isBrowserSupported: async () => true,
    findSchedule: note('schedules', about),
    isCompleted: note('completed', true),
    canStart: note('can start', { canStart: false, message: 'no' }),
    isPasswordRequired: () => true,
    fetchExam: note('exam', { kind: 'completed' } as const),
    preloadLegacyControls: async (exam) => exam,
    preloadImages: note('images', undefined),
    preloadResources: note('resources', undefined),
    resumeAnswers: note('answers', undefined),
    preloadPdfs: async () => [],
    goOn: async () => {},
    hasPdfs: () => true,
    needsExtension: () => false,
    needsMonitor: () => false,
    monitorGuidance: () => '',
    startMonitor: async () => ({ missing: [] }),
    toProctoring: () => {},
    ...changed,
  }
  const takeFiles = vi.fn(async () => {})
  const onOffline = vi.fn(async () => {})
  const entry = withStoredExam(steps, {
    read: async () => found,
    load: (read) => ({ kind: 'exam', exam: loadExam(read) }),
    takeFiles,
    askState: async () => standing,
    onOffline,
    wait: () => new Promise((resolve) => setTimeout(resolve, 5)),
  })
  return { entry, asked, takeFiles, onOffline }
}

const enter = async (entry: EntrySteps) => {
  const found = await entry.findSchedule()
  if (!found) throw new Error('no schedule')
  const fetched = await entry.fetchExam(found)
  if (fetched.kind !== 'exam') return { found, fetched }
  const exam = await entry.preloadLegacyControls(fetched.exam)
  await entry.preloadImages(exam)
  await entry.resumeAnswers(exam, found)
  return { found, fetched, exam }
}

describe('the way into an exam that is kept here', () => {
  test('needs no server: schedule, exam, files and controls are as they were kept, and nobody asks for a password again', async () => {
    const { entry, asked, takeFiles, onOffline } = arrange({ findSchedule: gone })
    const { found, exam } = await enter(entry)
    expect(await entry.isCompleted(found)).toBe(false)
    expect(await entry.canStart(found)).toEqual({ canStart: true, message: '' })
    expect([entry.isPasswordRequired(found), exam && entry.hasPdfs(exam)]).toEqual([false, false])
    expect(exam).toMatchObject({ isStored: true, content: { formRunGuid: 'run' } })
    expect(exam?.questions.get('q')).toMatchObject({ html: '<p>drawn</p>' })
    expect(takeFiles).toHaveBeenCalledTimes(1)
    expect(onOffline).toHaveBeenCalledTimes(1)
    expect(asked).toEqual(['answers'])
  })

  test('waits no longer than its patience for a server that answers nothing', async () => {
    const { entry } = arrange({ findSchedule: () => new Promise(() => {}) })
    expect(await entry.findSchedule()).toEqual(about)
  })

  test('goes on from wherever the server was lost on the way', async () => {
    const { entry, asked, onOffline } = arrange({ fetchExam: gone })
    const { exam } = await enter(entry)
    expect(exam?.isStored).toBe(true)
    expect(asked).toEqual(['schedules', 'answers'])
    expect(onOffline).toHaveBeenCalledTimes(1)
  })

  test('stands on what is kept while the exam is paused, with the time that the server has, and is not offline', async () => {
    const held = { fetchExam: async () => ({ kind: 'paused' }) as const }
    const { entry, asked, takeFiles, onOffline } = arrange(held)
    const { exam } = await enter(entry)
    expect(exam).toMatchObject({ isStored: true, isTimeKnown: true, plan: { timeMs: 3600_000 } })
    expect(exam?.content.settings).toMatchObject({ examTimeRemaining: 2400, elapsedTime: 1200 })
    expect(exam?.questions.get('q')).toMatchObject({ html: '<p>drawn</p>' })
    expect(exam && entry.hasPdfs(exam)).toBe(false)
    expect(takeFiles).toHaveBeenCalledTimes(1)
    expect(onOffline).not.toHaveBeenCalled()
    expect(asked).toEqual(['schedules', 'answers'])
    const nothing = withStoredExam({ ...arrange(held).entry, ...held }, partsOf(undefined))
    expect(await nothing.fetchExam(about)).toEqual({ kind: 'paused' })
  })

  test('asks the server where it is there, and what it says holds', async () => {
    const { entry, onOffline } = arrange({})
    const { found, fetched } = await enter(entry)
    expect(fetched).toEqual({ kind: 'completed' })
    expect(await entry.isCompleted(found)).toBe(true)
    expect((await entry.canStart(found)).canStart).toBe(false)
    expect(entry.isPasswordRequired(found)).toBe(true)
    expect(onOffline).not.toHaveBeenCalled()
  })

  test('stays closed where the server refuses, where nothing is kept, and where it can not be read any more', async () => {
    const refused = () => Promise.reject(new ExamFailure('NOT_ALLOWED'))
    await expect(arrange({ findSchedule: refused }).entry.findSchedule()).rejects.toThrow('NOT_ALLOWED')
    const nothing = arrange({ findSchedule: gone })
    const withoutAny = withStoredExam({ ...nothing.entry, findSchedule: gone }, { ...partsOf(undefined) })
    await expect(withoutAny.findSchedule()).rejects.toThrow('no network')
    const broken = arrange({ findSchedule: gone }, { ...stored, content: { examGuid: 7 } })
    await expect(broken.entry.findSchedule()).rejects.toThrow('no network')
  })
})

const partsOf = (found: StoredExam | undefined) => ({
  read: async () => found,
  load: () => ({ kind: 'completed' }) as const,
  takeFiles: async () => {},
  askState: async () => undefined,
  onOffline: async () => {},
  wait: () => new Promise<void>(() => {}),
})
