import { type MarkingLine, officeMarkingConflicts } from '@sitwell/contract'
import { choiceField } from '@sitwell/navigation/address-query.ts'
import { useNavigate } from '@sitwell/navigation/navigation.tsx'
import { useAddressQuery } from '@sitwell/navigation/use-address-query.ts'
import { DataTable, type NameColumn } from '@sitwell/office-ui/data-table.tsx'
import { FilterBar } from '@sitwell/office-ui/filter-bar.tsx'
import { useMemo } from 'react'
import { usePages } from '../../calls/use-pages.ts'
import { useOffice } from '../../office-context.tsx'
import { OfficeLink, officeHref } from '../../shell/office-link.tsx'
import { OfficePage } from '../../shell/office-page.tsx'
import { decisionPath } from '../marking-text.ts'
import { lineColumns, lineKey } from '../queues/line-columns.ts'
import styles from './decisions.module.css'

const minuteMs = 60_000
const states = ['conflict', 'cannot'] as const
const fields = { state: choiceField(states) }
const rowsOf = ({ responses }: { readonly responses: readonly MarkingLine[] }) => responses

/** Responses about which somebody decides: two marks that don't know of each other, and what nobody could mark. */
const DecisionsPage = () => {
  const { api, text } = useOffice()
  const navigate = useNavigate()
  const [{ state }, change] = useAddressQuery(fields)
  const query = useMemo(() => ({ state, limit: 50 }), [state])
  const lines = usePages(api, { call: officeMarkingConflicts, query, rowsOf, keyOf: lineKey })
  const name = useMemo(
    (): NameColumn<MarkingLine> => ({
      ...{ id: 'code', title: text('marking.column.response'), widthRem: 9 },
      name: ({ code }) => code,
      href: ({ responseID }) => officeHref(decisionPath(responseID)),
    }),
    [text],
  )
  const columns = useMemo(() => lineColumns(text, { hasQueue: true, hasReason: state === 'cannot' }), [text, state])
  return (
    <OfficePage
      title={text('marking.decisions')}
      above={<OfficeLink to="/marking">{text('marking.allQueues')}</OfficeLink>}
      fills
    >
      <div className={styles.bar}>
        <FilterBar
          views={states.map((id) => ({ id, label: text(`marking.decisions.${id}`) }))}
          view={state}
          onView={(id) => void change({ state: id === 'cannot' ? 'cannot' : 'conflict' }, { replace: false })}
        />
      </div>
      <DataTable
        caption={text('marking.decisions')}
        nameColumn={name}
        columns={columns}
        rows={lines.rows}
        keyOf={lineKey}
        activity={lines.activity}
        total={lines.total}
        hasMore={lines.hasMore}
        onMore={lines.more}
        onRetry={lines.again}
        asOfMs={lines.asOfMs}
        staleAfterMs={5 * minuteMs}
        empty={text(`marking.decisionsEmpty.${state}`)}
        onOpen={({ responseID }) => void navigate({ to: decisionPath(responseID) })}
        expectedRows={5}
      />
    </OfficePage>
  )
}

export default DecisionsPage
