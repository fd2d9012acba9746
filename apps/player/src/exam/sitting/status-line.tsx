import { useEffect, useState, useSyncExternalStore } from 'react'
import { usePlayer } from '../../api/player-context.tsx'
import type { PlayerSync } from '../../sync/player-sync.ts'
import { Icon } from '../../ui/icon.tsx'
import styles from './status-line.module.css'

type Status = 'working-offline' | 'back-online' | 'set-aside' | undefined

const shown = {
  'working-offline': { id: 'exam.workingOffline', icon: 'offline' },
  'back-online': { id: 'exam.backOnline', icon: 'check' },
  'set-aside': { id: 'exam.setAside', icon: 'alert' },
} as const

/** Milliseconds for which the connection's return is told. */
const backOnlineMs = 8000

/** Says quietly that the exam goes on without a network, and that all is saved once it is back. */
export const StatusLine = ({ sync }: { readonly sync: PlayerSync }) => {
  const { text } = usePlayer()
  const connection = useSyncExternalStore(sync.connection.subscribe, sync.connection.state)
  const [told, setTold] = useState<Status>()
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
  const status: Status = connection === 'offline' ? 'working-offline' : told
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
