import type { OrganisationRow, WayIn } from '@sitwell/contract'
import { useAddressQuery } from '@sitwell/navigation/use-address-query.ts'
import { DataTable } from '@sitwell/office-ui/data-table.tsx'
import { FilterBar } from '@sitwell/office-ui/filter-bar.tsx'
import { Notice } from '@sitwell/office-ui/notice.tsx'
import { OneTimeSecret } from '@sitwell/office-ui/one-time-secret.tsx'
import { Select } from '@sitwell/office-ui/select.tsx'
import { useMemo, useState } from 'react'
import { ActionLink } from '../people/action-link.tsx'
import listStyles from '../people/people-page.module.css'
import { useMomentText } from '../people/use-moment-text.ts'
import { useSettingsText } from '../settings/settings-text.ts'
import { OfficePage } from '../shell/office-page.tsx'
import styles from './installation.module.css'
import { InviteDialog } from './invite-dialog.tsx'
import { organisationColumns, organisationNameColumn } from './organisation-columns.tsx'
import { orderOf, organisationListFields, organisationOrders, sortOf } from './organisation-list.ts'
import { keyOf, useOrganisations, useReadOrganisationsAgain } from './use-organisations.ts'

const minuteMs = 60_000

/** A link that was made again for the first owner of an organisation. */
interface Made {
  readonly name: string
  readonly access: WayIn
}

const MadeLink = ({ made: { name, access } }: { readonly made: Made }) => {
  const text = useSettingsText()
  const moment = useMomentText()
  // The call returns a link and mails none.
  if (access.by !== 'link') return null
  return (
    <OneTimeSecret
      key={access.link}
      label={text('installation.link', { name })}
      value={access.link}
      note={text('installation.linkNote', { time: moment(access.until) })}
    />
  )
}

/** The organisations of the installation: search and order, which the address holds, and the way to create another one. */
const InstallationPage = () => {
  const text = useSettingsText()
  const [values, change] = useAddressQuery(organisationListFields)
  const { search, order } = values
  const [invited, setInvited] = useState<OrganisationRow>()
  const [made, setMade] = useState<Made>()
  const organisations = useOrganisations(values)
  const readAgain = useReadOrganisationsAgain()
  const [name, columns] = useMemo(() => [organisationNameColumn(text), organisationColumns(text, setInvited)] as const, [text])
  return (
    <OfficePage
      title={text('office.installation')}
      fills
      actions={
        <>
          <ActionLink to="/installation/owners">{text('installation.owners')}</ActionLink>
          <ActionLink to="/installation/add" isPrimary>
            {text('installation.add')}
          </ActionLink>
        </>
      }
    >
      <div className={styles.made}>
        <Notice onClose={() => setMade(undefined)}>{made && text('installation.invite.done', { name: made.name })}</Notice>
        {made && <MadeLink made={made} />}
      </div>
      <div className={listStyles.bar}>
        <FilterBar
          search={{
            label: text('installation.lookFor'),
            value: search,
            onSearch: (typed) => void change({ search: typed }),
            shortcut: '/',
          }}
        >
          <div className={listStyles.order}>
            <Select
              label={text('people.order')}
              options={organisationOrders.map((id) => ({ id, title: text(`installation.order.${id}`) }))}
              value={order}
              onChange={(id) => void change({ order: organisationOrders.find((one) => one === id) ?? 'name-up' })}
            />
          </div>
        </FilterBar>
      </div>
      <DataTable
        caption={text('installation.organisations')}
        nameColumn={name}
        columns={columns}
        rows={organisations.rows}
        keyOf={keyOf}
        activity={organisations.activity}
        total={organisations.total}
        hasMore={organisations.hasMore}
        onMore={organisations.more}
        onRetry={organisations.again}
        asOfMs={organisations.asOfMs}
        staleAfterMs={5 * minuteMs}
        sort={sortOf(order)}
        onSort={(sort) => void change({ order: orderOf(sort) })}
        filters={{ count: search.trim() === '' ? 0 : 1, onClear: () => void change({ search: '' }) }}
        empty={text('installation.empty')}
        exportAs="organisations.csv"
        expectedRows={5}
      />
      {invited !== undefined && (
        <InviteDialog
          organisation={invited}
          onDone={(access) => {
            setMade({ name: invited.name, access })
            setInvited(undefined)
            readAgain()
          }}
          onClose={() => {
            setInvited(undefined)
            readAgain()
          }}
        />
      )}
    </OfficePage>
  )
}

export default InstallationPage
