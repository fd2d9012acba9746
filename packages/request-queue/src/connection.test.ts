import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createConnection } from './connection.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Jitter in the middle: the early pings come after 1, 3, 7, 15 and 31 seconds. */
const connectionTo = (answers: boolean[], random = () => 0.5) => {
  const times: number[] = []
  const startMs = Date.now()
  const ping = vi.fn(async (_attempts?: number) => {
    times.push((Date.now() - startMs) / 1000)
    return answers.shift() ?? false
  })
  return { ping, times, connection: createConnection({ ping, pingIntervalMs: 30_000, random }) }
}

describe('the connection', () => {
  // QUEUE-301 NET-107
  test('pings every interval once it is set offline and not before, and more often at first', async () => {
    const { ping, times, connection } = connectionTo([])
    await vi.advanceTimersByTimeAsync(90_000)
    expect(ping).not.toHaveBeenCalled()
    connection.setOffline()
    connection.setOffline()
    await vi.advanceTimersByTimeAsync(120_000)
    expect(times.map((at) => at - 90)).toEqual([1, 3, 7, 15, 30, 31, 60, 90, 120])
    connection.stop()
    await vi.advanceTimersByTimeAsync(120_000)
    expect(ping).toHaveBeenCalledTimes(9)
  })

  test('a connection spreads early pings, so that browsers do not all return at the same moment', async () => {
    const [first, last] = [connectionTo([], () => 0), connectionTo([], () => 0.999)]
    for (const { connection } of [first, last]) connection.setOffline()
    await vi.advanceTimersByTimeAsync(29_000)
    expect(first.times).toEqual([0.5, 1.5, 3.5, 7.5, 15.5])
    expect(last.times.map(Math.round)).toEqual([1, 4, 10, 22])
    for (const { connection } of [first, last]) connection.stop()
  })

  test('a connection that is lost right after its return is not tried early again, until it has held for an interval', async () => {
    const { times, connection } = connectionTo([true, true, true, true, true, true])
    const lose = async () => {
      const before = times.length
      connection.setOffline()
      const lostAt = Date.now()
      while (times.length === before) await vi.advanceTimersByTimeAsync(500)
      return (Date.now() - lostAt) / 1000
    }
    const waits: number[] = []
    for (let time = 0; time < 6; time += 1) waits.push(await lose())
    expect(waits).toEqual([1, 2, 4, 8, 16, 30])
    await vi.advanceTimersByTimeAsync(30_000)
    expect(await lose()).toBe(1)
    connection.stop()
  })

  // QUEUE-302 NET-108
  test('a connection is online after the first successful ping, and stops pinging', async () => {
    const { ping, connection } = connectionTo([false, true])
    const states: string[] = []
    connection.subscribe((state) => states.push(state))
    connection.setOffline()
    await vi.advanceTimersByTimeAsync(300_000)
    expect(ping).toHaveBeenCalledTimes(2)
    expect(vi.getTimerCount()).toBe(0)
    expect(states).toEqual(['offline', 'online'])
    expect(connection.state()).toBe('online')
  })

  test('a connection is checked when the browser reports a lost network, and is offline only without a reply', async () => {
    const { ping, connection } = connectionTo([true, false])
    await connection.check()
    expect(connection.state()).toBe('online')
    await connection.check()
    expect(connection.state()).toBe('offline')
    await connection.check()
    expect(ping).toHaveBeenCalledTimes(2)
    // As often as any request: one that is broken off by a change of the network is no loss.
    expect(ping).toHaveBeenLastCalledWith(3)
    connection.stop()
  })

  test('a restored connection is not lost again by an earlier check that fails', async () => {
    const first = Promise.withResolvers<boolean>()
    const pings = [first.promise, Promise.resolve(true)]
    const connection = createConnection({
      ping: async () => (await pings.shift()) ?? false,
      pingIntervalMs: 30_000,
      random: () => 0.5,
    })
    const looking = connection.check()
    connection.setOffline()
    await connection.pingNow()
    expect(connection.state()).toBe('online')
    first.resolve(false)
    await looking
    expect(connection.state()).toBe('online')
    connection.stop()
  })

  test('a connection pings immediately on request, one ping at a time', async () => {
    const { ping, connection } = connectionTo([true])
    connection.setOffline()
    await Promise.all([connection.pingNow(), connection.pingNow()])
    expect(ping).toHaveBeenCalledTimes(1)
    expect(connection.state()).toBe('online')
  })
})
