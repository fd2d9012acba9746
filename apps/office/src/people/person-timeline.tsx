import { officePersonTimeline } from '@sitwell/contract'
import density from '@sitwell/office-ui/density.module.css'
import { Problem } from '@sitwell/office-ui/form.tsx'
import { Button } from '@sitwell/ui/button.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { CallFailed } from '../calls/office-query.ts'
import { useOffice } from '../office-context.tsx'
import { sittingPath } from '../results/results-path.ts'
import { OfficeLink } from '../shell/office-link.tsx'
import styles from './section.module.css'
import { Section } from './section.tsx'
import { headline, remarks } from './timeline-text.ts'
import { useMomentText } from './use-moment-text.ts'

const pageSize = 30

const useTimeline = (userID: number) => {
  const { api } = useOffice()
  return useInfiniteQuery({
    queryKey: [officePersonTimeline.name, userID],
    queryFn: async ({ pageParam, signal }) => {
      const query = { userID, limit: pageSize, ...(pageParam !== undefined && { cursor: pageParam }) }
      const outcome = await api.call(officePersonTimeline, { query }, { signal })
      if (!outcome.ok) throw new CallFailed(outcome)
      return outcome.value
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
  })
}

/** What happened to a person, and what they did, the newest first. */
export const PersonTimeline = ({ userID, className }: { readonly userID: number; readonly className: string | undefined }) => {
  const { text } = useOffice()
  const moment = useMomentText()
  const timeline = useTimeline(userID)
  const entries = [
    ...new Map((timeline.data?.pages ?? []).flatMap((page) => page.entries.map((one) => [one.id, one] as const))).values(),
  ]
  return (
    <Section title={text('timeline.title')} className={className}>
      {timeline.isPending && <p className={styles.quiet}>{text('timeline.loading')}</p>}
      {timeline.isSuccess && entries.length === 0 && <p className={styles.quiet}>{text('timeline.empty')}</p>}
      <ol className={styles.list}>
        {entries.map((entry) => (
          <li key={entry.id} className={`${styles.row} ${styles.entry}`}>
            <time className={styles.time} dateTime={entry.at}>
              {moment(entry.at)}
            </time>
            <div className={styles.body}>
              <div>{headline(entry, text)}</div>
              {entry.sitting && (
                <div className={styles.small}>
                  <OfficeLink to={sittingPath(userID, entry.sitting)}>{text('timeline.evidence')}</OfficeLink>
                </div>
              )}
              {remarks(entry, text).map((remark) => (
                <div key={remark} dir="auto" className={styles.small}>
                  {remark}
                </div>
              ))}
            </div>
          </li>
        ))}
      </ol>
      {timeline.isError && <Problem>{text('timeline.failed')}</Problem>}
      <div className={styles.acts}>
        {timeline.isError && (
          <Button
            className={density.press}
            onPress={() => void (timeline.isFetchNextPageError ? timeline.fetchNextPage() : timeline.refetch())}
          >
            {text('table.retry')}
          </Button>
        )}
        {timeline.hasNextPage && !timeline.isError && (
          <Button
            className={density.press}
            isPending={timeline.isFetchingNextPage}
            onPress={() => void timeline.fetchNextPage()}
          >
            {text('timeline.more')}
          </Button>
        )}
      </div>
    </Section>
  )
}
