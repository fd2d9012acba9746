import { ping } from '@sitwell/contract'
import { Icon } from '@sitwell/ui/icon.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { useOffice, useOfficeParts } from '../office-context.tsx'
import styles from './connection-notice.module.css'

/** Milliseconds between two looks whether the server is there again. */
const againMs = 5000

/** Says that the server can't be reached, and since when; looks for it until it is back, and has the page read again then. */
export const ConnectionNotice = () => {
  const { connection } = useOfficeParts()
  const { api, text, language } = useOffice()
  const queries = useQueryClient()
  const sinceMs = useSyncExternalStore(connection.subscribe, connection.lostSinceMs)
  const isLost = sinceMs !== undefined
  useEffect(() => {
    addEventListener('offline', connection.lost)
    return () => removeEventListener('offline', connection.lost)
  }, [connection])
  useEffect(() => {
    if (!isLost) return
    const look = () => void api.call(ping, {}, { attempts: 1 })
    const timer = setInterval(look, againMs)
    addEventListener('online', look)
    return () => {
      clearInterval(timer)
      removeEventListener('online', look)
      void queries.invalidateQueries()
    }
  }, [isLost, api, queries])
  const time = isLost ? new Date(sinceMs).toLocaleTimeString(language.code, { hour: '2-digit', minute: '2-digit' }) : ''
  return (
    <div role="status" className={styles.place}>
      {isLost && (
        <p className={styles.notice}>
          <Icon name="offline" className={styles.icon} />
          <span>{text('office.noConnection', { time })}</span>
        </p>
      )}
    </div>
  )
}
