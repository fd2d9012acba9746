import { useAddressQuery } from '@sitwell/navigation/use-address-query.ts'
import { DataTable } from '@sitwell/office-ui/data-table.tsx'
import density from '@sitwell/office-ui/density.module.css'
import { FilterBar } from '@sitwell/office-ui/filter-bar.tsx'
import { Problem } from '@sitwell/office-ui/form.tsx'
import { Notice } from '@sitwell/office-ui/notice.tsx'
import { noSelection } from '@sitwell/office-ui/selection.ts'
import { Button } from '@sitwell/ui/button.tsx'
import { useMemo, useState } from 'react'
import { useOffice } from '../office-context.tsx'
import { OfficeLink } from '../shell/office-link.tsx'
import { ReadingPage } from '../shell/reading-page.tsx'
import { ChooseSet } from './choose-set.tsx'
import { isUndelivered, mailColumns, mailFields, mailKey, mailNameColumn, mailViews } from './mail-columns.ts'
import styles from './mails.module.css'
import { useMailFacts, useMails, useRetry } from './use-mails.ts'

const minuteMs = 60_000

interface MailsProps {
  readonly deliveryID: string
  /** Whether a path of the office shows a page to this person. */
  leadsTo(path: string): boolean
}

/** The mails that tell people of a delivery that their results are there: what did not get through first, and how it is sent again. */
const MailsPage = ({ deliveryID, leadsTo }: MailsProps) => {
  const { text } = useOffice()
  const [values, change] = useAddressQuery(mailFields)
  const { search, state, set } = values
  const { data, error, isError, refetch } = useMailFacts(deliveryID, set)
  const mails = useMails(deliveryID, values)
  const [notice, setNotice] = useState<string>()
  const [selection, setSelection] = useState(noSelection)
  const sending = useRetry(deliveryID, set, (said) => {
    setNotice(said)
    setSelection(noSelection)
  })
  const [name, columns] = useMemo(() => [mailNameColumn(text), mailColumns(text)] as const, [text])
  const counts = data?.counts
  const all = counts ? Object.values(counts).reduce((sum, one) => sum + one, 0) : 0
  const undelivered = counts ? counts.failed + counts.undeliverable : 0
  const selected = mails.rows.filter((row) => selection.keys.has(mailKey(row)) && isUndelivered(row))
  const back = `/results/${encodeURIComponent(deliveryID)}/sets`
  return (
    <ReadingPage
      title={data && text('mails.title', { name: data.deliveryName })}
      above={leadsTo(back) && <OfficeLink to={back}>{text('mails.back')}</OfficeLink>}
      fills
      words={{
        ...{ heading: text('mails.heading'), loading: text('mails.loading') },
        ...{ failed: text('mails.failed'), missing: text('mails.notFound') },
      }}
      reading={{ isError, error, isLoaded: data !== undefined, onAgain: () => void refetch() }}
      actions={
        data?.mayRetry && (
          <Button className={density.press} isDisabled={sending.isPending || undelivered === 0} onPress={() => sending.retry()}>
            {text('mails.retryAll', { count: undelivered })}
          </Button>
        )
      }
    >
      {data && counts && (
        <>
          <Notice onClose={() => setNotice(undefined)}>{notice}</Notice>
          {sending.problem !== undefined && <Problem>{sending.problem}</Problem>}
          <p className={styles.facts}>
            <span>{text(data.isOn ? 'mails.on' : 'mails.off')}</span>{' '}
            {data.isOn && !data.hasMailServer && <span>{text('mails.noServer')}</span>}
          </p>
          <div className={styles.bar}>
            <FilterBar
              views={mailViews.map((id) => ({
                ...{
                  id,
                  label: text(id === 'all' ? 'mails.all' : `mails.state.${id}`),
                  count: id === 'all' ? all : counts[id],
                },
              }))}
              view={state}
              onView={(id) => void change({ state: mailViews.find((one) => one === id) ?? 'all' }, { replace: false })}
              search={{
                ...{ label: text('mails.find'), value: search, shortcut: '/' },
                onSearch: (typed) => void change({ search: typed }),
              }}
            >
              <ChooseSet
                sets={data.sets}
                set={set}
                onChange={(next) => {
                  setSelection(noSelection)
                  void change({ set: next }, { replace: false })
                }}
              />
            </FilterBar>
          </div>
          <DataTable
            caption={text('mails.heading')}
            nameColumn={name}
            columns={columns}
            rows={mails.rows}
            keyOf={mailKey}
            activity={mails.activity}
            total={mails.total}
            hasMore={mails.hasMore}
            onMore={mails.more}
            onRetry={mails.again}
            asOfMs={mails.asOfMs}
            staleAfterMs={5 * minuteMs}
            filters={{
              count: [search.trim() !== '', state !== 'all', set !== undefined].filter(Boolean).length,
              onClear: () => void change({ search: '', state: 'all', set: undefined }),
            }}
            empty={text('mails.empty')}
            exportAs="result-mails.csv"
            expectedRows={20}
            selecting={
              data.mayRetry
                ? {
                    selection,
                    onSelection: setSelection,
                    actions: (
                      <Button
                        className={density.press}
                        isDisabled={sending.isPending || selected.length === 0}
                        onPress={() => sending.retry([...new Set(selected.map(({ userID }) => userID))])}
                      >
                        {text('mails.retrySelected')}
                      </Button>
                    ),
                  }
                : undefined
            }
          />
        </>
      )}
    </ReadingPage>
  )
}

export default MailsPage
