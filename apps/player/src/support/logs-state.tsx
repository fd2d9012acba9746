import { Button } from '@sitwell/ui/button.tsx'
import { Card } from '@sitwell/ui/card.tsx'
import { Spinner } from '@sitwell/ui/spinner.tsx'
import type { ReactNode } from 'react'
import { useVisitor } from '../context/player-context.tsx'
import styles from './logs.module.css'
import type { useLogs } from './use-logs.ts'

type Logs = ReturnType<typeof useLogs>

/** Whether there is nothing to show yet; after an action what was there stays until it is read again. */
export const isWaiting = ([snapshot]: Logs): boolean =>
  snapshot.matches('checking') ||
  snapshot.matches('not_ready') ||
  (snapshot.matches('reading') && snapshot.context.notice === undefined)

/** What is in the place of logs that can't be shown yet or at all; else `children`. */
export const LogsState = ({ logs, children }: { readonly logs: Logs; readonly children: ReactNode }) => {
  const { text } = useVisitor()
  const [snapshot, send] = logs
  if (isWaiting(logs)) return <Spinner label={text('logs.waiting')} />
  if (!snapshot.matches('failed')) return children
  return (
    <Card className={styles.failed}>
      <p role="alert">{text('logs.failed')}</p>
      <Button variant="primary" onPress={() => send({ type: 'retry' })}>
        {text('logs.again')}
      </Button>
    </Card>
  )
}
