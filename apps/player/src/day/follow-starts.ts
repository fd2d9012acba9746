import type { OutcomeOf } from '@sitwell/client/outcome'
import type { awaitStart, ReplyOf } from '@sitwell/contract'

/** How the start of an exam stands, as the server says it. */
export type Start = ReplyOf<typeof awaitStart>

/** What waiting for starts acts on. */
export interface StartsParts {
  ask(scheduleGuid: string): Promise<OutcomeOf<Start>>
  /** Each answer: it has what invigilators sent to the page, too. */
  onStart(scheduleGuid: string, start: Start): void
  /** A start, an end or a hold was changed, or the exam may be begun by now: the list is old. */
  onChange(): void
  /** At least 0 and below 1. */
  random(): number
  onError(error: unknown): void
}

/** Milliseconds between two questions; up to a fifth more, so that a hall doesn't ask at one moment. */
export const askEveryMs = 5000

const wordOf = ({ canStart, isHeld, opensAt = '', closesAt = '' }: Start) => [canStart, isHeld, opensAt, closesAt].join()

/**
 * Asks from time to time how the starts of these schedules stand, and so lets the invigilators see that somebody waits; a list that is older than a change is fetched
 * again. Returns what ends it.
 */
export const followStarts = (
  waited: () => readonly string[],
  { ask, onStart, onChange, random, onError }: StartsParts,
): (() => void) => {
  const words = new Map<string, string>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let isStopped = false
  const askOne = async (guid: string) => {
    const outcome = await ask(guid)
    if (!outcome.ok || isStopped) return false
    onStart(guid, outcome.value)
    const [before, word] = [words.get(guid), wordOf(outcome.value)]
    words.set(guid, word)
    // What is asked first is newer than the list: one that can't be begun by it, and can now, was changed.
    return before === undefined ? outcome.value.canStart || outcome.value.isHeld : before !== word
  }
  const askAll = async () => {
    try {
      const changed = await Promise.all(waited().map(askOne))
      if (changed.includes(true)) onChange()
    } catch (error) {
      onError(error)
    }
    if (!isStopped) timer = setTimeout(() => void askAll(), askEveryMs * (1 + random() / 5))
  }
  void askAll()
  return () => {
    isStopped = true
    clearTimeout(timer)
  }
}
