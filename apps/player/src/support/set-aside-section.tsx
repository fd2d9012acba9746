import { Button } from '@sitwell/ui/button.tsx'
import { useVisitor } from '../context/player-context.tsx'
import { reasonMessage } from '../sync/answers/reason-message.ts'
import styles from './logs.module.css'
import { type Column, PagedTable } from './paged-table.tsx'
import type { Aside, AsideEntry } from './set-aside.ts'
import { useMoment } from './use-moment.ts'

/** The most characters of what an entry holds that the table shows; the export has all of it. */
const mostShown = 300

const cut = (text: string) => (text.length > mostShown ? `${text.slice(0, mostShown)}…` : text)

/** What this browser set aside, with the reason: refused by the server for good, or not to be read any more. */
export const SetAsideSection = ({
  aside: { entries, nobodys },
  isBusy,
  onSave,
}: {
  readonly aside: Aside
  readonly isBusy: boolean
  onSave(file: AsideEntry): void
}) => {
  const { text } = useVisitor()
  const moment = useMoment()
  const title = text('aside.title')
  const reasonOf = (reason: string) => {
    const id = reasonMessage(reason)
    return id === undefined ? reason : text(id)
  }
  const columns: Column<AsideEntry>[] = [
    { title: text('logs.learner'), isHeader: true, cell: ({ learnerName }) => <bdi>{learnerName}</bdi> },
    { title: text('logs.exam'), cell: ({ examName }) => <bdi>{examName}</bdi> },
    {
      title: text('aside.what'),
      cell: ({ kind, questionId }) => (
        <>
          <span>{`${text(`aside.kind.${kind}`)} `}</span>
          {questionId !== '' && <bdi className={styles.guid}>{questionId}</bdi>}
        </>
      ),
    },
    {
      title: text('aside.holds'),
      cell: (entry) => (
        <>
          <span className={styles.mono}>{cut(entry.holds)}</span>
          {entry.kind === 'file' && (
            <Button
              variant="quiet"
              className={styles.action}
              aria-label={text('aside.saveFile', { file: entry.holds })}
              isDisabled={isBusy}
              onPress={() => onSave(entry)}
            >
              {text('aside.save')}
            </Button>
          )}
        </>
      ),
    },
    { title: text('aside.reason'), cell: ({ reason }) => <bdi>{reasonOf(reason)}</bdi> },
    { title: text('aside.when'), cell: ({ setAsideAt }) => <time dateTime={setAsideAt}>{moment(setAsideAt)}</time> },
  ]
  return (
    <section className={styles.content} aria-labelledby="set-aside">
      <h2 id="set-aside" className={styles.heading}>
        {title}
      </h2>
      <p>{text('aside.intro')}</p>
      {entries.length === 0 ? (
        <p className={styles.empty}>{text('aside.empty')}</p>
      ) : (
        <PagedTable label={title} columns={columns} rows={entries} />
      )}
      {nobodys > 0 && <p className={styles.quiet}>{text('aside.nobodys', { count: nobodys })}</p>}
    </section>
  )
}
