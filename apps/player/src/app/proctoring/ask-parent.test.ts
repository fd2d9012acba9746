import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { askParent, statusIn } from './ask-parent.ts'

const providerOrigin = 'https://provider.example'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const framed = () => {
  const asked: unknown[] = []
  const listeners = new Set<(event: MessageEvent) => void>()
  const parent = { postMessage: (message: unknown, to: string) => void asked.push([message, to]) }
  const page = {
    parent,
    addEventListener: (_type: 'message', listener: (event: MessageEvent) => void) => void listeners.add(listener),
    removeEventListener: (_type: 'message', listener: (event: MessageEvent) => void) => void listeners.delete(listener),
  }
  const say = (data: unknown, origin = providerOrigin, source: unknown = parent) => {
    for (const listener of listeners) listener({ data, origin, source } as MessageEvent)
  }
  return { page, asked, say, listeners }
}

test('the provider’s page is asked whether its session runs, and answers', async () => {
  for (const active of [true, false]) {
    const { page, asked, say, listeners } = framed()
    const status = askParent(page, providerOrigin, 5000)
    expect(asked).toEqual([[[10, 'proctorio_status'], providerOrigin]])
    say({ active })
    expect(await status).toBe(active ? 'active' : 'inactive')
    expect(listeners.size).toBe(0)
  }
})

// PROC-125
test('a message of any other origin, or window, or of another kind is not heard', async () => {
  const { page, say } = framed()
  const status = askParent(page, providerOrigin, 5000)
  for (const origin of ['https://evil.example', 'https://provider.example.evil.example', 'http://provider.example', 'null', ''])
    say({ active: true }, origin)
  say({ active: true }, providerOrigin, {})
  for (const data of [undefined, null, 'active', { active: 'true' }, [true], {}]) say(data)
  await vi.advanceTimersByTimeAsync(5000)
  expect(await status).toBe('silent')
  const place = { providerOrigin, parent: page.parent }
  expect(statusIn({ data: { active: true }, origin: 'https://evil.example', source: null }, place)).toBeUndefined()
})

test('a page that stands in no frame has nobody to ask', async () => {
  const page = { addEventListener: () => {}, removeEventListener: () => {} }
  expect(await askParent(Object.assign(page, { parent: page }) as never, providerOrigin, 5000)).toBe('no-parent')
})
