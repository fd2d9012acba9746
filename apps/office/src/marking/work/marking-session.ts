import type { Failure, OutcomeOf } from '@sitwell/client/api'
import type { MarkingItem, officeMarkingNext, officeMarkingRenew, officeMarkingResponse, ReplyOf } from '@sitwell/contract'
import { createListeners } from '@sitwell/request-queue/listeners'
import type { Given } from '../device/mark-records.ts'
import type { MarkOutcome } from '../device/mark-sender.ts'
import type { MarkingDevice } from '../device/marking-device.ts'
import { draftOf, emptyDraft, isEmptyDraft, type MarkDraft } from '../mark/mark-draft.ts'
import { createDraftWriter, type DraftWriter } from './draft-writer.ts'
import {
  advanced,
  back,
  emptyLine,
  leastAhead,
  type MarkingLine,
  mayGoBack,
  renewed,
  reopened,
  resumed,
  shownIn,
  wantedIn,
  withFetched,
  withoutAhead,
} from './marking-line.ts'

type Next = ReplyOf<typeof officeMarkingNext>
/** Why a queue has no further responses for this person; `own-tabs`: another tab of this person has the rest. */
export type Why = Next['why'] | 'own-tabs'
type Claims = ReplyOf<typeof officeMarkingRenew>['claims']

/** The calls of a session; their outcomes are values. */
export interface MarkingCalls {
  /** `isKept`: responses are on this device too, so that a server that can't be reached is soon waited for no more. */
  next(count: number, held: readonly string[], isKept: boolean): Promise<OutcomeOf<Next>>
  response(responseID: string): Promise<OutcomeOf<ReplyOf<typeof officeMarkingResponse>>>
  renew(responses: readonly string[]): Promise<OutcomeOf<{ readonly claims: Claims }>>
  release(responses: readonly string[]): Promise<OutcomeOf<unknown>>
}

/** A mark whose response has another mark too. */
interface MetMark {
  readonly responseID: string
  readonly code: string
  /** The other one is of the same person, from another device or window. */
  readonly isOwn: boolean
}

export interface SessionState {
  readonly line: MarkingLine<MarkingItem>
  /** Counts how often a response was opened: whatever shows one begins anew with each. */
  readonly opening: number
  readonly reading: 'idle' | 'reading' | 'failed' | 'missing'
  /** A response that was asked for is on its way. None shows meanwhile: keys that were meant for it would mark another one. */
  readonly isOpening: boolean
  /** Why the queue has no more for this person, if it hasn't. */
  readonly why: Why
  /** A mark that found another one: its response has both, and somebody decides. */
  readonly conflicts: readonly MetMark[]
  /** How many more responses of the queue are marked since the page was opened, by what the server said of this page's marks. */
  readonly moreMarked: number
}

interface Parts {
  readonly queueID: string
  readonly calls: MarkingCalls
  readonly device: Pick<
    MarkingDevice,
    | 'keep'
    | 'keepDraft'
    | 'draftOf'
    | 'waitingFor'
    | 'onOutcome'
    | 'state'
    | 'keepLine'
    | 'dropLine'
    | 'lineOf'
    | 'givesBack'
    | 'untilGivenBack'
    | 'otherTabs'
    | 'generation'
  >
  /** By the server's clock. */
  nowMs(): number
  onError(error: unknown): void
}

/** Claims are renewed once the earliest of them has less than this left, in milliseconds, and the page is in use. */
export const renewBelowMs = 5 * 60_000
/** Milliseconds between two attempts to renew. */
const renewAgainMs = 60_000
/** As many responses as the call takes. */
const mostHeld = 20

const isAmongOwn = ({ conflict = [] }: MarkOutcome): boolean => conflict.length > 0 && conflict.every(({ by }) => by === 'you')

