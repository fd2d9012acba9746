/** A system call of a traced process. `began` and `ended` are the places of two lines of the trace: the smaller came first. */
export interface SystemCall {
  readonly name: string
  /** What it was made on: the path of a file, or `TCP:[127.0.0.1:8080->127.0.0.1:40000]`. */
  readonly on: string
  /** Its arguments behind that, as strace prints them: bytes that are no letters as `\0`, `\n`, `\37`. */
  readonly given: string
  readonly began: number
  readonly ended: number
  /** Undefined if it failed. */
  readonly result: number | undefined
}

/** `1234 fdatasync(20</tmp/data/sitwell.sqlite-wal>) = 0`, also in two lines where another thread's call came in between. */
const whole = /^(\d+)\s+(\w+)\((.*)\)\s+= (-?\d+|\?)/s
const unfinished = /^(\d+)\s+(\w+)\((.*) <unfinished \.\.\.>$/s
const resumed = /^(\d+)\s+<\.\.\. (\w+) resumed>(.*)\)\s+= (-?\d+|\?)/s
const descriptor = /^-?\d+<(.*?)>(?=[,)\s(]|$)(.*)$/s

const callOf = (name: string, all: string, began: number, ended: number, line: string): SystemCall => {
  const [, on = '', given = ''] = descriptor.exec(all) ?? []
  const result = Number(line)
  return { name, on, given: given.replaceAll('\\"', '"'), began, ended, result: result >= 0 ? result : undefined }
}

/**
 * Reads what `strace -f -yy` wrote of several threads. The line of a call's begin is written before the call is let through, and the
 * line of its end after it is done: where one call's end stands above another one's begin, it really was done before.
 */
export const readSystemCalls = (trace: string): SystemCall[] => {
  const begun = new Map<string, { began: number; given: string }>()
  const calls: SystemCall[] = []
  for (const [place, line] of trace.split('\n').entries()) {
    const [, thread = '', name = '', given = '', result = ''] =
      unfinished.exec(line) ?? resumed.exec(line) ?? whole.exec(line) ?? []
    if (name === '') continue
    const key = `${thread} ${name}`
    const before = begun.get(key)
    if (result === '') begun.set(key, { began: place, given })
    else calls.push(callOf(name, (before?.given ?? '') + given, before?.began ?? place, place, result))
    if (result !== '') begun.delete(key)
  }
  return calls
}

const writes = new Set(['write', 'writev', 'sendto', 'sendmsg', 'pwrite64', 'pwritev', 'pwritev2'])
const syncs = new Set(['fsync', 'fdatasync'])

/** What a client was answered, and what is in the database's log once it is kept. */
export interface Acknowledged {
  readonly reply: string
  readonly persisted: string
}

/** The call that wrote a reply to its client. Throws an error if the trace has none. */
export const replyIn = (calls: readonly SystemCall[], reply: string): SystemCall => {
  const found = calls.find((call) => writes.has(call.name) && call.on.startsWith('TCP') && call.given.includes(reply))
  if (!found) throw new Error(`The trace has no reply of ${reply}.`)
  return found
}

/**
 * The sync that made an acknowledgement true: of the log into which its bytes had been written before, and done before a byte of the
 * reply was written. Undefined if there is none: a power cut could take back what was acknowledged.
 */
export const syncBefore = (
  calls: readonly SystemCall[],
  log: RegExp,
  { reply, persisted }: Acknowledged,
): SystemCall | undefined => {
  const answered = replyIn(calls, reply)
  const written = calls.filter((call) => writes.has(call.name) && log.test(call.on) && call.given.includes(persisted))
  return calls.find(
    (call) =>
      syncs.has(call.name) &&
      call.result === 0 &&
      call.ended < answered.began &&
      written.some((write) => write.result !== undefined && write.on === call.on && write.ended < call.began),
  )
}
