import type { MessageId } from '@sitwell/i18n/message-ids'
import { Icon, type IconName } from '@sitwell/ui/icon.tsx'
import { useSyncExternalStore } from 'react'
import { usePlayer } from '../../../context/player-context.tsx'
import type { PlayerSync } from '../../../sync/player-sync-types.ts'
import { refusedMessage, type Status, type StatusNote, statusOf } from '../../session/run/status-of.ts'
import styles from './status-line.module.css'

const shown: Record<Status, { readonly id: MessageId; readonly icon: IconName }> = {
  'working-offline': { id: 'exam.workingOffline', icon: 'offline' },
  'back-online': { id: 'exam.backOnline', icon: 'check' },
  unsaved: { id: refusedMessage.unsaved, icon: 'alert' },
  'set-aside': { id: refusedMessage['set-aside'], icon: 'alert' },
  'finished-elsewhere': { id: refusedMessage['finished-elsewhere'], icon: 'alert' },
  late: { id: refusedMessage.late, icon: 'clock' },
  barred: { id: refusedMessage.barred, icon: 'alert' },
  'in-pause': { id: refusedMessage['in-pause'], icon: 'alert' },
  'not-kept': { id: 'exam.notKept', icon: 'alert' },
  'not-kept-offline': { id: 'exam.notKeptOffline', icon: 'alert' },
}

/** Says quietly that the exam continues without a network, and that all is saved once it is back. */
export const StatusLine = ({ sync, note }: { readonly sync: PlayerSync; readonly note: StatusNote | undefined }) => {
  const { text } = usePlayer()
  const connection = useSyncExternalStore(sync.connection.subscribe, sync.connection.state)
  const keeping = useSyncExternalStore(sync.keeping.subscribe, sync.keeping.get)
  const status = statusOf(connection, keeping, note)
  return (
    <div role="status" className={styles.line} data-status={status ?? 'none'}>
      {status !== undefined && (
        <p role={status === 'unsaved' ? 'alert' : undefined}>
          <Icon name={shown[status].icon} />
          <span>{text(shown[status].id)}</span>
        </p>
      )}
    </div>
  )
}
