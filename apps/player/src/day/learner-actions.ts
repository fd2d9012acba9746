import type { OutcomeOf } from '@sitwell/client/outcome'
import type { FormRunState, InputOf, LearnerAction, noteLearnerActions } from '@sitwell/contract'
import { createListeners } from '@sitwell/request-queue/listeners'

/** What the actions of staff act on. */
export interface LearnerActionsParts {
  note(body: InputOf<typeof noteLearnerActions>['body']): Promise<OutcomeOf<{ noted: number }>>
  /** What the learner has confirmed and the server has yet to hear: it outlives the page. */
  readonly confirmed: { read(): readonly string[]; write(actionIDs: readonly string[]): void }
  onError(error: unknown): void
}

/** What staff do, as this page receives it, and what the server hears of that. */
export interface LearnerActions {
  /** What the learner has yet to confirm, in the order in which it was sent; the same array until that changes. */
  shown(): readonly LearnerAction[]
  subscribe(listener: () => void): () => void
  /**
   * Actions that came, perhaps not for the first time. `isMet`: what they do to the time came before them over the same connection, so that this page
   * has met it.
   */
  receive(actions: readonly LearnerAction[], isMet: boolean): void
  /**
   * The page has met this state of the server's ledger: everything that was done before it is in the page. `of`: ids of actions, if the state is that of one start
   * among several; what was done to another start is not met by it.
   */
  met(state: Pick<FormRunState, 'time'>, of?: ReadonlySet<string>): void
  confirm(actionID: string): void
  /** Tells the server what it has yet to hear. What doesn't get through goes with the next call of this. */
  tell(): Promise<void>
}

/** Actions that the learner reads, and that stay until they say so. */
const isToRead = ({ text }: LearnerAction) => text !== undefined && text !== ''

/** This many are told at once at most. */
const mostAtOnce = 100

export const createLearnerActions = ({ note, confirmed, onError }: LearnerActionsParts): LearnerActions => {
  const listeners = createListeners<void>(onError)
  const known = new Set<string>()
  const delivered = new Set<string>()
  /** By an earlier page, which could not tell it. */
  const confirmedBefore = new Set(confirmed.read())
  const acknowledged = new Set(confirmedBefore)
  /** What changes the time, and has yet to be met here. */
  let unmet: readonly LearnerAction[] = []
  let shown: readonly LearnerAction[] = []
  let isTelling = false

  const show = (next: readonly LearnerAction[]) => {
    shown = next
    listeners.tell()
  }
  const keepConfirmed = () => confirmed.write([...acknowledged])
  const tellOnce = async (): Promise<boolean> => {
    const body = { delivered: [...delivered].slice(0, mostAtOnce), acknowledged: [...acknowledged].slice(0, mostAtOnce) }
    if (body.delivered.length + body.acknowledged.length === 0) return false
    const outcome = await note(body)
    // What the server takes as no request at all it will never take.
    if (!outcome.ok && (outcome.kind !== 'refused' || outcome.status !== 400)) return false
    for (const id of body.delivered) delivered.delete(id)
    for (const id of body.acknowledged) acknowledged.delete(id)
    keepConfirmed()
    return true
  }
  const tell = async () => {
    if (isTelling) return
    isTelling = true
    try {
      while (await tellOnce());
    } finally {
      isTelling = false
    }
  }
  const tellSoon = () => void tell().catch(onError)
  const acknowledge = (actions: readonly LearnerAction[]) => {
    for (const { actionID } of actions) acknowledged.add(actionID)
  }
  return {
    shown: () => shown,
    subscribe: (listener) => listeners.add(listener),
    receive(actions, isMet) {
      const fresh = actions.filter(({ actionID }) => !known.has(actionID))
      if (fresh.length === 0) return
      for (const { actionID } of fresh) known.add(actionID)
      for (const { actionID } of fresh) delivered.add(actionID)
      const changesTime = fresh.filter(({ kind }) => kind !== 'message')
      if (isMet) acknowledge(changesTime)
      else unmet = [...unmet, ...changesTime]
      const toRead = fresh.filter((action) => isToRead(action) && !confirmedBefore.has(action.actionID))
      if (toRead.length > 0) show([...shown, ...toRead].toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at)))
      tellSoon()
    },
    met({ time }, of) {
      const done = unmet.filter(({ actionID, at }) => (of?.has(actionID) ?? true) && Date.parse(at) <= Date.parse(time))
      if (done.length === 0) return
      unmet = unmet.filter((action) => !done.includes(action))
      acknowledge(done)
      tellSoon()
    },
    confirm(actionID) {
      const action = shown.find((one) => one.actionID === actionID)
      if (!action) return
      if (action.kind === 'message') {
        acknowledge([action])
        keepConfirmed()
      }
      show(shown.filter((one) => one !== action))
      tellSoon()
    },
    tell,
  }
}
