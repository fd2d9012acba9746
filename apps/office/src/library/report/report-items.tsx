import { type LibraryUpload, officeUploadReport, type ShownItems, shownItems } from '@sitwell/contract'
import density from '@sitwell/office-ui/density.module.css'
import { FilterBar } from '@sitwell/office-ui/filter-bar.tsx'
import { Problem } from '@sitwell/office-ui/form.tsx'
import { Button } from '@sitwell/ui/button.tsx'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { CallFailed } from '../../calls/office-query.ts'
import { type OfficeText, useOffice } from '../../office-context.tsx'
import { Section } from '../../people/section.tsx'
import styles from '../upload.module.css'
import { LossList } from './loss-list.tsx'
import { ReportedItem } from './reported-item.tsx'

/** Items of one page. */
const pageSize = 20

const useReport = (uploadId: string, reportHash: string, show: ShownItems) => {
  const { api } = useOffice()
  return useInfiniteQuery({
    queryKey: [officeUploadReport.name, uploadId, reportHash, show],
    queryFn: async ({ pageParam, signal }) => {
      const query = { uploadId, show, limit: pageSize, ...(pageParam !== undefined && { after: pageParam }) }
      const outcome = await api.call(officeUploadReport, { query }, { signal })
      if (!outcome.ok) throw new CallFailed(outcome)
      return outcome.value
    },
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    // It stays as it is as long as it has this hash.
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** How many items a view has. Nobody counts items with losses: those that are only reported on are among them. */
const countIn = ({ exam }: LibraryUpload, show: ShownItems): { readonly count?: number } => {
  if (exam === undefined || show === 'losses') return {}
  return { count: show === 'all' ? exam.totals.items : exam.totals.leftOut }
}

const emptyText = (upload: LibraryUpload, show: ShownItems, text: OfficeText): string => {
  if ((upload.exam?.totals.items ?? 0) === 0) return text(upload.course ? 'library.items.ofCourse' : 'library.items.native')
  return text(`library.items.none.${show}`)
}

/** What happened to each item, a page at a time, and what was lost beside them. */
export const ReportItems = ({
  upload,
  show,
  onShow,
}: {
  readonly upload: LibraryUpload
  readonly show: ShownItems
  onShow(show: ShownItems): void
}) => {
  const { text } = useOffice()
  const report = useReport(upload.uploadId, upload.reportHash ?? '', show)
  const pages = report.data?.pages
  const items = pages?.flatMap((page) => page.items) ?? []
  const others = pages?.[0]?.others ?? []
  const hasItems = (upload.exam?.totals.items ?? 0) > 0
  return (
    <>
      {others.length > 0 && (
        <Section title={text('library.others')}>
          <LossList losses={others} />
        </Section>
      )}
      <Section title={text('library.items')}>
        {hasItems && (
          <FilterBar
            views={shownItems.map((id) => ({ id, label: text(`library.items.show.${id}`), ...countIn(upload, id) }))}
            view={show}
            onView={(id) => onShow(shownItems.find((one) => one === id) ?? 'all')}
          />
        )}
        <p role="status" className={styles.quiet}>
          {report.isPending || report.isPlaceholderData ? text('library.items.loading') : ''}
        </p>
        {pages !== undefined && items.length === 0 && <p className={styles.quiet}>{emptyText(upload, show, text)}</p>}
        <div className={styles.items}>
          {items.map((item) => (
            <ReportedItem key={item.number} item={item} />
          ))}
        </div>
        {report.isError && (
          <div className={styles.failed}>
            <Problem>{text('library.items.failed')}</Problem>
            <Button
              className={density.press}
              onPress={() => void (report.isFetchNextPageError ? report.fetchNextPage() : report.refetch())}
            >
              {text('table.retry')}
            </Button>
          </div>
        )}
        {report.hasNextPage && !report.isError && (
          <Button className={density.press} isPending={report.isFetchingNextPage} onPress={() => void report.fetchNextPage()}>
            {text('library.items.more')}
          </Button>
        )}
      </Section>
    </>
  )
}
