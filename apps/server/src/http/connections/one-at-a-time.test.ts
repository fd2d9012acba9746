import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openRaw, type RawConnection } from '../../testing/raw-connection.ts'
import { mostWaiting, oneAtATime } from './one-at-a-time.ts'

const asked = (path: string) => `GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`

describe('requests that come together on a connection', () => {
  const begun: { readonly path: string; readonly response: ServerResponse }[] = []
  const paths = () => begun.map(({ path }) => path)
  const server = createServer()
  const crowded = vi.fn((socket: { destroy(): unknown }) => void socket.destroy())
  let origin: string
  const open: RawConnection[] = []
  const connect = async (first: string) => {
    const one = await openRaw({ origin }, first)
    open.push(one)
    return one
  }

  beforeEach(async () => {
    begun.length = 0
    crowded.mockClear()
    server.removeAllListeners('request')
    server.on(
      'request',
      oneAtATime((request, response) => void begun.push({ path: request.url ?? '', response }), crowded),
    )
    await once(server.listen(0, '127.0.0.1'), 'listening')
    // Boundary: it listens on a port.
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterEach(async () => {
    for (const { socket } of open.splice(0)) socket.destroy()
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })

  test('are begun one after the other, each once the one before is answered, in their order', async () => {
    await connect(['/1', '/2', '/3'].map(asked).join(''))
    await vi.waitFor(() => expect(paths()).toEqual(['/1']))
    begun[0]?.response.end('one')
    await vi.waitFor(() => expect(paths()).toEqual(['/1', '/2']))
    begun[1]?.response.end('two')
    await vi.waitFor(() => expect(paths()).toEqual(['/1', '/2', '/3']))
    begun[2]?.response.end('three')
    expect(crowded).not.toHaveBeenCalled()
  })

  test('are not begun before the answer to the one before was taken', async () => {
    const one = await connect(asked('/large') + asked('/next'))
    await vi.waitFor(() => expect(paths()).toEqual(['/large']))
    one.socket.pause()
    begun[0]?.response.end(Buffer.alloc(40_000_000))
    // Another connection's request shows that this server continues meanwhile.
    await connect(asked('/other'))
    await vi.waitFor(() => expect(paths()).toEqual(['/large', '/other']))
    expect(begun[0]?.response.writableFinished).toBe(false)
    one.socket.resume()
    await vi.waitFor(() => expect(paths()).toEqual(['/large', '/other', '/next']))
  })

  test('cost their connection where more come than may wait, and those that wait are never begun', async () => {
    const one = await connect(asked('/x').repeat(mostWaiting + 2))
    await one.closed
    expect(crowded).toHaveBeenCalledTimes(1)
    expect(paths()).toEqual(['/x'])
    begun[0]?.response.end()
    await connect(asked('/y'))
    await vi.waitFor(() => expect(paths()).toEqual(['/x', '/y']))
  })

  test('are begun no more once their connection is gone', async () => {
    const one = await connect(asked('/1') + asked('/2'))
    await vi.waitFor(() => expect(paths()).toEqual(['/1']))
    const gone = once(begun[0]?.response ?? server, 'close')
    one.socket.destroy()
    await gone
    await connect(asked('/3'))
    await vi.waitFor(() => expect(paths()).toEqual(['/1', '/3']))
  })
})
