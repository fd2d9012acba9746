import { type ConnectionLimits, patience } from './limits.ts'

/** Where a connection is. `live` is a web socket, which has its own limits. */
export type Phase = 'unused' | 'idle' | 'head' | 'body' | 'answer' | 'live'

/** How a connection stands at one moment. */
export interface Standing {
  readonly phase: Phase
  /** Milliseconds for which it is in its phase; with `answer`, since a byte of the answer was last taken. */
  readonly forMs: number
  /** Bytes that came in this phase; with `answer` and `live`, those that lie ready to be taken. */
  readonly bytes: number
  /** Bytes of an answer that are held until somebody takes them, those among them that are not written yet. */
  readonly unreadBytes: number
  /** Bytes of a request that are held until the request has come whole: a file's bytes continue as they come. */
  readonly heldBytes: number
  /** Bytes wait for this server, and not this server for bytes. */
  readonly isOurTurn: boolean
  /** The request was answered before its body had come. */
  readonly isRefused: boolean
  /** Whom it is counted with; undefined of a proxy of ours, behind which everybody is. */
  readonly address: string | undefined
}

export type CutReason =
  | 'slow'
  | 'refused'
  | 'unused'
  | 'stalled'
  | 'too much held'
  | 'too much unread'
  | 'too many unfinished'
  | 'too many at once'
  | 'too many'

const atRate = (bytes: number, perSecond: number = patience.bytesPerSecond) => (bytes / perSecond) * 1000

/** Why a connection is cut for what it does itself, whatever others do. */
const ownReason = (standing: Standing): CutReason | undefined => {
  const { forMs, bytes, isOurTurn } = standing
  const isLonger = (mostMs: number, reason: CutReason) => (forMs > mostMs ? reason : undefined)
  switch (standing.phase) {
    case 'unused':
      return isLonger(patience.unusedMs, 'unused')
    case 'head':
      return isLonger(Math.min(patience.longestHeadMs, patience.headMs + atRate(bytes)), 'slow')
    case 'body':
      if (standing.isRefused) return isLonger(patience.refusedMs, 'refused')
      return isOurTurn ? undefined : isLonger(patience.bodyMs + atRate(bytes), 'slow')
    case 'answer':
      return isOurTurn ? undefined : isLonger(patience.answerMs + atRate(bytes, patience.answerBytesPerSecond), 'stalled')
    case 'live':
      return bytes > patience.liveBytes ? 'too much unread' : undefined
    default:
      return undefined
  }
}

interface Counted {
  readonly index: number
  readonly one: Standing
}

/** Of these, oldest first, those that have to go so that the rest is within a limit: whoever is honest was done long ago. */
const oldestBeyond = (all: readonly Counted[], limit: number, weigh: (one: Standing) => number): Counted[] => {
  let total = all.reduce((sum, { one }) => sum + weigh(one), 0)
  if (total <= limit) return []
  const gone: Counted[] = []
  for (const counted of [...all].sort((a, b) => b.one.forMs - a.one.forMs)) {
    const weight = weigh(counted.one)
    if (total <= limit) break
    if (weight === 0) continue
    total -= weight
    gone.push(counted)
  }
  return gone
}

const isUnfinished = ({ phase }: Standing) => phase === 'head' || phase === 'body'
/** Nobody notices that such a connection is gone: a browser opens another. */
const isSpare = ({ phase }: Standing) => phase === 'idle' || phase === 'unused'

const byAddress = (all: readonly Counted[]): Counted[][] => {
  const groups = new Map<string, Counted[]>()
  for (const counted of all) {
    const { address } = counted.one
    if (address === undefined) continue
    const group = groups.get(address)
    if (group) group.push(counted)
    else groups.set(address, [counted])
  }
  return [...groups.values()]
}

/** Which of these connections have to be cut, by their index, and why. */
export const toCut = (connections: readonly Standing[], limits: ConnectionLimits): ReadonlyMap<number, CutReason> => {
  const cut = new Map<number, CutReason>()
  for (const [index, one] of connections.entries()) {
    const reason = ownReason(one)
    if (reason) cut.set(index, reason)
  }
  const left = () => connections.flatMap((one, index) => (cut.has(index) ? [] : [{ index, one }]))
  const hold = (groups: readonly Counted[][], limit: number, reason: CutReason, weigh: (one: Standing) => number) => {
    for (const group of groups) for (const { index } of oldestBeyond(group, limit, weigh)) cut.set(index, reason)
  }
  const count = () => 1
  const held = (one: Standing) => one.heldBytes

  let unfinished = left().filter(({ one }) => isUnfinished(one))
  hold(byAddress(unfinished), limits.heldBytesPerAddress, 'too much held', held)
  hold([unfinished.filter(({ index }) => !cut.has(index))], limits.heldBytes, 'too much held', held)
  unfinished = unfinished.filter(({ index }) => !cut.has(index))
  hold(byAddress(unfinished), limits.unfinishedPerAddress, 'too many unfinished', count)
  hold([unfinished.filter(({ index }) => !cut.has(index))], limits.unfinished, 'too many unfinished', count)

  // Of a school that opens an exam at one moment, all take their answers, if slowly: none of them may go.
  const isLeft = ({ unreadBytes, isOurTurn, forMs }: Standing) => unreadBytes > 0 && !isOurTurn && forMs >= patience.unreadMs
  const answers = left().filter(({ one }) => isLeft(one))
  const unread = (one: Standing) => one.unreadBytes
  hold(byAddress(answers), limits.unreadBytesPerAddress, 'too much unread', unread)
  hold([answers.filter(({ index }) => !cut.has(index))], limits.unreadBytes, 'too much unread', unread)

  const spareBeyond = (all: readonly Counted[], limit: number) => {
    const beyond = all.length - limit
    if (beyond <= 0) return
    const spare = all.filter(({ one }) => isSpare(one)).sort((a, b) => b.one.forMs - a.one.forMs)
    for (const { index } of spare.slice(0, beyond)) cut.set(index, 'too many')
  }
  for (const group of byAddress(left())) spareBeyond(group, limits.connectionsPerAddress)
  spareBeyond(left(), limits.connections)
  return cut
}
