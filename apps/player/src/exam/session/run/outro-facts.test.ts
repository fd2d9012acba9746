import { expect, test } from 'vitest'
import { type OutroFacts, outroMemory } from './outro-facts.ts'

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
  const kept = memory()
  expect(kept.recall('e', 'u')).toBeUndefined()
  kept.keep(facts)
  expect(kept.recall('e', 'u')).toEqual(facts)
  expect(kept.recall('e', 'other')).toBeUndefined()
  expect(kept.recall('other', 'u')).toBeUndefined()
  kept.keep({ ...facts, examGuid: 'next', proctorProvider: 'Proctorio' })
  expect(kept.recall('e', 'u')).toBeUndefined()
  kept.clear()
  expect(kept.recall('next', 'u')).toBeUndefined()
})
