import { openChannel } from '@sitwell/app-core/open-channel'
import { createWriterLock, type WriterLock, type Writing } from '@sitwell/request-queue/writer-lock'
import { type RefObject, useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { tabLocks } from '../context/browser/tab-locks.ts'
import { usePlayer } from '../context/player-context.tsx'

/** A SCO that is open in this tab. */
export interface OpenSco {
  /** Has it end itself; resolves once all that it has set is kept. */
  close(): Promise<void>
  /** Nothing of it may reach the store any more. */
  drop(): void
}

/** Of the tab that plays a course, among those of a browser. */
export const courseLockName = (userGuid: string, courseGuid: string) => `sitwell/${userGuid}/course/${courseGuid}`

/** Whether this tab plays the course, and how it comes to: a second one is told, and may take over. */
export const useCourseLock = (
  courseGuid: string,
  open: RefObject<OpenSco | undefined>,
): { readonly writing: Writing; takeOver(): void } => {
  const { session, reportError } = usePlayer()
  const name = courseLockName(session.user.guid, courseGuid)
  const [lock, setLock] = useState<WriterLock>()
  useEffect(() => {
    const opened = createWriterLock({
      name,
      locks: tabLocks(),
      channel: openChannel(name),
      beforeHandOver: async () => open.current?.close(),
      onStolen: () => open.current?.drop(),
      nowMs: () => Date.now(),
      onError: (error) => reportError(error, 'writer lock'),
    })
    setLock(opened)
    return () => opened.release()
  }, [name, open, reportError])
  const subscribe = useCallback((listener: () => void) => lock?.subscribe(listener) ?? (() => {}), [lock])
  const writing = useSyncExternalStore(subscribe, () => lock?.state() ?? 'asking')
  return { writing, takeOver: () => void lock?.takeOver() }
}
