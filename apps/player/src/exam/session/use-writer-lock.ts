import { openChannel } from '@sitwell/app-core/open-channel'
import { createWriterLock, type WriterLock, type Writing } from '@sitwell/request-queue/writer-lock'
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { tabLocks } from '../../context/browser/tab-locks.ts'
import type { Player } from '../../context/player.ts'
import { usePlayer } from '../../context/player-context.tsx'
import { runningSync } from '../../sync/sync-of-player.ts'
import { gatheredVisit, handOverGathered, loseGathered } from './gathered-visit.ts'

const openLock = (userGuid: string, examGuid: string, reportError: Player['reportError']): WriterLock => {
  const name = `sitwell/${userGuid}/${examGuid}`
  const onError = (error: unknown) => reportError(error, 'writer lock')
  return createWriterLock({
    name,
    locks: tabLocks(),
    channel: openChannel(name),
    async beforeHandOver() {
      await handOverGathered(gatheredVisit)
      return (await runningSync())?.handOver()
    },
    async onHanded(held) {
      const sync = await runningSync()
      // The tab before keeps it, and writes it once its disk has room.
      if (!sync) throw new Error('Nothing here can take what the other tab held')
      await sync.takeHanded(held)
    },
    onStolen: () => loseGathered(gatheredVisit, onError),
    nowMs: () => Date.now(),
    onError,
  })
}

/** Whether this tab sits the exam, and how it comes to. */
export const useWriterLock = (examGuid: string): { readonly writing: Writing; takeOver(): void } => {
  const { session, reportError } = usePlayer()
  const userGuid = session.user.guid
  const [lock, setLock] = useState<WriterLock>()
  useEffect(() => {
    const opened = openLock(userGuid, examGuid, reportError)
    setLock(opened)
    return () => opened.release()
  }, [userGuid, examGuid, reportError])
  const subscribe = useCallback((listener: () => void) => lock?.subscribe(listener) ?? (() => {}), [lock])
  const writing = useSyncExternalStore(subscribe, () => lock?.state() ?? 'asking')
  return { writing, takeOver: () => void lock?.takeOver() }
}
