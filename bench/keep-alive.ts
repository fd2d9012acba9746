import { connect, type OnReadOpts, type Socket } from 'node:net'
import { connect as connectSecurely } from 'node:tls'

/** An answer as it came; whoever wants its body reads it. */
export interface RawAnswer {
  readonly status: number
  readonly body: Buffer
}

/** All connections of a process read into it: each takes what has come before the next one reads. */
const arriving = Buffer.allocUnsafeSlow(64 * 1024)
const endOfHead = '\r\n\r\n'
const nothing = Buffer.alloc(0)
const lengthName = '\r\ncontent-length: '

/** Bytes of the body, by a head; a proxy may write its name in other letters. */
const lengthIn = (head: string): number => {
  const at = head.indexOf(lengthName)
  return at < 0
    ? Number(/\r\ncontent-length: *(\d+)/i.exec(head)?.[1])
    : Number.parseInt(head.slice(at + lengthName.length), 10)
}

/**
 * One HTTP connection that is kept open, for one request at a time. It does no more than a load needs, so that the generator
 * takes as little as can be of the two cores that it shares with the server: nothing is made for what arrives, and no stream passes it on.
 */
export class KeepAlive {
  /** Resolves once it is there. */
  readonly opened: Promise<void>
  readonly #socket: Socket
  readonly #host: string
  readonly #accept: string
  #headers: string
  /** What has come of an answer that came in several pieces. */
  #received: Buffer = nothing
  #waiting: { resolve(answer: RawAnswer): void; reject(error: Error): void } | undefined

  /** `accept`: in which encodings it takes answers, where it says so. */
  constructor(origin: string, token?: string, accept?: string) {
    const { hostname, host, port, protocol } = new URL(origin)
    const isSecure = protocol === 'https:'
    this.#host = host
    this.#accept = accept === undefined ? '' : `Accept-Encoding: ${accept}\r\n`
    this.#headers = this.#headersWith(token)
    const number = port === '' ? (isSecure ? 443 : 80) : Number(port)
    const onread: OnReadOpts = {
      buffer: arriving,
      callback: (bytes) => {
        this.#take(arriving.subarray(0, bytes))
        return true
      },
    }
    const to = { host: hostname, port: number, noDelay: true, onread }
    this.#socket = isSecure ? connectSecurely({ ...to, servername: hostname }) : connect(to)
    this.opened = new Promise((resolve) => this.#socket.once(isSecure ? 'secureConnect' : 'connect', resolve))
    this.#socket.on('error', (error) => this.#waiting?.reject(error))
    this.#socket.on('close', () => this.#waiting?.reject(new Error('The server closed the connection.')))
  }

  post(path: string, body: string, mediaType = 'application/json'): Promise<RawAnswer> {
    const length = Buffer.byteLength(body)
    return this.#ask(
      `POST ${path}${this.#headers}Content-Type: ${mediaType}\r\nContent-Length: ${length}\r\n\r\n${body}`,
      length === body.length ? 'latin1' : 'utf8',
    )
  }

  get(path: string): Promise<RawAnswer> {
    return this.#ask(`GET ${path}${this.#headers}\r\n`, 'utf8')
  }

  /** From now on it makes its requests with this token. */
  signedIn(token: string): void {
    this.#headers = this.#headersWith(token)
  }

  close(): void {
    this.#waiting = undefined
    this.#socket.destroy()
  }

  #headersWith(token: string | undefined): string {
    const bearer = token === undefined ? '' : `Authorization: Bearer ${token}\r\n`
    return ` HTTP/1.1\r\nHost: ${this.#host}\r\n${this.#accept}${bearer}`
  }

  #ask(request: string, encoding: 'latin1' | 'utf8'): Promise<RawAnswer> {
    return new Promise((resolve, reject) => {
      // What is written to it would be waited for in vain.
      if (this.#socket.destroyed) return reject(new Error('The connection is closed.'))
      this.#waiting = { resolve, reject }
      this.#socket.write(request, encoding)
    })
  }

  #take(piece: Buffer): void {
    const received = this.#received.length === 0 ? piece : Buffer.concat([this.#received, piece])
    // Of an answer that isn't whole a copy is kept: the next piece, of whichever connection, comes to the same place.
    this.#received = this.#answerFrom(received) ? nothing : Buffer.from(received)
  }

  /** Whether an answer was whole, and is told. */
  #answerFrom(received: Buffer): boolean {
    const end = received.indexOf(endOfHead)
    if (end < 0) return false
    const head = received.toString('latin1', 0, end)
    const length = lengthIn(head)
    if (Number.isNaN(length)) {
      this.#waiting?.reject(new Error(`A reply without a length:\n${head}`))
      return true
    }
    const from = end + endOfHead.length
    if (received.length < from + length) return false
    this.#waiting?.resolve({ status: Number(head.slice(9, 12)), body: Buffer.from(received.subarray(from, from + length)) })
    return true
  }
}
