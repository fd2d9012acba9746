import type { HeldRole } from '@sitwell/contract'
import type { Column, NameColumn } from '@sitwell/office-ui/data-table.tsx'
import { authorText } from '../people/author-text.ts'
import { personPath } from '../people/people-columns.ts'
import { nameOf } from '../people/person-name.ts'
import { scopeText } from '../people/scope-text.ts'
import type { SettingsText } from '../settings/settings-text.ts'
import { officeHref } from '../shell/office-link.tsx'

export const nameColumn = (text: SettingsText): NameColumn<HeldRole> => ({
  ...{ id: 'name', title: text('people.name'), widthRem: 12, isSortable: true },
  name: (row) => (row.isSuspended ? text('roles.suspended', { name: nameOf(row) }) : nameOf(row)),
  href: ({ mayOpen, userID }) => (mayOpen ? officeHref(personPath(userID)) : undefined),
})

const stateOf = ({ grant: { state, isInForce } }: HeldRole) => {
  if (state === 'withdrawn') return { tone: 'bad', id: 'role.state.withdrawn' } as const
  if (state === 'over') return { tone: 'done', id: 'role.state.over' } as const
  return isInForce ? ({ tone: 'good', id: 'role.state.now' } as const) : ({ tone: 'idle', id: 'role.state.later' } as const)
}

const momentOf = (moment: string | undefined) => (moment === undefined ? undefined : Date.parse(moment))

const withdrawnText = ({ grant }: HeldRole, text: SettingsText, moment: (at: string) => string) =>
  grant.withdrawnBy === undefined || grant.withdrawnAt === undefined
    ? ''
    : text('roles.withdrawnText', {
        ...{ author: authorText(grant.withdrawnBy, text), time: moment(grant.withdrawnAt), reason: grant.reason ?? '–' },
      })

/** The columns beside whose role it is, in the order of the screen; what is least needed leaves a narrow window first. */
export const columns = (text: SettingsText, moment: (at: string) => string): readonly Column<HeldRole>[] => [
  {
    ...{ kind: 'text', id: 'role', title: text('role.role'), widthRem: 10, isSortable: true, priority: 1 },
    text: ({ grant }) => text(`role.${grant.role}`),
  },
  {
    ...{ kind: 'text', id: 'scope', title: text('roles.where'), widthRem: 11, grows: true, priority: 1 },
    text: ({ grant: { scope } }) => (scope === undefined ? text('roles.wholeOrganisation') : scopeText(scope, text)),
  },
  {
    ...{ kind: 'status', id: 'state', title: text('people.state'), widthRem: 7.5 },
    status: (row) => {
      const { tone, id } = stateOf(row)
      return { tone, text: text(id) }
    },
  },
  {
    ...{ kind: 'dateTime', id: 'from', title: text('roles.from'), widthRem: 10.5, isSortable: true, priority: 3 },
    ...{ atMs: ({ grant }) => momentOf(grant.from), none: text('roles.fromStart') },
  },
  {
    ...{ kind: 'dateTime', id: 'until', title: text('roles.until'), widthRem: 10.5, isSortable: true },
    ...{ atMs: ({ grant }) => momentOf(grant.until), none: text('roles.noEnd') },
  },
  {
    ...{ kind: 'text', id: 'grantedBy', title: text('roles.givenBy'), widthRem: 10, priority: 3 },
    text: ({ grant }) => authorText(grant.grantedBy, text),
  },
  {
    ...{ kind: 'dateTime', id: 'granted', title: text('roles.givenOn'), widthRem: 10.5, isSortable: true, priority: 3 },
    atMs: ({ grant }) => momentOf(grant.grantedAt),
  },
  {
    ...{ kind: 'text', id: 'withdrawn', title: text('roles.withdrawn'), widthRem: 12, priority: 3 },
    text: (row) => withdrawnText(row, text, moment),
  },
]
