import type { AnswerBook, SaveState } from '../../../sync/answers/answer-book.ts'
import type { PlayerSync } from '../../../sync/player-sync-types.ts'
import { noteAtReturn, noteOfRefused, type StatusNote } from './status-of.ts'

type Uncounted = 'late' | 'barred' | 'in-pause'

/** What is told of an answer that doesn't count. */
const uncountedAs = (state: SaveState | undefined): Uncounted | undefined => {
  if (state === 'late' || state === 'review') return 'late'
  if (state === 'closed' || state === 'reading') return 'barred'
  return state === 'in-pause' ? state : undefined
}
const isUncounted = (note: StatusNote | undefined): note is Uncounted =>
  note === 'late' || note === 'barred' || note === 'in-pause'

/** Milliseconds for which the connection's return is told. */
export const backOnlineMs = 8000

/**
 * Calls back with what there is to tell of the queue, and with undefined once it has been told for long enough. That an answer came
 * too late is told until the same question has one that counts; only what didn't get through at all goes before it.
 */
export const followStatusNotes = (
  {
    connection,
    queue,
  }: {
    readonly connection: Pick<PlayerSync['connection'], 'state' | 'subscribe'>
    readonly queue: Pick<PlayerSync['queue'], 'waiting' | 'subscribe'>
  },
  answers: Pick<AnswerBook, 'all' | 'subscribe' | 'stateOf'>,
  onNote: (note: StatusNote | undefined) => void,
): (() => void) => {
  let note: StatusNote | undefined
  let wasOffline = connection.state() === 'offline'
  let timer: ReturnType<typeof setTimeout> | undefined
  /** Questions whose latest answer doesn't count, and what is told of it. */
  const uncounted = new Map<string, Uncounted>()
  const tell = (now: StatusNote | undefined) => {
    note = now
    onNote(now)
  }
  const look = (questionId: string) => {
    const as = uncountedAs(answers.stateOf(questionId))
    if (as) uncounted.set(questionId, as)
    else uncounted.delete(questionId)
    const all = [...uncounted.values()]
    const isFree = note === undefined || note === 'back-online'
    if (isFree ? all.length > 0 : isUncounted(note) && !all.includes(note)) tell(all.at(-1))
  }
  // What was known before: the page may have been loaded again.
  for (const { questionId } of answers.all()) look(questionId)
  const stopAnswers = answers.subscribe(look)
  const stopConnection = connection.subscribe((state) => {
    if (state === 'offline') wasOffline = true
  })
  const stopQueue = queue.subscribe((event) => {
    if (event.kind === 'set-aside') tell(noteOfRefused(event.request, event.reason) ?? note)
    // Saved only once nothing waits any more; the request that was acknowledged is out of the queue by now.
    if (event.kind !== 'acknowledged' || !wasOffline || queue.waiting().length > 0) return
    wasOffline = false
    tell(noteAtReturn(note))
    clearTimeout(timer)
    timer = setTimeout(() => {
      if (note === 'back-online') tell(undefined)
    }, backOnlineMs)
  })
  return () => {
    clearTimeout(timer)
    stopConnection()
    stopAnswers()
    stopQueue()
  }
}
