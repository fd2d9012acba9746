import { expect, test } from 'vitest'
import type { ExamVisit } from '../../content/exam-visit.ts'
import { type OutroFacts, outroFactsOf, outroMemory } from './outro-facts.ts'

const memory = () => {
  const held = new Map<string, string>()
  return outroMemory({
    getItem: (key) => held.get(key) ?? null,
    setItem: (key, value) => void held.set(key, value),
    removeItem: (key) => void held.delete(key),
  })
}
const facts: OutroFacts = {
  ...{
    userGuid: 'u',
    examGuid: 'e',
    formRunGuid: 'f',
    examName: 'Birds',
    outroText: '',
    resultFeedbackMask: -1,
    practice: false,
    downloadablePractice: false,
  },
}

test('a tab remembers its last completed exam for its learner alone, until it is left', () => {
  const stored = memory()
  expect(stored.recall('e', 'u')).toBeUndefined()
  stored.keep(facts)
  expect(stored.recall('e', 'u')).toEqual(facts)
  expect(stored.recall('e', 'other')).toBeUndefined()
  expect(stored.recall('other', 'u')).toBeUndefined()
  stored.keep({ ...facts, examGuid: 'next', proctorProvider: 'Proctorio' })
  expect(stored.recall('e', 'u')).toBeUndefined()
  stored.clear()
  expect(stored.recall('next', 'u')).toBeUndefined()
})

/** What the pages after an exam of these settings stand on, in an organisation with these. */
const factsOf = (
  exam: { readonly downloadablePractice?: boolean } = {},
  organisation: { readonly proctoringMode?: number; readonly canDownloadResult?: boolean } = {},
) => {
  const texts = { outroText: '<p>After.</p>', proctoredOutroText: '<p>After, watched.</p>' }
  const settings = { ...texts, resultFeedbackMask: 5, downloadablePractice: false, ...exam }
  // A double of what is used here.
  const visit = {
    exam: { content: { examGuid: 'e', examName: 'Birds', settings } },
    schedule: { guid: 's', practice: true },
  } as unknown as ExamVisit
  return outroFactsOf(visit, 'f', 'u', { proctoringMode: 0, canDownloadResult: true, ...organisation })
}

// INIT-201 RES-301
test('the results of a practice can be downloaded where its exam says so, and its organisation lets them', () => {
  expect(factsOf({ downloadablePractice: true }).downloadablePractice).toBe(true)
  expect(factsOf({ downloadablePractice: false }).downloadablePractice).toBe(false)
  expect(factsOf({ downloadablePractice: true }, { canDownloadResult: false }).downloadablePractice).toBe(false)
})

test('the pages after an exam show its own mask and text, and in a proctored organisation the text for that', () => {
  expect(factsOf()).toEqual({ ...facts, outroText: '<p>After.</p>', resultFeedbackMask: 5, practice: true })
  expect(factsOf({}, { proctoringMode: 1 }).outroText).toBe('<p>After, watched.</p>')
})
