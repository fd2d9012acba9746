import type { OrganisationRow } from '@sitwell/contract'
import type { Column, NameColumn } from '@sitwell/office-ui/data-table.tsx'
import density from '@sitwell/office-ui/density.module.css'
import { Button } from '@sitwell/ui/button.tsx'
import type { SettingsText } from '../settings/settings-text.ts'

export const organisationNameColumn = (text: SettingsText): NameColumn<OrganisationRow> => ({
  id: 'name',
  title: text('installation.name'),
  widthRem: 14,
  isSortable: true,
  name: ({ name }) => name,
})

const tones = { open: 'good', invited: 'idle', moving: 'late', moved: 'idle' } as const

/** The columns beside the name. `onInvite`: a new link for the first owner is asked for. */
export const organisationColumns = (
  text: SettingsText,
  onInvite: (row: OrganisationRow) => void,
): readonly Column<OrganisationRow>[] => [
  {
    ...{ kind: 'text', id: 'address', title: text('installation.address'), widthRem: 13, grows: true },
    text: ({ urlToken, hosts }) => [urlToken, ...hosts].join(', '),
  },
  {
    ...{ kind: 'number', id: 'people', title: text('installation.people'), widthRem: 6 },
    number: ({ people }) => people,
  },
  {
    ...{ kind: 'dateTime', id: 'created', title: text('installation.created'), widthRem: 10.5, isSortable: true },
    atMs: ({ createdAt }) => (createdAt === undefined ? undefined : Date.parse(createdAt)),
    none: text('installation.createdUnknown'),
  },
  {
    ...{ kind: 'status', id: 'state', title: text('installation.state'), widthRem: 10, priority: 1 },
    status: ({ state }) => ({ tone: tones[state], text: text(`installation.state.${state}`) }),
  },
  {
    ...{ kind: 'custom', id: 'invite', title: text('installation.invite'), widthRem: 8 },
    text: () => '',
    cell: (row) =>
      row.mayInvite && (
        <Button
          className={density.press}
          aria-label={text('installation.inviteOf', { name: row.name })}
          onPress={() => onInvite(row)}
        >
          {text('installation.invite')}
        </Button>
      ),
  },
]
