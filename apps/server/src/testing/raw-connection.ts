import { connect, type Socket } from 'node:net'
import type { TestServer } from './start-test-server.ts'

/** A connection on which a test writes what it likes. */
export interface RawConnection {
  readonly socket: Socket
  /** Resolves with what came, as soon as it has the end of an answer's head. */
  answered(): Promise<string>
  /** Resolves once it is closed, by whomever. */
  readonly closed: Promise<void>
  isClosed(): boolean
}

export const openRaw = async ({ origin }: Pick<TestServer, 'origin'>, first = ''): Promise<RawConnection> => {
  const { hostname, port } = new URL(origin)
  const socket = connect(Number(port), hostname)
  let came = ''
  let isClosed = false
  socket.on('data', (data) => {
    came += data.toString('latin1')
  })
  // A connection that is cut shows as an error or an end: both are the end.
  socket.on('error', () => {})
  const closed = new Promise<void>((resolve) =>
    socket.once('close', () => {
      isClosed = true
      resolve()
    }),
  )
  await new Promise<void>((resolve) => {
    socket.once('connect', resolve)
    socket.once('close', () => resolve())
  })
  if (first !== '') socket.write(first)
  return {
    socket,
    closed,
    isClosed: () => isClosed,
    answered: () =>
      new Promise((resolve) => {
        const look = () => {
          if (came.includes('\r\n\r\n') || isClosed) resolve(came)
          else socket.once('data', () => setImmediate(look))
        }
        socket.once('close', () => resolve(came))
        look()
      }),
  }
}

/** The head of a request whose body is announced to be so long. */
export const headOf = (method: string, path: string, length: number, headers: Readonly<Record<string, string>> = {}): string =>
  [
    `${method} ${path} HTTP/1.1`,
    'host: localhost',
    `content-length: ${length}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    '\r\n',
  ].join('\r\n')
