import type { officeSessions, ReplyOf } from '@sitwell/contract'
import type { Column, NameColumn } from '@sitwell/office-ui/data-table.tsx'
import type { OfficeText } from '../office-context.tsx'

type OwnSession = ReplyOf<typeof officeSessions>['sessions'][number]

const deviceName = (text: OfficeText, { browser, system }: OwnSession): string => {
  if (browser !== undefined && system !== undefined) return text('office.device', { browser, system })
  return browser ?? system ?? text('office.unknownDevice')
}

/** The columns of the table of one's own sessions. `href`: the address of the page, for a row that has none of its own. */
export const signInColumns = (
  text: OfficeText,
  href: string,
): { readonly nameColumn: NameColumn<OwnSession>; readonly columns: readonly Column<OwnSession>[] } => ({
  nameColumn: {
    id: 'device',
    title: text('office.deviceTitle'),
    widthRem: 16,
    isSortable: true,
    name: (row) => deviceName(text, row),
    href: () => href,
  },
  columns: [
    {
      id: 'this',
      title: text('office.state'),
      kind: 'status',
      widthRem: 9,
      priority: 1,
      status: ({ isThis }) =>
        isThis ? { tone: 'good', text: text('office.thisSignIn') } : { tone: 'idle', text: text('office.otherSignIn') },
    },
    {
      id: 'used',
      title: text('office.used'),
      kind: 'dateTime',
      widthRem: 10,
      priority: 2,
      isSortable: true,
      atMs: ({ usedAt }) => Date.parse(usedAt),
    },
    {
      id: 'started',
      title: text('office.started'),
      kind: 'dateTime',
      widthRem: 10,
      priority: 3,
      isSortable: true,
      atMs: ({ startedAt }) => Date.parse(startedAt),
    },
    {
      id: 'address',
      title: text('office.address'),
      kind: 'text',
      widthRem: 10,
      grows: true,
      priority: 3,
      text: ({ address }) => address ?? '',
    },
  ],
})

/** What the table can be sorted by. */
export type SignInOrder = 'used' | 'started' | 'device'

/** The sessions in an order. The list is whole, so it is sorted here. Of equals, the one that was used last comes first. */
export const sortSignIns = (
  sessions: readonly OwnSession[],
  { text, order, isDescending }: { readonly text: OfficeText; readonly order: SignInOrder; readonly isDescending: boolean },
): readonly OwnSession[] => {
  const keyOf = {
    used: ({ usedAt }: OwnSession) => usedAt,
    started: ({ startedAt }: OwnSession) => startedAt,
    device: (one: OwnSession) => deviceName(text, one),
  }[order]
  const newest = sessions.toSorted((one, other) => other.usedAt.localeCompare(one.usedAt))
  return newest.toSorted((one, other) => keyOf(one).localeCompare(keyOf(other)) * (isDescending ? -1 : 1))
}
