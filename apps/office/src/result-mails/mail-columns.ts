import { type MailRow, mailStates } from '@sitwell/contract'
import { choiceField, numberField, textField } from '@sitwell/navigation/address-query.ts'
import type { Column, NameColumn } from '@sitwell/office-ui/data-table.tsx'
import type { OfficeText } from '../office-context.tsx'
import { nameOf } from '../people/person-name.ts'
import { officeHref } from '../shell/office-link.tsx'

export const mailViews = ['all', ...mailStates] as const

/** What the address of the list holds. */
export const mailFields = { search: textField({ longest: 200 }), state: choiceField(mailViews), set: numberField }

const tones = {
  queued: 'idle',
  sending: 'idle',
  sent: 'good',
  failed: 'bad',
  undeliverable: 'bad',
  stopped: 'late',
} as const

/** A person has one mail for each set. */
export const mailKey = ({ userID, set }: MailRow): string => `${userID}/${set}`

/** A mail that can be sent again. */
export const isUndelivered = ({ state }: MailRow): boolean => state === 'failed' || state === 'undeliverable'

export const mailNameColumn = (text: OfficeText): NameColumn<MailRow> => ({
  ...{ id: 'name', title: text('mails.person'), widthRem: 13 },
  name: nameOf,
  href: ({ userID }) => officeHref(`/people/${userID}`),
})

const timeOf = (moment: string | undefined) => (moment === undefined ? undefined : Date.parse(moment))

export const mailColumns = (text: OfficeText): readonly Column<MailRow>[] => [
  {
    ...{ kind: 'status', id: 'state', title: text('mails.state'), widthRem: 10, priority: 1 },
    status: ({ state }) => ({ tone: tones[state], text: text(`mails.state.${state}`) }),
  },
  {
    ...{ kind: 'text', id: 'reason', title: text('mails.reason'), widthRem: 15, grows: true, priority: 1 },
    text: ({ reason, answer }) =>
      [...(reason === undefined ? [] : [text(`mails.reason.${reason}`)]), ...(answer === undefined ? [] : [answer])].join(
        ' – ',
      ),
  },
  { ...{ kind: 'dateTime', id: 'sent', title: text('mails.sentAt'), widthRem: 10 }, atMs: ({ sentAt }) => timeOf(sentAt) },
  { ...{ kind: 'dateTime', id: 'next', title: text('mails.nextAt'), widthRem: 10 }, atMs: ({ nextAt }) => timeOf(nextAt) },
  { ...{ kind: 'number', id: 'tries', title: text('mails.tries'), widthRem: 5 }, number: ({ tries }) => tries },
  {
    ...{ kind: 'number', id: 'set', title: text('mails.set'), widthRem: 6, priority: 3 },
    number: ({ set }) => set,
  },
  {
    ...{ kind: 'dateTime', id: 'queued', title: text('mails.queuedAt'), widthRem: 10, priority: 3 },
    atMs: ({ queuedAt }) => timeOf(queuedAt),
  },
]
