import { officeGroup, type PersonRow } from '@sitwell/contract'
import { useNavigate } from '@sitwell/navigation/navigation.tsx'
import { useAddressQuery } from '@sitwell/navigation/use-address-query.ts'
import { DataTable } from '@sitwell/office-ui/data-table.tsx'
import density from '@sitwell/office-ui/density.module.css'
import { FilterBar } from '@sitwell/office-ui/filter-bar.tsx'
import { noSelection } from '@sitwell/office-ui/selection.ts'
import { Button } from '@sitwell/ui/button.tsx'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { officeQuery } from '../calls/office-query.ts'
import { useOffice } from '../office-context.tsx'
import { columns, nameColumn, personPath } from '../people/people-columns.ts'
import { listFields, orderOf, sortOf, views } from '../people/people-list.ts'
import { PeopleOrder } from '../people/people-order.tsx'
import { usePeople } from '../people/use-people.ts'
import { isGone } from '../places/is-gone.ts'
import { NotShown } from '../places/not-shown.tsx'
import styles from '../places/places.module.css'
import { OfficeLink } from '../shell/office-link.tsx'
import { OfficePage } from '../shell/office-page.tsx'
import { groupPath } from './group-columns.ts'
import { MembersPreview, MembersResult, useMembersChange } from './use-members-change.tsx'

const keyOf = ({ userID }: PersonRow) => String(userID)
const minuteMs = 60_000

/** The people who can be added: all that the caller may see. Those who are selected stay so through searches. */
const People = ({ onAdd, keep }: { onAdd(userIDs: readonly number[]): void; readonly keep: number }) => {
  const { text } = useOffice()
  const navigate = useNavigate()
  const [values, change] = useAddressQuery(listFields)
  const people = usePeople(values)
  const [{ selection, round }, setSelected] = useState({ selection: noSelection, round: keep })
  // What was added isn't selected any more.
  const shown = round === keep ? selection : noSelection
  const [name, others] = useMemo(() => [nameColumn(text), columns(text)] as const, [text])
  const { search, show, sort, descending } = values
  return (
    <>
      <div className={styles.bar}>
        <FilterBar
          views={views.map((id) => ({ id, label: text(`people.show.${id}`) }))}
          view={show}
          onView={(id) => void change({ show: views.find((one) => one === id) ?? 'all' }, { replace: false })}
          search={{
            label: text('people.lookFor'),
            value: search,
            onSearch: (typed) => void change({ search: typed }),
            shortcut: '/',
          }}
        >
          <PeopleOrder values={values} onOrder={(order) => void change(order)} />
        </FilterBar>
      </div>
      <DataTable
        caption={text('people.heading')}
        nameColumn={name}
        columns={others}
        rows={people.rows}
        keyOf={keyOf}
        activity={people.activity}
        total={people.total}
        hasMore={people.hasMore}
        onMore={people.more}
        onRetry={people.again}
        asOfMs={people.asOfMs}
        staleAfterMs={5 * minuteMs}
        sort={sortOf(sort, descending)}
        onSort={(next) => void change(orderOf(next))}
        filters={{
          count: [search.trim() !== '', show !== 'all'].filter(Boolean).length,
          onClear: () => void change({ search: '', show: 'all' }),
        }}
        empty={text('people.empty')}
        onOpen={({ userID }) => void navigate({ to: personPath(userID) })}
        expectedRows={20}
        selecting={{
          selection: shown,
          onSelection: (next) => setSelected({ selection: next, round: keep }),
          actions: (
            <Button className={density.press} variant="primary" onPress={() => onAdd([...shown.keys].map(Number))}>
              {text('members.addSelected')}
            </Button>
          ),
        }}
      />
    </>
  )
}

/** Adds people to one group: they are searched and selected, and each is shown before anything changes. */
const AddMembersPage = ({ groupID }: { readonly groupID: string }) => {
  const { api, text } = useOffice()
  const [round, setRound] = useState(0)
  const members = useMembersChange(() => setRound((before) => before + 1))
  const { data, error, isError, refetch } = useQuery(officeQuery(api, officeGroup, { query: { groupID, limit: 1 } }))
  const isMissing = isGone(error)
  const name = data?.group.name
  return (
    <OfficePage
      title={name === undefined ? text('members.add') : text('members.addTo', { group: name })}
      above={<OfficeLink to={groupPath(groupID)}>{name ?? text('groups.back')}</OfficeLink>}
      fills
      isLoading={data === undefined && !isError}
    >
      {name !== undefined && (
        <>
          <MembersResult of={members} />
          <p className={styles.note}>{text('members.addHelp')}</p>
          <People keep={round} onAdd={(userIDs) => members.ask({ group: { groupID, name }, action: 'add', userIDs })} />
        </>
      )}
      {data === undefined && !isError && <p role="status">{text('groups.loading')}</p>}
      {data === undefined && isError && (
        <NotShown onRetry={isMissing ? undefined : () => void refetch()}>
          {text(isMissing ? 'groups.notFound' : 'groups.failed')}
        </NotShown>
      )}
      <MembersPreview of={members} />
    </OfficePage>
  )
}

export default AddMembersPage
