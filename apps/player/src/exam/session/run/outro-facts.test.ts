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
