import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createConnection } from './connection.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const connectionTo = (answers: boolean[]) => {
  const ping = vi.fn(async () => answers.shift() ?? false)
  return { ping, connection: createConnection({ ping, pingIntervalMs: 30_000 }) }
}

describe('the connection', () => {
  // QUEUE-301 NET-107
  test('pings every interval once it is set offline, and not before', async () => {
    const { ping, connection } = connectionTo([])
    await vi.advanceTimersByTimeAsync(90_000)
    expect(ping).not.toHaveBeenCalled()
    connection.setOffline()
    connection.setOffline()
    await vi.advanceTimersByTimeAsync(29_999)
    expect(ping).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(60_001)
    expect(ping).toHaveBeenCalledTimes(3)
    connection.stop()
  })

  // QUEUE-302 NET-108
  test('is online again at the first successful ping, which is the last one', async () => {
    const { ping, connection } = connectionTo([false, true])
    const states: string[] = []
    connection.subscribe((state) => states.push(state))
    connection.setOffline()
    await vi.advanceTimersByTimeAsync(300_000)
    expect(ping).toHaveBeenCalledTimes(2)
    expect(states).toEqual(['offline', 'online'])
    expect(connection.state()).toBe('online')
  })

  test('is asked about when the browser says that the network is gone, and is offline only where nothing answers', async () => {
    const { ping, connection } = connectionTo([true, false])
    await connection.check()
    expect(connection.state()).toBe('online')
    await connection.check()
    expect(connection.state()).toBe('offline')
    await connection.check()
    expect(ping).toHaveBeenCalledTimes(2)
    connection.stop()
  })

  test('pings at once when asked, one ping at a time', async () => {
    const { ping, connection } = connectionTo([true])
    connection.setOffline()
    await Promise.all([connection.pingNow(), connection.pingNow()])
    expect(ping).toHaveBeenCalledTimes(1)
    expect(connection.state()).toBe('online')
  })
})
