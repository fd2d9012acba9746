import { afterEach, expect, test, vi } from 'vitest'
import type { OutroFacts } from './outro-facts.ts'

afterEach(() => {
  Reflect.deleteProperty(globalThis, 'sessionStorage')
  vi.resetModules()
})

const facts: OutroFacts = {
  userGuid: 'u',
  examGuid: 'e',
  formRunGuid: 'f',
  examName: 'Birds',
  outroText: '',
  resultFeedbackMask: -1,
  practice: false,
  downloadablePractice: false,
}

test('the exam’s page loads where the tab’s store is blocked, and remembers how its exam ended for as long as it is there', async () => {
  const looked: string[] = []
  Object.defineProperty(globalThis, 'sessionStorage', {
    configurable: true,
    get: () => {
      looked.push('looked')
      throw new DOMException('The operation is insecure.', 'SecurityError')
    },
  })
  const { rememberedOutro } = await import('./remembered-outro.ts')
  expect(looked).toEqual([])
  expect(rememberedOutro.recall('e', 'u')).toBeUndefined()
  rememberedOutro.keep(facts)
  expect(rememberedOutro.recall('e', 'u')).toEqual(facts)
  rememberedOutro.clear()
  expect(rememberedOutro.recall('e', 'u')).toBeUndefined()
})
