import type { Api, OutcomeOf } from '@sitwell/client/api'
import { type MarkingItem, officeMarkingGive, type ReplyOf, type ResponseState } from '@sitwell/contract'
import type { MarkingCalls } from '../work/marking-session.ts'

interface GivenBody {
  readonly responseID: string
  readonly requestId: string
  readonly basedOn: number
  readonly marks?: number
}

const claimMs = 10 * 60_000

/** A response as a marker gets it, that nobody has marked. */
export const itemOf = (number: number, until = new Date(claimMs).toISOString()): MarkingItem => ({
  ...{ responseID: `r${number}`, code: `C-r${number}`, queueID: 'queue', state: 'waiting', maxMarks: 6, newestEntry: 0 },
  claim: { since: new Date(0).toISOString(), until },
  question: {
    ...{ number: 1, scenario: [], introduction: '', text: 'Why?', offers: [], recordings: [] },
    media: { url: 'resource/exam', token: 't' },
  },
  response: { kind: 'text', text: `Answer ${number}` },
  ...{ sequence: 1, entries: [], isAutomatic: false, mayDecide: false },
})

/** A server for tests of the marker's device: it keeps what it was given, once for each request id, as the real one does. */
export const markingServer = ({ responses = 8 }: { readonly responses?: number } = {}) => {
  let fault: 'none' | 'cut' | 'loses replies' | 'NOT_FOUND' = 'none'
  let now = 0
  let attempts = 0
  /** How often responses were asked for. */
  let asked = 0
  let failing: number | undefined
  const given: GivenBody[] = []
  const released: string[] = []
  const ended = new Set<string>()
  const byOthers = new Set<string>()
  const states = new Map<string, ResponseState>()
  const unreachable = { ok: false, kind: 'unreachable', message: 'cut' } as const
  const until = () => new Date(now + claimMs).toISOString()

  const entryOf = ({ responseID, requestId }: GivenBody) =>
    given.filter((one) => one.responseID === responseID).findIndex((one) => one.requestId === requestId) +
    1 +
    (byOthers.has(responseID) ? 1 : 0)
  const newestOf = (responseID: string) =>
    given.filter((one) => one.responseID === responseID).length + (byOthers.has(responseID) ? 1 : 0)

  let letGo: (() => void) | undefined
  const held: (() => void)[] = []
  /** While replies are held, marks have not arrived. */
  const arrival = () => (letGo === undefined ? Promise.resolve() : new Promise<void>((resolve) => void held.push(resolve)))

  let reading: PromiseWithResolvers<void> | undefined

  const give = (body: GivenBody): OutcomeOf<ReplyOf<typeof officeMarkingGive>> => {
    attempts += 1
    if (body.marks === failing) {
      failing = undefined
      return { ok: false, kind: 'refused', code: 'SERVER_ERROR', status: 500, message: 'ill' }
    }
    if (fault === 'NOT_FOUND') return { ok: false, kind: 'refused', code: 'NOT_FOUND', status: 404, message: 'gone' }
    if (!given.some(({ requestId }) => requestId === body.requestId)) {
      const isStale = body.basedOn !== newestOf(body.responseID)
      given.push(body)
      states.set(body.responseID, isStale ? 'conflict' : 'marked')
    }
    if (fault === 'loses replies') return unreachable
    const stands = states.get(body.responseID) ?? 'marked'
    const other = { entry: 1, kind: 'mark', by: byOthers.has(body.responseID) ? { marker: 1 } : 'you', at: '' } as const
    const conflict = [other, { entry: entryOf(body), kind: 'mark', by: 'you', at: '' } as const]
    return { ok: true, value: { entry: entryOf(body), state: stands, ...(stands === 'conflict' && { conflict }) } }
  }
  // Boundary: of the calls there are only those that a device makes.
  const api = {
    call: async (call: { readonly name: string }, { body }: { readonly body: GivenBody }) => {
      if (fault === 'cut') return unreachable
      await arrival()
      return call.name === officeMarkingGive.name ? give(body) : { ok: true, value: {} }
    },
  } as unknown as Api

  const calls: MarkingCalls = {
    next: async (count, held) => {
      asked += 1
      if (fault === 'cut') return unreachable
      const free = Array.from({ length: responses }, (_, place) => itemOf(place + 1, until())).filter(
        ({ responseID }) => !held.includes(responseID) && !states.has(responseID),
      )
      const claims = held.filter((id) => !ended.has(id)).map((responseID) => ({ responseID, since: '', until: until() }))
      const value = { responses: free.slice(0, count), claims, asOf: new Date(now).toISOString() }
      return { ok: true, value: free.length === 0 ? { ...value, why: letGo === undefined ? 'done' : 'held' } : value }
    },
    response: async (responseID) => {
      if (reading !== undefined) await reading.promise
      if (fault === 'cut') return unreachable
      const stands = { newestEntry: newestOf(responseID), state: states.get(responseID) ?? 'waiting' }
      return { ok: true, value: { response: { ...itemOf(Number(responseID.slice(1))), ...stands } } }
    },
    renew: async (asked) => {
      if (fault === 'cut') return unreachable
      const claims = asked.filter((id) => !ended.has(id)).map((responseID) => ({ responseID, since: '', until: until() }))
      return { ok: true, value: { claims } }
    },
    release: async (some) => {
      if (reading !== undefined) await reading.promise
      if (fault === 'cut') return unreachable
      released.push(...some)
      return { ok: true, value: {} }
    },
  }
  return {
    api,
    calls,
    nowMs: () => now,
    pass: (ms: number) => {
      now += ms
    },
    cut: () => {
      fault = 'cut'
    },
    loseReplies: () => {
      fault = 'loses replies'
    },
    refuse: (code: 'NOT_FOUND') => {
      fault = code
    },
    /** Marks are on their way until it is mended. */
    hold: () => {
      letGo = () => {
        for (const go of held) go()
      }
    },
    /** Responses that are asked for, and those that are given back, are on their way until it is mended. */
    holdReading: () => {
      reading = Promise.withResolvers<void>()
    },
    mend: () => {
      fault = 'none'
      reading?.resolve()
      reading = undefined
      letGo?.()
      letGo = undefined
    },
    /** Fails once at a mark of so many marks. */
    failOnceAt: (marks: number) => {
      failing = marks
    },
    markedByAnother: (responseID: string) => void byOthers.add(responseID),
    endClaims: (some: readonly string[]) => {
      for (const one of some) ended.add(one)
    },
    given: () => given,
    attempts: () => attempts,
    asked: () => asked,
    released: () => released,
    stateOf: (responseID: string) => states.get(responseID),
  }
}
