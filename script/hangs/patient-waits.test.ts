import { expect, test, vi } from 'vitest'

test('a wait for a condition lasts longer than one second of a busy machine', async () => {
  vi.useFakeTimers()
  try {
    const readyAtMs = Date.now() + 5000
    const waiting = vi.waitFor(() => expect(Date.now()).toBeGreaterThanOrEqual(readyAtMs))
    await vi.advanceTimersByTimeAsync(6000)
    await waiting
    await expect(vi.waitFor(() => expect(1).toBe(2), { timeout: 1 })).rejects.toThrow()
  } finally {
    vi.useRealTimers()
  }
})
