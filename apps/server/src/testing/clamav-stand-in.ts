import { createServer } from 'node:net'

/** Text that the stand-in finds harmful, as the industry's test file is: nothing in it does any harm. */
export const harmful = 'X-HARMFUL-FOR-TESTS'

export interface ClamavStandIn {
  readonly address: { readonly host: string; readonly port: number }
  /** Bytes of each file that it was sent whole. */
  readonly seen: number[]
  stop(): Promise<void>
}

/** Speaks the part of ClamAV's protocol that we use; `port` 0 takes any. `longestBytes`: of what it takes, as `StreamMaxLength` sets it. */
export const startClamavStandIn = async (port = 0, longestBytes = 100_000_000): Promise<ClamavStandIn> => {
  const seen: number[] = []
  const server = createServer((socket) => {
    let held = Buffer.alloc(0)
    let content = ''
    let size = 0
    let begun = false
    const begin = () => {
      const word = held.indexOf(0)
      if (word < 0) return
      if (held.subarray(0, word).toString() !== 'zINSTREAM') return void socket.end('UNKNOWN COMMAND\0')
      held = held.subarray(word + 1)
      begun = true
    }
    const end = () => {
      seen.push(size)
      socket.end(content.includes(harmful) ? 'stream: Test.Harmful FOUND\0' : 'stream: OK\0')
    }
    /** Whether there may be another piece behind the one that was taken. */
    const takePiece = (): boolean => {
      const length = held.readUInt32BE(0)
      const isOver = length === 0
      const isTooLong = size + length > longestBytes
      if (isOver) end()
      else if (isTooLong) socket.end('INSTREAM size limit exceeded. ERROR\0')
      if (isOver || isTooLong || held.length < 4 + length) return false
      content += held.subarray(4, 4 + length).toString('latin1')
      size += length
      held = held.subarray(4 + length)
      return true
    }
    socket.on('error', () => {})
    socket.on('data', (data: Buffer) => {
      held = Buffer.concat([held, data])
      if (!begun) begin()
      while (begun && held.length >= 4 && takePiece());
    })
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const bound = server.address()
  return {
    address: { host: '127.0.0.1', port: typeof bound === 'object' && bound ? bound.port : port },
    seen,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
