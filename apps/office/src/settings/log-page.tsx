import type { LogEvent } from '@sitwell/contract'
import { useAddressQuery } from '@sitwell/navigation/use-address-query.ts'
import { DataTable } from '@sitwell/office-ui/data-table.tsx'
import { DateTimeField } from '@sitwell/office-ui/date-field.tsx'
import { incompleteDate } from '@sitwell/office-ui/date-values.ts'
import { FilterBar } from '@sitwell/office-ui/filter-bar.tsx'
import { Select } from '@sitwell/office-ui/select.tsx'
import { TextInput } from '@sitwell/office-ui/text-input.tsx'
import { useMemo } from 'react'
import { useOffice } from '../office-context.tsx'
import { OfficeLink } from '../shell/office-link.tsx'
import { OfficePage } from '../shell/office-page.tsx'
import { eventColumn, logColumns } from './log-columns.ts'
import { logFields, logKinds } from './log-fields.ts'
import styles from './log-page.module.css'
import { useSettingsText } from './settings-text.ts'
import { useLog } from './use-log.ts'

const keyOf = ({ number }: LogEvent) => String(number)
const minuteMs = 60_000

/** The security log, with a search by person, kind, time and address, all of which the address of the page holds. */
const LogPage = () => {
  const { may } = useOffice()
  const text = useSettingsText()
  const [values, change] = useAddressQuery(logFields)
  const { person, kind, from, until, address } = values
  const log = useLog(values)
  const [name, others] = useMemo(() => [eventColumn(text), logColumns(text)] as const, [text])
  const setMoment = (field: 'from' | 'until') => (moment: string) => {
    // Half a moment narrows nothing yet.
    if (moment !== incompleteDate) void change({ [field]: moment })
  }
  const set = [person.trim(), kind === 'all' ? '' : kind, from, until, address.trim()].filter((one) => one !== '')
  return (
    <OfficePage
      title={text('log.heading')}
      above={may('settings.read') && <OfficeLink to="/settings">{text('settings.back')}</OfficeLink>}
      fills
    >
      <div className={styles.bar}>
        <FilterBar
          search={{
            label: text('log.lookFor'),
            value: person,
            onSearch: (typed) => void change({ person: typed }),
            shortcut: '/',
          }}
        >
          <Select
            label={text('log.kind')}
            options={(['all', ...logKinds] as const).map((id) => ({ id, title: text(`log.kind.${id}`) }))}
            value={kind}
            onChange={(id) => void change({ kind: logKinds.find((one) => one === id) ?? 'all' })}
          />
        </FilterBar>
        <div className={styles.more}>
          <DateTimeField label={text('log.from')} value={from} onChange={setMoment('from')} />
          <DateTimeField label={text('log.until')} value={until} onChange={setMoment('until')} />
          <TextInput
            label={text('log.address')}
            value={address}
            onChange={(typed) => void change({ address: typed })}
            isLiteral
            maxLength={100}
          />
        </div>
      </div>
      <DataTable
        caption={text('log.heading')}
        nameColumn={name}
        columns={others}
        rows={log.rows}
        keyOf={keyOf}
        activity={log.activity}
        hasMore={log.hasMore}
        onMore={log.more}
        onRetry={log.again}
        asOfMs={log.asOfMs}
        staleAfterMs={5 * minuteMs}
        filters={{
          count: set.length,
          onClear: () => void change({ person: '', kind: 'all', from: '', until: '', address: '' }),
        }}
        empty={text('log.empty')}
        exportAs="security-log.csv"
        expectedRows={20}
      />
    </OfficePage>
  )
}

export default LogPage
