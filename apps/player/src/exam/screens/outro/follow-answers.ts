import type { MessageId } from '@sitwell/i18n/message-ids'
import type { WorkAt } from '../../../sync/only-here/where-answers-are.ts'
import type { PlayerSync } from '../../../sync/player-sync-types.ts'

/**
 * Where the answers and files of a form run are, as far as this device can say: `reading` until it has looked, `unknown` where it should
 * know and can't say, `not-here` where it isn't the one that the exam was sat on.
 */
export type AnswersStatus = WorkAt | 'reading' | 'unknown' | 'not-here'

/** Milliseconds until it is looked again where that failed, and after which one that hangs counts as not known. */
const lookAgainMs = 5000

/** Milliseconds from one question for the server to the next: a page that asks for nothing else hears so of a database that was set back. */
const hearMs = 30_000

/** Whether nothing is missing on the server of what this device knows. */
const isAllThere = ({ onlyHere, lostFiles, isChecking }: WorkAt): boolean =>
  onlyHere.length === 0 && lostFiles.length === 0 && !isChecking

/** Whether the device may be left and cleared: nothing is known, or to be feared, to be on it alone. */
export const hasAll = (status: AnswersStatus): boolean =>
  status === 'not-here' || (typeof status === 'object' && isAllThere(status))

/** What the wait for the result says: that nothing can be lost where it is so, and else what is known. */
export const completedHelp = (status: AnswersStatus): MessageId => {
  if (hasAll(status)) return 'exam.fetchingResultHelp'
  if (status === 'unknown') return 'outro.completeUnknown'
  if (typeof status !== 'object') return 'outro.completeLooking'
  if (status.onlyHere.length > 0) return 'outro.completeNotAll'
  return status.isChecking ? 'outro.completeLooking' : 'outro.completeFilesLost'
}

interface FollowParts {
  sync(): Promise<Pick<PlayerSync, 'answersAt' | 'onAnswers' | 'uploads' | 'keeping' | 'connection'>>
  /** The exam was sat in this tab: the browser has to know of it. */
  readonly isOwn: boolean
  tell(status: AnswersStatus): void
  onError(error: unknown): void
}

/** Tells where the answers are, now and whenever that may be another, until the function that it answers is called. */
export const followAnswers = (formRunGuid: string, parts: FollowParts): (() => void) => {
  let isStopped = false
  let isFollowing = false
  let hasReported = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const stops: (() => void)[] = []

  const unknown = () => {
    if (!isStopped && !hasReported) parts.tell('unknown')
  }
  const hanging = setTimeout(unknown, lookAgainMs)
  const look = async () => {
    const sync = await parts.sync()
    if (isStopped) return
    if (!isFollowing) {
      isFollowing = true
      const hearing = setInterval(() => void sync.connection.check(), hearMs)
      stops.push(sync.onAnswers(lookAgain), sync.uploads.subscribe(lookAgain), () => clearInterval(hearing))
    }
    const found = await sync.answersAt(formRunGuid)
    const lostFiles = sync.uploads.lost(formRunGuid).map(({ fileName }) => fileName)
    if (isStopped) return
    hasReported = true
    if (!found.isNotHere) return parts.tell({ ...found, lostFiles })
    // A browser that lost what it kept, or can't open it, holds nothing of an exam that was sat on it either.
    parts.tell(parts.isOwn || sync.keeping.get() !== 'lasting' ? 'unknown' : 'not-here')
  }
  const lookAgain = () => {
    look().catch((error) => {
      parts.onError(error)
      if (isStopped) return
      clearTimeout(hanging)
      hasReported = false
      unknown()
      clearTimeout(timer)
      timer = setTimeout(lookAgain, lookAgainMs)
    })
  }
  lookAgain()
  return () => {
    isStopped = true
    clearTimeout(timer)
    clearTimeout(hanging)
    for (const stop of stops) stop()
  }
}
