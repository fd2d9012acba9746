import type { LogEvent } from '@sitwell/contract'
import type { Column, NameColumn } from '@sitwell/office-ui/data-table.tsx'
import { isLogKind } from './log-fields.ts'
import type { SettingsText } from './settings-text.ts'

const kindText = ({ kind }: LogEvent, text: SettingsText): string => (isLogKind(kind) ? text(`log.kind.${kind}`) : kind)

type Someone = NonNullable<LogEvent['person']>

const someoneText = ({ name }: Someone, text: SettingsText): string =>
  name.startsWith('command:') ? text('log.command', { name: name.slice('command:'.length) }) : name

const personText = ({ person, username }: LogEvent, text: SettingsText): string => {
  if (person !== undefined) return someoneText(person, text)
  return username === undefined ? '' : text('log.nameTyped', { name: username })
}

/** What else an event says, in one line: what changed from what to what, or what it was done to, and how often. */
export const detailsText = (event: LogEvent, text: SettingsText): string => {
  if (event.isErased) return text('log.erased')
  const { kind, what, target = [], times = 1 } = event
  const fields = new Map(target.map(({ name, value }) => [name, value]))
  const [name, from, to] = [fields.get('setting'), fields.get('from'), fields.get('to')]
  const isChange = kind === 'setting-changed' && name !== undefined && from !== undefined && to !== undefined
  return [
    ...(isChange
      ? [text('log.change', { name, from, to })]
      : [...(what === undefined ? [] : [what]), ...target.map((one) => `${one.name}: ${one.value}`)]),
    ...(times > 1 ? [text('log.times', { count: times })] : []),
  ].join('; ')
}

export const eventColumn = (text: SettingsText): NameColumn<LogEvent> => ({
  ...{ id: 'kind', title: text('log.event'), widthRem: 13 },
  name: (event) => kindText(event, text),
})

/** The columns beside what happened; what is least needed leaves a narrow window first. */
export const logColumns = (text: SettingsText): readonly Column<LogEvent>[] => [
  {
    ...{ kind: 'dateTime', id: 'at', title: text('log.when'), widthRem: 10.5, priority: 1 },
    atMs: ({ at }) => Date.parse(at),
  },
  {
    ...{ kind: 'text', id: 'person', title: text('log.person'), widthRem: 10 },
    text: (event) => personText(event, text),
  },
  {
    ...{ kind: 'text', id: 'author', title: text('log.author'), widthRem: 10 },
    text: ({ author }) => (author === undefined ? '' : someoneText(author, text)),
  },
  {
    ...{ kind: 'text', id: 'details', title: text('log.details'), widthRem: 14, grows: true },
    text: (event) => detailsText(event, text),
  },
  {
    ...{ kind: 'text', id: 'address', title: text('log.address'), widthRem: 9, priority: 3 },
    text: ({ address }) => address ?? '',
  },
]
