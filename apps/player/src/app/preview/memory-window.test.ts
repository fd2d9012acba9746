import { createPageHistory } from '@sitwell/navigation/page-history.ts'
import { expect, test, vi } from 'vitest'
import { createMemoryWindow } from './memory-window.ts'

test('pages go on and back in an address of their own', async () => {
  const pages = createMemoryWindow('https://exams.example', '/exam/e-1')
  const history = createPageHistory(pages, () => undefined)
  const shown: string[] = []
  history.follow(({ address }) => shown.push(address.pathname))
  void history.navigate('/exam/e-1/q-1')
  void history.navigate('/exam/e-1/q-2')
  void history.navigate('/exam/e-1/q-3', { replace: true })
  expect(pages.location.pathname).toBe('/exam/e-1/q-3')
  pages.history.go(-1)
  await vi.waitFor(() => expect(shown).toEqual(['/exam/e-1/q-1', '/exam/e-1/q-2', '/exam/e-1/q-3', '/exam/e-1/q-1']))
  // There is nothing beyond either end.
  pages.history.go(-10)
  expect(pages.location.pathname).toBe('/exam/e-1')
  pages.history.go(10)
  expect(pages.location.pathname).toBe('/exam/e-1/q-3')
})
