import { useNavigate } from '@sitwell/navigation/navigation.tsx'
import { useAppBar } from '@sitwell/ui/app-bar-state.tsx'
import { Button } from '@sitwell/ui/button.tsx'
import { Icon } from '@sitwell/ui/icon.tsx'
import { Page } from '@sitwell/ui/page.tsx'
import { useEffect, useRef } from 'react'
import { usePlayer } from '../context/player-context.tsx'
import { lastOf, type StoredLog } from './activity-logs.ts'
import { DeleteLogDialog } from './delete-log-dialog.tsx'
import styles from './logs.module.css'
import { isWaiting, LogsState } from './logs-state.tsx'
import { OnlyHereSection } from './only-here-section.tsx'
import { type Column, PagedTable } from './paged-table.tsx'
import { SetAsideSection } from './set-aside-section.tsx'
import { logsPageSize } from './table-page.ts'
import { useLogs } from './use-logs.ts'
import { useMoment } from './use-moment.ts'

/** The activity logs that this browser keeps, for administrators (spec 3 §2). */
const LogsPage = () => {
  const { text } = usePlayer()
  const navigate = useNavigate()
  const moment = useMoment()
  const logs = useLogs()
  const [snapshot, send] = logs
  const { logs: stored, aside, onlyHere, chosen, notice } = snapshot.context
  const title = text('logs.title')
  useAppBar({ title, isLoading: isWaiting(logs) })

  // The row and its button may be gone: the result of it takes the focus.
  const noticeRef = useRef<HTMLParagraphElement>(null)
  const message = snapshot.matches('shown') ? notice : undefined
  useEffect(() => {
    if (message !== undefined) noticeRef.current?.focus()
  }, [message])

  const action = (name: 'logs.inspect' | 'logs.upload' | 'logs.delete', { learnerName, examName }: StoredLog) =>
    text('logs.ofLog', { action: text(name), learner: learnerName, exam: examName })
  const isBusy = !snapshot.matches('shown')
  const columns: Column<StoredLog>[] = [
    { title: text('logs.learner'), isHeader: true, cell: ({ learnerName }) => <bdi>{learnerName}</bdi> },
    { title: text('logs.exam'), cell: ({ examName }) => <bdi>{examName}</bdi> },
    {
      title: text('logs.formRun'),
      cell: ({ id }) => <bdi className={styles.guid}>{id}</bdi>,
    },
    { title: text('logs.when'), cell: (log) => moment(lastOf(log)) },
    { title: text('logs.unsent'), cell: ({ entries }) => entries.length },
    {
      title: text('logs.actions'),
      cell: (log) => (
        <span className={styles.actions}>
          <Button
            variant="quiet"
            className={styles.action}
            aria-label={action('logs.inspect', log)}
            onPress={() => navigate({ to: `/log/${encodeURIComponent(log.id)}` })}
          >
            {text('logs.inspect')}
          </Button>
          <Button
            variant="quiet"
            className={styles.action}
            aria-label={action('logs.upload', log)}
            isPending={snapshot.matches('uploading') && chosen?.id === log.id}
            isDisabled={isBusy && chosen?.id !== log.id}
            onPress={() => send({ type: 'upload', log })}
          >
            {text('logs.upload')}
          </Button>
          <Button
            variant="quiet"
            className={styles.action}
            aria-label={action('logs.delete', log)}
            isDisabled={isBusy && chosen?.id !== log.id}
            onPress={() => send({ type: 'delete', log })}
          >
            {text('logs.delete')}
          </Button>
        </span>
      ),
    },
  ]
  return (
    <Page heading={title}>
      <div className={styles.content}>
        <Button className={styles.start} onPress={() => navigate({ to: '/schedules' })}>
          <Icon name="previous" />
          {text('signIns.back')}
        </Button>
        <p>{text('logs.intro')}</p>
        <p ref={noticeRef} role="status" tabIndex={-1} className={styles.notice}>
          {message === undefined ? '' : text(message)}
        </p>
        <LogsState logs={logs}>
          {stored.length === 0 ? (
            <p className={styles.empty}>{text('logs.empty')}</p>
          ) : (
            <PagedTable label={title} columns={columns} rows={stored} startSize={logsPageSize} />
          )}
          <OnlyHereSection
            runs={onlyHere}
            isBusy={isBusy}
            onSave={(run) => send({ type: 'handIn', run, about: text('handIn.about') })}
          />
          <SetAsideSection aside={aside} isBusy={isBusy} onSave={(file) => send({ type: 'save', file })} />
          <Button
            className={styles.start}
            isPending={snapshot.matches('exporting')}
            isDisabled={isBusy}
            onPress={() => send({ type: 'export' })}
          >
            {text('logs.export')}
          </Button>
        </LogsState>
      </div>
      {chosen !== undefined && (snapshot.matches('confirming') || snapshot.matches('deleting')) && (
        <DeleteLogDialog
          log={chosen}
          isDeleting={snapshot.matches('deleting')}
          onConfirmed={() => send({ type: 'confirmed' })}
          onCancelled={() => send({ type: 'cancelled' })}
        />
      )}
    </Page>
  )
}

export default LogsPage