/** A reply without the responses that other tabs have, and `own-tabs` as the reason if these are all that is left. */
const withoutOthers = (next: Next, inOtherTabs: readonly string[]) => {
  const responses = next.responses.filter(({ responseID }) => !inOtherTabs.includes(responseID))
  const isOwnTabs = responses.length === 0 && inOtherTabs.length > 0 && (next.why === 'done' || next.responses.length > 0)
  return { ...next, responses, why: isOwnTabs ? ('own-tabs' as const) : next.why }
}

const isOfNoQueue = (failure: Failure): boolean =>
  failure.kind === 'refused' && (failure.code === 'NOT_FOUND' || failure.code === 'NOT_ALLOWED')

/** One marker's way through a queue: what shows, what waits ahead, and what becomes of each mark. */
export const createMarkingSession = ({ queueID, calls, device, nowMs, onError }: Parts) => {
  const changed = createListeners<void>(onError)
  const drafts = new Map<string, MarkDraft>()
  /** What was given here, to change it. */
  const givenHere = new Map<string, Given>()
  const writers = new Map<string, DraftWriter>()
  /** Responses that were marked here: they are not held any more, whatever is left of their claims. */
  const marked = new Set<string>()
  /** Whether the server has said last that a response is marked. */
  const isMarkedThere = new Map<string, boolean>()
  /**
   * The generation of the database that gave the newest entry of each response. If the database is set back before a mark is given, that entry's number may be the
   * number of another marker's entry.
   */
  const readIn = new Map<string, string>()
  /** `by`: the generation before the request, which is never newer than the reply. */
  const noteRead = (responses: readonly string[], by = device.generation()) => {
    if (by !== undefined) for (const responseID of responses) readIn.set(responseID, by)
  }
  let renewedMs = Number.NEGATIVE_INFINITY
  let mostAhead = leastAhead
  /** What an earlier page of this tab had, until this one has responses. */
  let kept: ReturnType<typeof device.lineOf> | undefined
  let isClosed = false
  /** Counts the responses that were asked for: the last one of them shows. */
  let asking = 0
  const keeper = {}
  let state: SessionState = {
    ...{ line: emptyLine, opening: 0, reading: 'idle', isOpening: false, why: undefined, conflicts: [], moreMarked: 0 },
  }
  const keepLine = () => {
    const items = [...state.line.opened, ...state.line.ahead]
    const markedOf = items.flatMap(({ responseID }) => (marked.has(responseID) ? [responseID] : []))
    const generations = items.flatMap(({ responseID }) => {
      const by = readIn.get(responseID)
      return by === undefined ? [] : [[responseID, by] as const]
    })
    device.keepLine(queueID, { items, marked: markedOf, generations: Object.fromEntries(generations) }, keeper)
    device.otherTabs.hold(
      queueID,
      items.flatMap(({ responseID }) => (marked.has(responseID) ? [] : [responseID])),
    )
  }
  const change = (part: Partial<SessionState>) => {
    const line = part.line ?? state.line
    const isSame = shownIn(line)?.responseID === shownIn(state.line)?.responseID
    const isOther = line !== state.line
    state = { ...state, ...part, opening: isSame ? (part.opening ?? state.opening) : state.opening + 1 }
    // The reply to a call from before the page was left must not hold responses again.
    if (isOther && !isClosed) keepLine()
    changed.tell()
  }

  const heldItems = () => [...state.line.opened, ...state.line.ahead].filter(({ responseID }) => !marked.has(responseID))
  const held = () => {
    const onTheirWay = device.state().waiting.map(({ responseID }) => responseID)
    return [...new Set([...heldItems().map(({ responseID }) => responseID), ...onTheirWay])].slice(0, mostHeld)
  }
  const withClaims = (line: MarkingLine<MarkingItem>, asked: readonly string[], claims: Claims) => {
    const byId = new Map(claims.map(({ responseID, since, until }) => [responseID, { since, until }]))
    const named = new Set(asked)
    const items = [...line.opened, ...line.ahead].filter(({ responseID }) => named.has(responseID) && !marked.has(responseID))
    const next = items.reduce((now, item) => {
      const { claim: _, ...rest } = item
      const claim = byId.get(item.responseID)
      return renewed(now, claim === undefined ? rest : { ...rest, claim })
    }, line)
    return withoutAhead(next, ({ responseID }) => named.has(responseID) && !byId.has(responseID))
  }

  const readDrafts = (items: readonly MarkingItem[]) =>
    Promise.all(
      items.map(async (item) => {
        const draft = await device.draftOf(item).catch(() => undefined)
        if (draft !== undefined && !drafts.has(item.responseID)) drafts.set(item.responseID, draft)
      }),
    )

  /** Goes on with what an earlier page of this tab had. False if it had nothing. */
  const goOn = async ({
    items: all,
    marked: wereMarked,
    generations = {},
  }: Awaited<NonNullable<typeof kept>>): Promise<boolean> => {
    const isMarked = ({ responseID }: MarkingItem) =>
      wereMarked.includes(responseID) || device.waitingFor(responseID) !== undefined
    // Its mark was sent while no page looked: which entry it became isn't known here, and another mark would stand beside it as a conflict.
    const isSentUnseen = ({ responseID, state: stands }: MarkingItem) =>
      wereMarked.includes(responseID) && device.waitingFor(responseID) === undefined && ['waiting', 'changed'].includes(stands)
    const items = all.filter((item) => !isSentUnseen(item))
    if (items.length === 0) return false
    await readDrafts(items)
    for (const [responseID, by] of Object.entries(generations)) noteRead([responseID], by)
    for (const item of items) if (isMarked(item)) marked.add(item.responseID)
    const line = resumed(items, isMarked)
    // Nothing is left of what was here: that says nothing of the queue, which is read once the server is there.
    change({ line, reading: shownIn(line) === undefined ? 'failed' : 'idle' })
    return true
  }

  /**
   * The responses of an earlier page of this tab, for a page that has shown nothing yet. Waits until a page that was left just now has given its responses back:
   * responses that are claimed sooner would be given back with them.
   */
  const before = async () => {
    kept ??= device.lineOf(queueID)
    const found = state.line === emptyLine ? await kept : { items: [], marked: [] }
    await device.untilGivenBack()
    return found
  }

  /** Takes the responses of a reply that no other tab has. Returns whether other tabs have all of them. `by`: the generation in which they were requested. */
  const takeOwn = async (reply: Next, asked: readonly string[], by: string | undefined): Promise<boolean> => {
    const unmarked = reply.responses.filter(({ responseID }) => !marked.has(responseID))
    noteRead(
      unmarked.map(({ responseID }) => responseID),
      by,
    )
    // Another tab may have got some of these meanwhile, or the call had no room to name its responses: two tabs with one response would make its marker a conflict with themselves.
    const next = withoutOthers(reply, await device.otherTabs.held(queueID))
    if (isClosed) return false
    await take(next, asked)
    return next.responses.length === 0 && reply.responses.length > 0
  }

  /** Shows the responses of an earlier page if the server can't be reached, or that there are none. */
  const goOnWithout = async (outcome: Failure, earlier: Awaited<NonNullable<typeof kept>>): Promise<void> => {
    if (outcome.kind === 'unreachable' && (await goOn(earlier))) return
    change({ reading: isOfNoQueue(outcome) ? 'missing' : 'failed' })
  }

  /** `isAgain`: another tab had all that the first reply named. */
  const readFrom = async (isAgain: boolean): Promise<void> => {
    const wanted = state.reading === 'reading' ? 0 : wantedIn(state.line, mostAhead)
    if (wanted === 0) return
    change({ reading: 'reading' })
    const earlier = await before()
    const asked = held()
    // Responses that another tab of this person has are not given to this tab.
    const inOtherTabs = await device.otherTabs.held(queueID)
    const by = device.generation()
    const outcome = await calls.next(wanted, [...asked, ...inOtherTabs].slice(0, mostHeld), earlier.items.length > 0)
    if (isClosed) return
    if (!outcome.ok) return goOnWithout(outcome, earlier)
    const areOthers = await takeOwn(outcome.value, asked, by)
    if (areOthers && !isAgain) await readFrom(true)
  }

  const read = () => readFrom(false)

  const take = async (
    { responses, claims, why }: Omit<Next, 'why'> & { readonly why: Why },
    asked: readonly string[],
  ): Promise<void> => {
    // Marked while this was under way: it comes from before the mark.
    const fresh = responses.filter(({ responseID }) => !marked.has(responseID))
    await readDrafts(fresh)
    renewedMs = nowMs()
    change({ line: withFetched(withClaims(state.line, asked, claims), fresh, mostAhead), why, reading: 'idle' })
    // One call gives fewer than may wait ahead.
    if (fresh.length > 0 && wantedIn(state.line, mostAhead) > 0) await read()
  }

  const settle = ({
    mark,
    outcome,
  }: {
    readonly mark: { readonly responseID: string; readonly code: string; readonly queueID: string }
    readonly outcome: MarkOutcome
  }) => {
    const { responseID, code } = mark
    const stands = outcome.state
    const item = [...state.line.opened, ...state.line.ahead].find((one) => one.responseID === responseID)
    // A response of another queue may have been opened here, as one whose mark was refused.
    if (item === undefined && mark.queueID !== queueID) return
    const others = state.conflicts.filter((one) => one.responseID !== responseID)
    const wasMarked = isMarkedThere.get(responseID) ?? false
    const isMarked = stands === 'marked'
    isMarkedThere.set(responseID, isMarked)
    noteRead([responseID])
    change({
      ...(mark.queueID === queueID && { moreMarked: state.moreMarked + Number(isMarked) - Number(wasMarked) }),
      ...(item && {
        line: renewed(state.line, { ...item, newestEntry: outcome.entry, state: stands === 'open' ? item.state : stands }),
      }),
      conflicts: stands === 'conflict' ? [...others, { responseID, code, isOwn: isAmongOwn(outcome) }] : others,
    })
    // Why nothing was left may have been that these marks were on their way.
    if (shownIn(state.line) === undefined && device.state().waiting.length === 0) void read().catch(onError)
  }
  const stopListening = device.onOutcome(settle)

  /** Reads a response that was marked here once more: others may have marked it since. What is on its way, or can't be read, leaves it as it is. */
  const readAgain = async (responseID: string): Promise<void> => {
    if (!marked.has(responseID) || device.waitingFor(responseID) !== undefined) return
    const by = device.generation()
    const outcome = await calls.response(responseID)
    if (!outcome.ok || device.waitingFor(responseID) !== undefined) return
    noteRead([responseID], by)
    change({ line: renewed(state.line, outcome.value.response) })
  }

  const writerOf = (item: MarkingItem): DraftWriter => {
    const found = writers.get(item.responseID)
    if (found !== undefined) return found
    const writer = createDraftWriter((draft) => device.keepDraft(item, draft), onError)
    writers.set(item.responseID, writer)
    return writer
  }

  const renew = async () => {
    const asked = heldItems()
      .map(({ responseID }) => responseID)
      .slice(0, mostHeld)
    renewedMs = nowMs()
    const outcome = await calls.renew(asked)
    if (outcome.ok) change({ line: withClaims(state.line, asked, outcome.value.claims) })
  }

  return {
    state: (): SessionState => state,
    subscribe: changed.add,

    /** Reads the first responses, or once more what could not be read. */
    read,

    /** So many responses wait ahead from now on, as far as there are some. */
    wantAhead(most: number): void {
      const isMore = most > mostAhead
      mostAhead = most
      if (isMore && state.reading === 'idle' && shownIn(state.line) !== undefined) void read().catch(onError)
    },

    /** What the form of a response begins with: what was entered and isn't stored, else the mark that this person gave last, else nothing. */
    startOf: (item: MarkingItem): MarkDraft => {
      const { responseID, entries, state: stands } = item
      const own = entries.findLast(({ by, kind }) => by === 'you' && kind === 'mark')
      const last = device.waitingFor(responseID)?.given ?? givenHere.get(responseID) ?? (stands === 'marked' ? own : undefined)
      return drafts.get(responseID) ?? (last === undefined ? emptyDraft : draftOf(last))
    },

    /** Keeps what is entered, beside the page too. */
    enter(item: MarkingItem, draft: MarkDraft): void {
      drafts.set(item.responseID, draft)
      writerOf(item).write(isEmptyDraft(draft) ? undefined : draft)
    },

    /** Keeps a mark on this device and, once it is there, shows the next response, without a request. Rejects if it can't be kept: nothing moves then. */
    async give(item: MarkingItem, given: Given): Promise<void> {
      const { responseID, code, sequence, files, newestEntry } = item
      const of = { responseID, code, queueID: item.queueID }
      const whole = { ...given, ...(sequence !== undefined && { sequence }), ...(files !== undefined && { files }) }
      writerOf(item).stop()
      writers.delete(responseID)
      await device.keep({ ...of, seen: newestEntry, seenIn: readIn.get(responseID), given: whole })
      drafts.delete(responseID)
      givenHere.set(responseID, given)
      marked.add(responseID)
      if (!isMarkedThere.has(responseID)) isMarkedThere.set(responseID, item.state === 'marked')
      // The person may have gone elsewhere while it was being written.
      change({ line: shownIn(state.line)?.responseID === responseID ? advanced(state.line) : state.line })
      void read().catch(onError)
    },

    /** On without a mark: the response stays to go back to. */
    skip(): void {
      change({ line: advanced(state.line) })
      void read().catch(onError)
    },
    mayGoBack: (): boolean => mayGoBack(state.line),
    back(): void {
      change({ line: back(state.line) })
      const item = shownIn(state.line)
      if (item) void readAgain(item.responseID).catch(onError)
    },

    /** Shows a response again, such as one of the history. Resolves to false if it can't be had. */
    async open(responseID: string): Promise<boolean> {
      asking += 1
      const turn = asking
      change({ isOpening: true })
      try {
        const by = device.generation()
        const outcome = await calls.response(responseID)
        const here = [...state.line.opened, ...state.line.ahead].find((one) => one.responseID === responseID)
        const item = outcome.ok ? outcome.value.response : here
        if (item === undefined) return false
        await readDrafts([item])
        if (turn !== asking) return true
        if (outcome.ok) noteRead([responseID], by)
        const conflicts = state.conflicts.filter((one) => one.responseID !== responseID)
        change({ line: reopened(state.line, item), conflicts, isOpening: false, opening: state.opening + 1 })
        return true
      } finally {
        if (turn === asking && state.isOpening) change({ isOpening: false })
      }
    },

    /** The marker has seen that a mark met another one. */
    forgetConflict(responseID: string): void {
      change({ conflicts: state.conflicts.filter((one) => one.responseID !== responseID) })
    },

    /** The page is in use: claims that run out soon are renewed. */
    used(): void {
      const now = nowMs()
      if (now - renewedMs < renewAgainMs) return
      const ends = heldItems().flatMap(({ claim }) => (claim === undefined ? [] : [Date.parse(claim.until)]))
      if (ends.length > 0 && Math.min(...ends) - now < renewBelowMs) void renew().catch(onError)
    },

    /** Gives back what is held and wasn't marked. */
    close(): void {
      isClosed = true
      stopListening()
      const unmarked = heldItems().flatMap(({ responseID, claim }) => (claim === undefined ? [] : [responseID]))
      const giveBack = async () => {
        const releasing = unmarked.length === 0 ? undefined : calls.release(unmarked.slice(0, mostHeld))
        if (releasing) device.givesBack(releasing)
        const isReleased = releasing === undefined || (await releasing).ok
        // Another tab that got one of these responses before the release arrived would lose its claim to it.
        device.otherTabs.hold(queueID, [])
        // Without the server they are held, and whoever comes back goes on with them.
        if (isReleased) device.dropLine(queueID, keeper)
      }
      giveBack().catch(onError)
    },
  }
}

export type MarkingSession = ReturnType<typeof createMarkingSession>
