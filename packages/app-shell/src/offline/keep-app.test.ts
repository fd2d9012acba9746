import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepApp } from './keep-app.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A browser whose first tries to fetch the service worker fail. */
const failing = (times: number) => {
  const asked: string[] = []
  const scopes: (string | undefined)[] = []
  const register = async (address: string, options?: RegistrationOptions) => {
    asked.push(address)
    scopes.push(options?.scope)
    if (asked.length <= times) throw new TypeError('An unknown error occurred when fetching the script.')
    return {}
  }
  return { asked, scopes, browser: { serviceWorker: { register } as unknown as ServiceWorkerContainer } }
}

test('a page that stands goes on trying until the app is kept, and then no more', async () => {
  const { asked, browser } = failing(2)
  keepApp(browser, { base: '/', language: { tag: 'cy' } }, () => {})
  await vi.advanceTimersByTimeAsync(2999)
  expect(asked).toEqual([])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(asked).toEqual(Array(3).fill('/service-worker.js?language=cy'))
  await vi.advanceTimersByTimeAsync(600_000)
  expect(asked).toHaveLength(3)
})

test('a page that keeps retrying reports once why it fails', async () => {
  vi.stubGlobal('navigator', { onLine: true })
  const errors: unknown[] = []
  keepApp(failing(4).browser, { base: '/', language: { tag: 'en' } }, (error) => errors.push(error))
  await vi.advanceTimersByTimeAsync(600_000)
  vi.unstubAllGlobals()
  expect(errors).toEqual([expect.any(TypeError)])
})

test('a page that is left tries no more, also where a try was under way', async () => {
  const { asked, browser } = failing(Number.POSITIVE_INFINITY)
  const leave = keepApp(browser, { base: '/', language: { tag: 'en' } }, () => {})
  vi.advanceTimersByTime(3000)
  leave()
  await vi.advanceTimersByTimeAsync(600_000)
  expect(asked).toHaveLength(1)
})

/** A browser that gets the service worker, which doesn't get all its files at first. */
const halfInstalled = (times: number) => {
  const asked: string[] = []
  const register = async (address: string) => {
    asked.push(address)
    const installing = Object.assign(new EventTarget(), { state: 'installing' })
    const registration = { installing: installing as typeof installing | null, active: null as object | null }
    const isWhole = asked.length > times
    setTimeout(() => {
      installing.state = isWhole ? 'installed' : 'redundant'
      Object.assign(registration, { installing: null, active: isWhole ? installing : null })
      installing.dispatchEvent(new Event('statechange'))
    }, 500)
    return registration
  }
  return { asked, browser: { serviceWorker: { register } as unknown as ServiceWorkerContainer } }
}

test('a page whose service worker was given up because a file of the app didn’t come goes on trying', async () => {
  const { asked, browser } = halfInstalled(2)
  const errors: unknown[] = []
  keepApp(browser, { base: '/', language: { tag: 'en' } }, (error) => errors.push(error))
  await vi.advanceTimersByTimeAsync(120_000)
  expect(asked).toHaveLength(3)
  await vi.advanceTimersByTimeAsync(600_000)
  expect(asked).toHaveLength(3)
})

test('an app below a path of its own registers the service worker that is there, for its path without a slash too', async () => {
  const { asked, scopes, browser } = failing(0)
  keepApp(browser, { base: '/office/', language: { tag: 'de' } }, () => {})
  await vi.advanceTimersByTimeAsync(3000)
  expect(asked).toEqual(['/office/service-worker.js?language=de'])
  keepApp(browser, { base: '/', language: { tag: 'de' } }, () => {})
  await vi.advanceTimersByTimeAsync(3000)
  expect(scopes).toEqual(['/office', '/'])
})
