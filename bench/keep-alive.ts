import { connect, type Socket } from 'node:net'
import { connect as connectSecurely } from 'node:tls'

/** An answer as it came; whoever wants its body reads it. */
export interface RawAnswer {
  readonly status: number
  readonly body: Buffer
}

/**
 * One HTTP connection that is kept open, for one request at a time. It does no more than a load needs, so that the generator
 * takes as little as can be of the two cores that it shares with the server.
 */
export class KeepAlive {
  readonly #socket: Socket
  readonly #headers: string
  #received: Buffer = Buffer.alloc(0)
  #waiting: { resolve(answer: RawAnswer): void; reject(error: Error): void } | undefined

  constructor(origin: string, token?: string) {
    const { hostname, host, port, protocol } = new URL(origin)
    const isSecure = protocol === 'https:'
    const bearer = token === undefined ? '' : `Authorization: Bearer ${token}\r\n`
    this.#headers = ` HTTP/1.1\r\nHost: ${host}\r\n${bearer}`
    const number = port === '' ? (isSecure ? 443 : 80) : Number(port)
    this.#socket = isSecure ? connectSecurely(number, hostname, { servername: hostname }) : connect(number, hostname)
    this.#socket.setNoDelay(true)
    this.#socket.on('data', (chunk) => this.#take(chunk))
    this.#socket.on('error', (error) => this.#waiting?.reject(error))
    this.#socket.on('close', () => this.#waiting?.reject(new Error('The server closed the connection.')))
  }

  post(path: string, body: string, mediaType = 'application/json'): Promise<RawAnswer> {
    const length = Buffer.byteLength(body)
    return this.#ask(`POST ${path}${this.#headers}Content-Type: ${mediaType}\r\nContent-Length: ${length}\r\n\r\n${body}`)
  }

  get(path: string): Promise<RawAnswer> {
    return this.#ask(`GET ${path}${this.#headers}\r\n`)
  }

  close(): void {
    this.#waiting = undefined
    this.#socket.destroy()
  }

  #ask(request: string): Promise<RawAnswer> {
    return new Promise((resolve, reject) => {
      // What is written to it would be waited for in vain.
      if (this.#socket.destroyed) return reject(new Error('The connection is closed.'))
      this.#waiting = { resolve, reject }
      this.#socket.write(request)
    })
  }

  #take(chunk: Buffer): void {
    this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk])
    const end = this.#received.indexOf('\r\n\r\n')
    if (end < 0) return
    const head = this.#received.toString('latin1', 0, end)
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1])
    if (Number.isNaN(length)) {
      this.#waiting?.reject(new Error(`A reply without a length:\n${head}`))
      return
    }
    const whole = end + 4 + length
    if (this.#received.length < whole) return
    const body = this.#received.subarray(end + 4, whole)
    this.#received = this.#received.subarray(whole)
    this.#waiting?.resolve({ status: Number(head.slice(9, 12)), body })
  }
}
