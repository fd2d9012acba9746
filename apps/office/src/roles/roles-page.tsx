import { type HeldRole, heldScopeKinds, type officePerson, type ReplyOf, roles, shownHeldRoles } from '@sitwell/contract'
import { useNavigate } from '@sitwell/navigation/navigation.tsx'
import { useAddressQuery } from '@sitwell/navigation/use-address-query.ts'
import { DataTable } from '@sitwell/office-ui/data-table.tsx'
import density from '@sitwell/office-ui/density.module.css'
import { FilterBar } from '@sitwell/office-ui/filter-bar.tsx'
import { Notice } from '@sitwell/office-ui/notice.tsx'
import { Select } from '@sitwell/office-ui/select.tsx'
import { noSelection } from '@sitwell/office-ui/selection.ts'
import { Button } from '@sitwell/ui/button.tsx'
import { useMemo, useState } from 'react'
import { useOffice } from '../office-context.tsx'
import { ActionLink } from '../people/action-link.tsx'
import { GrantRole } from '../people/grant-role.tsx'
import { personPath } from '../people/people-columns.ts'
import listStyles from '../people/people-page.module.css'
import { nameOf } from '../people/person-name.ts'
import { useMomentText } from '../people/use-moment-text.ts'
import { useResultFocus } from '../people/use-result-focus.ts'
import { WithdrawRole } from '../people/withdraw-role.tsx'
import placeStyles from '../places/places.module.css'
import { useSettingsText } from '../settings/settings-text.ts'
import { OfficePage } from '../shell/office-page.tsx'
import { ChoosePerson } from './choose-person.tsx'
import { columns, nameColumn } from './roles-columns.ts'
import { orderById, orderId, orderOf, orders, rolesFields, sortOf } from './roles-list.ts'
import { keyOfHeld, useHeldRoles } from './use-held-roles.ts'

const minuteMs = 60_000

/** What is open over the list. */
type Open =
  | { readonly is: 'choose' }
  | { readonly is: 'give'; readonly shown: ReplyOf<typeof officePerson> }
  | { readonly is: 'withdraw'; readonly held: HeldRole }

/** Withdraws the one role that is selected; says why it can't be, if it can't. */
const WithdrawSelected = ({
  selected,
  onWithdraw,
}: {
  readonly selected: readonly HeldRole[]
  onWithdraw(held: HeldRole): void
}) => {
  const text = useSettingsText()
  const [one, ...others] = selected
  if (one === undefined || others.length > 0) return <span>{text('roles.withdraw.one')}</span>
  if (!one.grant.mayWithdraw) return <span>{text('roles.withdraw.beyond')}</span>
  return (
    <Button className={density.press} onPress={() => onWithdraw(one)}>
      {text('roles.withdraw')}
    </Button>
  )
}

/** Everybody who holds a role, with where and until when they hold it, and who gave it. Roles are given and withdrawn from here. */
const RolesPage = () => {
  const { may } = useOffice()
  const text = useSettingsText()
  const moment = useMomentText()
  const navigate = useNavigate()
  const [values, change] = useAddressQuery(rolesFields)
  const { search, show, role, scope } = values
  const held = useHeldRoles(values)
  const [selection, setSelection] = useState(noSelection)
  const [open, setOpen] = useState<Open>()
  const [notice, setNotice] = useState<string>()
  const result = useResultFocus(notice, held.rows)
  const [name, others] = useMemo(() => [nameColumn(text), columns(text, moment)] as const, [text, moment])
  const mayGrant = may('roles.grant', 'anywhere')
  const close = () => setOpen(undefined)
  const done = (said: string) => {
    close()
    setSelection(noSelection)
    setNotice(said)
  }
  const selected = held.rows.filter((row) => selection.keys.has(keyOfHeld(row)))
  return (
    <OfficePage
      title={text('roles.heading')}
      fills
      actions={
        <>
          <ActionLink to="/roles/permissions">{text('roles.allow.open')}</ActionLink>
          {mayGrant && (
            <Button variant="primary" className={listStyles.press} onPress={() => setOpen({ is: 'choose' })}>
              {text('role.grant')}
            </Button>
          )}
        </>
      }
    >
      <div ref={result} tabIndex={-1} className={placeStyles.result}>
        <Notice onClose={() => setNotice(undefined)}>{notice}</Notice>
      </div>
      {!may('roles.read') && <p className={placeStyles.note}>{text('roles.partsOnly')}</p>}
      <div className={placeStyles.bar}>
        <FilterBar
          views={shownHeldRoles.map((id) => ({ id, label: text(`roles.show.${id}`) }))}
          view={show}
          onView={(id) => void change({ show: shownHeldRoles.find((one) => one === id) ?? 'current' }, { replace: false })}
          search={{
            label: text('roles.lookFor'),
            value: search,
            onSearch: (typed) => void change({ search: typed }),
            shortcut: '/',
          }}
        >
          <Select
            label={text('role.role')}
            options={[{ id: 'all', title: text('roles.everyRole') }, ...roles.map((id) => ({ id, title: text(`role.${id}`) }))]}
            value={role}
            onChange={(id) => void change({ role: roles.find((one) => one === id) ?? 'all' })}
          />
          <Select
            label={text('roles.where')}
            options={heldScopeKinds.map((id) => ({ id, title: text(`roles.where.${id}`) }))}
            value={scope}
            onChange={(id) => void change({ scope: heldScopeKinds.find((one) => one === id) ?? 'all' })}
          />
          <div className={listStyles.order}>
            <Select
              label={text('people.order')}
              options={orders.map((id) => ({ id, title: text(`roles.order.${id}`) }))}
              value={orderId(values)}
              onChange={(id) => void change(orderById(id))}
            />
          </div>
        </FilterBar>
      </div>
      <DataTable
        caption={text('roles.heading')}
        nameColumn={name}
        columns={others}
        rows={held.rows}
        keyOf={keyOfHeld}
        activity={held.activity}
        total={held.total}
        hasMore={held.hasMore}
        onMore={held.more}
        onRetry={held.again}
        asOfMs={held.asOfMs}
        staleAfterMs={5 * minuteMs}
        sort={sortOf(values)}
        onSort={(next) => void change(orderOf(next))}
        filters={{
          count: [search.trim() !== '', show !== 'current', role !== 'all', scope !== 'all'].filter(Boolean).length,
          onClear: () => void change({ search: '', show: 'current', role: 'all', scope: 'all' }),
        }}
        empty={text('roles.empty')}
        onOpen={({ userID }) => void navigate({ to: personPath(userID) })}
        exportAs="roles.csv"
        expectedRows={20}
        selecting={
          mayGrant
            ? {
                selection,
                onSelection: setSelection,
                actions: <WithdrawSelected selected={selected} onWithdraw={(one) => setOpen({ is: 'withdraw', held: one })} />,
              }
            : undefined
        }
      />
      {open?.is === 'choose' && <ChoosePerson onChosen={(shown) => setOpen({ is: 'give', shown })} onClose={close} />}
      {open?.is === 'give' && <GrantRole shown={open.shown} onDone={({ notice: said }) => done(said)} onClose={close} />}
      {open?.is === 'withdraw' && (
        <WithdrawRole
          userID={open.held.userID}
          name={nameOf(open.held)}
          grant={open.held.grant}
          onDone={done}
          onClose={close}
        />
      )}
    </OfficePage>
  )
}

export default RolesPage
