import { useEffect, useState, useSyncExternalStore } from 'react'
import { usePlayer } from '../../api/player-context.tsx'
import type { PlayerSync } from '../../sync/player-sync.ts'
import { Icon, type IconName } from '../../ui/icon.tsx'
import styles from './status-line.module.css'
import { type Status, statusOf, type Told } from './status-of.ts'

const shown: Record<Status, { readonly id: string; readonly icon: IconName }> = {
  'working-offline': { id: 'exam.workingOffline', icon: 'offline' },
  'back-online': { id: 'exam.backOnline', icon: 'check' },
  'set-aside': { id: 'exam.setAside', icon: 'alert' },
  'not-kept': { id: 'exam.notKept', icon: 'alert' },
  'not-kept-offline': { id: 'exam.notKeptOffline', icon: 'alert' },
}

/** Milliseconds for which the connection's return is told. */
const backOnlineMs = 8000

/** Says quietly that the exam goes on without a network, and that all is saved once it is back. */
export const StatusLine = ({ sync }: { readonly sync: PlayerSync }) => {
  const { text } = usePlayer()
  const connection = useSyncExternalStore(sync.connection.subscribe, sync.connection.state)
  const keeping = useSyncExternalStore(sync.keeping.subscribe, sync.keeping.get)
  const [told, setTold] = useState<Told>()
  useEffect(() => {
    let wasOffline = sync.connection.state() === 'offline'
    let timer: ReturnType<typeof setTimeout> | undefined
    const stopConnection = sync.connection.subscribe((state) => {
      if (state === 'offline') wasOffline = true
    })
    const stopQueue = sync.queue.subscribe(({ kind }) => {
      if (kind === 'set-aside') setTold('set-aside')
      // Saved only once nothing waits any more; the request that was acknowledged is out of the queue by now.
      if (kind !== 'acknowledged' || !wasOffline || sync.queue.waiting().length > 0) return
      wasOffline = false
      setTold('back-online')
      timer = setTimeout(() => setTold((status) => (status === 'back-online' ? undefined : status)), backOnlineMs)
    })
    return () => {
      clearTimeout(timer)
      stopConnection()
      stopQueue()
    }
  }, [sync])
  const status = statusOf(connection, keeping, told)
  return (
    <div role="status" className={styles.line} data-status={status ?? 'none'}>
      {status !== undefined && (
        <p>
          <Icon name={shown[status].icon} />
          {text(shown[status].id)}
        </p>
      )}
    </div>
  )
}
