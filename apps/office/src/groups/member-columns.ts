import type { MemberChange, MembersPreview } from '@sitwell/contract'
import type { Column, NameColumn } from '@sitwell/office-ui/data-table.tsx'
import type { OfficeText } from '../office-context.tsx'
import { nameOf } from '../people/person-name.ts'

/** What happens to the members of a group. */
export type MemberAction = 'add' | 'remove'

const tones = { added: 'good', removed: 'bad', unchanged: 'idle', refused: 'late' } as const

/** What happens to somebody, in words. */
const outcomeText = ({ becomes, reason }: MemberChange, text: OfficeText): string =>
  reason === undefined ? text(`members.becomes.${becomes}`) : text(`members.reason.${reason}`)

/** The server names nobody whom the caller may not see. */
export const memberNameColumn = (text: OfficeText): NameColumn<MemberChange> => ({
  id: 'name',
  title: text('people.name'),
  widthRem: 9,
  name: ({ firstName, lastName, username, userID }) =>
    username === undefined
      ? text('members.unknown', { id: userID })
      : nameOf({ firstName: firstName ?? '', lastName: lastName ?? '', username }),
})

export const memberColumns = (text: OfficeText): readonly Column<MemberChange>[] => [
  {
    ...{ kind: 'status', id: 'becomes', title: text('members.becomes'), widthRem: 15, grows: true, priority: 1 },
    status: (row) => ({ tone: tones[row.becomes], text: outcomeText(row, text) }),
  },
  {
    ...{ kind: 'text', id: 'username', title: text('people.username'), widthRem: 7, priority: 3 },
    text: ({ username }) => username ?? '',
  },
]

/** What a change would do in all, a sentence each; nothing is said of what happens to nobody. */
export const totalTexts = ({ totals, canUndo }: MembersPreview, action: MemberAction, text: OfficeText): readonly string[] => [
  text(`members.total.${action}`, { count: totals.changed }),
  ...(totals.unchanged > 0 ? [text(`members.unchanged.${action}`, { count: totals.unchanged })] : []),
  ...(totals.refused > 0 ? [text('members.refused', { count: totals.refused })] : []),
  ...(totals.changed > 0 ? [text(canUndo ? 'members.canUndo' : 'members.noUndo')] : []),
]
