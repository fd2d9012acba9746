import { expect, test, vi } from 'vitest'
import * as worker from '../service-worker/held-build.ts'
import * as page from './hold-build.ts'

test('an exam goes on if the browser’s caches are missing, blocked or full', async () => {
  const refuse = () => Promise.reject(new DOMException('The operation is insecure.', 'SecurityError'))
  vi.stubGlobal('document', { querySelector: () => ({ getAttribute: () => '/assets/index.js' }) })
  for (const caches of [undefined, { open: refuse }, { open: async () => ({ put: refuse, delete: refuse }) }]) {
    vi.stubGlobal('caches', caches)
    for (const sitting of [{ examGuid: 'e', untilMs: 1 }, undefined])
      await expect(page.holdBuild(sitting)).resolves.toBeUndefined()
  }
  vi.unstubAllGlobals()
})

test('the service worker looks for the exam that is being sat at the address where the page notes it', () => {
  expect([page.sittingCache, page.sittingAddress]).toEqual([worker.sittingCache, worker.sittingAddress])
})
