import { useNavigate } from '@sitwell/navigation/navigation.tsx'
import { useAppBar } from '@sitwell/ui/app-bar-state.tsx'
import { Button } from '@sitwell/ui/button.tsx'
import { Icon } from '@sitwell/ui/icon.tsx'
import { Page } from '@sitwell/ui/page.tsx'
import { usePlayer } from '../context/player-context.tsx'
import { isTypeKnown, type LogEntry, valueText } from './activity-logs.ts'
import styles from './logs.module.css'
import { isWaiting, LogsState } from './logs-state.tsx'
import { type Column, PagedTable } from './paged-table.tsx'
import { useLogs } from './use-logs.ts'
import { useMoment } from './use-moment.ts'

/** What one activity log says, entry by entry (spec 3 §2). */
const LogPage = ({ logId }: { readonly logId: string }) => {
  const { text } = usePlayer()
  const navigate = useNavigate()
  const moment = useMoment()
  const logs = useLogs()
  const title = text('log.title')
  useAppBar({ title, isLoading: isWaiting(logs) })
  const log = logs[0].context.logs.find(({ id }) => id === logId)
  const columns: Column<LogEntry>[] = [
    {
      title: text('log.type'),
      isHeader: true,
      cell: ({ type }) => (isTypeKnown(type) ? text(`log.type.${type}`) : text('log.unknownType', { type })),
    },
    { title: text('log.time'), cell: ({ id }) => <time dateTime={id}>{moment(id)}</time> },
    { title: text('log.value'), cell: ({ value }) => <span className={styles.mono}>{valueText(value)}</span> },
  ]
  return (
    <Page heading={title}>
      <div className={styles.content}>
        <Button className={styles.start} onPress={() => navigate({ to: '/logs' })}>
          <Icon name="previous" />
          {text('logs.back')}
        </Button>
        <LogsState logs={logs}>
          {log === undefined ? (
            <p className={styles.empty}>{text('logs.gone')}</p>
          ) : (
            <>
              <dl className={styles.about}>
                <dt>{text('logs.learner')}</dt>
                <dd dir="auto">{log.learnerName}</dd>
                <dt>{text('logs.exam')}</dt>
                <dd dir="auto">{log.examName}</dd>
                <dt>{text('logs.formRun')}</dt>
                <dd>{log.id}</dd>
                <dt>{text('logs.unsent')}</dt>
                <dd>{log.entries.length}</dd>
              </dl>
              <PagedTable label={title} columns={columns} rows={log.entries} />
            </>
          )}
        </LogsState>
      </div>
    </Page>
  )
}

export default LogPage
