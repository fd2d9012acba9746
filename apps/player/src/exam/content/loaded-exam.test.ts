import { examContent } from '@sitwell/contract'
import { runningTimer } from '@sitwell/exam/time/exam-time'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { givenTimeMs, ledgerTime, loadExam, remainingTimeMs } from './loaded-exam.ts'

const yearMs = 31_536_000_000

const load = (settings: object, section: object = {}, formRunGuid?: string) =>
  loadExam(
    z.parse(examContent, {
      examGuid: 'exam',
      examName: 'Trees',
      version: 1,
      objectID: 1,
      settings,
      sections: [{ id: 'a', name: 'A', ...section }],
      questions: [{ id: 'q', type: 'STATICTEXT', number: 1, paperPartId: 'a', versionId: 'q', versionNumber: 1 }],
      mappings: [
        { sectionId: 'root', sectionIds: ['a'], questionIds: [] },
        { sectionId: 'a', sectionIds: [], questionIds: ['q'] },
      ],
      resourceUrl: 'resource/',
      ...(formRunGuid !== undefined && { formRunGuid }),
    }),
  )

// TIME-330
test('times come in seconds: what is given before the start, and what the server has left after it', () => {
  const settings = { examTime: 600, examTimeRemaining: 240, elapsedTime: 360 }
  expect(remainingTimeMs(load(settings))).toBe(600_000)
  expect(remainingTimeMs(load(settings, {}, 'run'))).toBe(240_000)
  const section = { sectionTime: 300, readingTime: 60, sectionTimeRemaining: 100, readingTimeRemaining: 20 }
  expect(givenTimeMs(load({}, section))).toBe(300_000)
  expect(ledgerTime(load({}, section, 'run')).parts.a).toMatchObject({ leftMs: 100_000, readingLeftMs: 20_000 })
})

test.each([
  ['absent', undefined, undefined],
  ['negative', -60, undefined],
  ['huge', 1e300, yearMs],
])('a time that is %s is none, or at most a year', (_, seconds, givenMs) => {
  for (const exam of [load({ examTime: seconds }), load({}, { sectionTime: seconds })]) {
    expect(givenTimeMs(exam)).toBe(givenMs)
    expect(remainingTimeMs(exam)).toBe(givenMs)
  }
  const settings = { examTime: 600, examTimeRemaining: seconds, elapsedTime: seconds }
  const exam = load(settings, { sectionTimeRemaining: seconds, readingTimeRemaining: seconds }, 'run')
  const { leftMs = -1, startMs: shown } = runningTimer(ledgerTime(exam), exam.plan)
  expect(leftMs).toBeGreaterThanOrEqual(0)
  expect(leftMs).toBeLessThanOrEqual(yearMs)
  expect(shown).toBe(600_000)
})
