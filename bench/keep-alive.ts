import { connect, type Socket } from 'node:net'

/**
 * One HTTP connection that is kept open, for one request at a time. It does no more than a load needs, so that the generator
 * takes as little as can be of the two cores that it shares with the server.
 */
export class KeepAlive {
  readonly #socket: Socket
  readonly #head: string
  #received: Buffer = Buffer.alloc(0)
  #waiting: { resolve(status: number): void; reject(error: Error): void } | undefined

  constructor(origin: string, path: string, token: string) {
    const { hostname, port } = new URL(origin)
    this.#head = `POST ${path} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\n`
    this.#socket = connect(Number(port), hostname).setNoDelay(true)
    this.#socket.on('data', (chunk) => this.#take(chunk))
    this.#socket.on('error', (error) => this.#waiting?.reject(error))
    this.#socket.on('close', () => this.#waiting?.reject(new Error('The server closed the connection.')))
  }

  /** Sends the body and gives the reply's status. */
  post(body: string): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject }
      this.#socket.write(`${this.#head}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`)
    })
  }

  close(): void {
    this.#waiting = undefined
    this.#socket.destroy()
  }

  #take(chunk: Buffer): void {
    this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk])
    const end = this.#received.indexOf('\r\n\r\n')
    if (end < 0) return
    const head = this.#received.toString('latin1', 0, end)
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1])
    if (Number.isNaN(length)) return this.#waiting?.reject(new Error(`A reply without a length:\n${head}`))
    if (this.#received.length < end + 4 + length) return
    this.#received = this.#received.subarray(end + 4 + length)
    this.#waiting?.resolve(Number(head.slice(9, 12)))
  }
}
