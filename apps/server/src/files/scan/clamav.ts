import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** Where a ClamAV daemon listens. */
export type ScannerAddress = { readonly host: string; readonly port: number } | { readonly path: string }

/** Reads `tcp://host:port` or `unix:/path`; undefined if it is neither. */
export const readScannerAddress = (text: string): ScannerAddress | undefined => {
  const path = /^unix:(\/.+)$/.exec(text)?.[1]
  if (path !== undefined) return { path }
  const url = URL.parse(text)
  if (url?.protocol !== 'tcp:' || url.hostname === '' || url.port === '') return undefined
  return { host: url.hostname.replace(/^\[|\]$/g, ''), port: Number(url.port) }
}

/**
 * What a scanner makes of a file. `unknown`: it can't be reached, or says that it couldn't look. `too-large`: it takes none of this
 * size (`StreamMaxLength` of clamd), however often it is asked.
 */
export type Scanned =
  | { readonly is: 'clean' }
  | { readonly is: 'infected'; readonly signature: string }
  | { readonly is: 'too-large' }
  | { readonly is: 'unknown'; readonly why: string }

export type Scanner = (bytes: AsyncIterable<Uint8Array>) => Promise<Scanned>

/** Milliseconds in which it has to take a piece, or answer; a large archive is looked through for a while. */
const patienceMs = 30_000
/** Characters of an answer: a longer one is none. */
const longestAnswer = 2000

const lengthOf = (bytes: number) => {
  const head = Buffer.alloc(4)
  head.writeUInt32BE(bytes)
  return head
}

const send = async (socket: Socket, bytes: Uint8Array) => {
  if (!socket.write(bytes)) await once(socket, 'drain')
}

/** The answer of the daemon: `stream: OK`, `stream: Some.Signature FOUND`, or a sentence that ends with ERROR. */
const readAnswer = (answer: string): Scanned => {
  if (answer === 'stream: OK') return { is: 'clean' }
  if (/^INSTREAM size limit exceeded/.test(answer)) return { is: 'too-large' }
  const signature = /^stream: (.+) FOUND$/.exec(answer)?.[1]
  return signature === undefined ? { is: 'unknown', why: answer || 'It answered nothing.' } : { is: 'infected', signature }
}

/** Sends bytes by the daemon's own protocol (INSTREAM: pieces with their length before them, and one of none at the end). */
const scan = async (address: ScannerAddress, bytes: AsyncIterable<Uint8Array>): Promise<Scanned> => {
  const socket = connect(address)
  socket.setTimeout(patienceMs, () => socket.destroy(new Error('It said nothing for too long.')))
  let answer = ''
  const answered = new Promise<void>((resolve, reject) => {
    socket.on('data', (data: Buffer) => {
      answer += data.toString('utf8')
      if (answer.includes('\0') || answer.length > longestAnswer) resolve()
    })
    socket.on('error', reject)
    socket.on('close', () => resolve())
  })
  const sending = async () => {
    await once(socket, 'connect')
    await send(socket, Buffer.from('zINSTREAM\0'))
    for await (const piece of bytes) {
      if (piece.length === 0) continue
      // What it says is read before each write: a write after it has hung up takes what it said away with the socket.
      await new Promise((resolve) => setImmediate(resolve))
      await send(socket, lengthOf(piece.length))
      await send(socket, piece)
    }
    await send(socket, lengthOf(0))
  }
  try {
    // It answers in the middle of what it takes no more of, and closes.
    // What it said before it closed counts, also where what was still being sent comes back as an error.
    await Promise.race([sending().then(() => answered), answered]).catch((error: unknown) => {
      if (!answer.includes('\0')) throw error
    })
    return readAnswer(answer.split('\0')[0]?.trim() ?? '')
  } finally {
    answered.catch(() => {})
    socket.destroy()
  }
}

/** A scanner over ClamAV's daemon. Never throws: what it can't tell is `unknown`. */
export const createClamav =
  (address: ScannerAddress): Scanner =>
  async (bytes) => {
    try {
      return await scan(address, bytes)
    } catch (error) {
      return { is: 'unknown', why: error instanceof Error ? error.message : String(error) }
    }
  }
