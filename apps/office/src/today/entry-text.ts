import type { TodayEntry, TodayKind } from '@sitwell/contract'
import type { OfficeMessageId } from '@sitwell/i18n/message-ids'

type Text = Extract<OfficeMessageId, `today.${string}`>

/** How the moment of an entry is introduced. */
const whens: Partial<Record<TodayKind, Text>> = {
  'uploads-wait': 'today.until',
  'uploads-refused': 'today.until',
  'imports-undoable': 'today.until',
  'imports-broken': 'today.until',
  'people-never-signed-in': 'today.by',
  'sittings-open': 'today.firstEnds',
  'extension-requests': 'today.by',
}

export const whenText = (is: TodayKind): Text => whens[is] ?? 'today.at'

/** Where something is done about an entry: a path of the office, and the text of the link. */
export interface Target {
  readonly to: string
  readonly text: Text
}

const never: Target = { to: '/people?show=never-signed-in', text: 'today.go.never' }
const staff: Target = { to: '/people?show=staff', text: 'today.go.staff' }
const imports: Target = { to: '/people/import', text: 'today.go.imports' }
const uploads: Target = { to: '/library/upload', text: 'today.go.uploads' }

/** Where somebody sees to an exam that opens or ends: its delivery, the list of its deliveries, or the exam itself. */
const examTargets = ({ deliveryID, isDelivered, examGuid }: TodayEntry): Target[] => [
  ...(deliveryID === undefined
    ? []
    : [{ to: `/deliveries/${encodeURIComponent(deliveryID)}`, text: 'today.go.delivery' as const }]),
  ...(isDelivered !== true || deliveryID !== undefined || examGuid === undefined
    ? []
    : [{ to: `/deliveries?exam=${encodeURIComponent(examGuid)}`, text: 'today.go.deliveries' as const }]),
  ...(examGuid === undefined ? [] : [{ to: `/library/exams/${encodeURIComponent(examGuid)}`, text: 'today.go.exam' as const }]),
]

/** The screen on which something is done about an entry, of those that show a page to the person; undefined if there is none. */
export const targetOf = (entry: TodayEntry, leadsTo: (path: string) => boolean = () => true): Target | undefined => {
  const { is, userID } = entry
  switch (is) {
    case 'own-recovery-codes':
      return { to: '/my-recovery-codes', text: 'today.go.codes' }
    case 'uploads-wait':
    case 'uploads-refused':
      return uploads
    case 'imports-undoable':
    case 'imports-broken':
      return imports
    case 'people-never-signed-in':
    case 'invitations-end':
      return never
    case 'roles-end':
      return userID === undefined ? staff : { to: `/people/${userID}`, text: 'today.go.person' }
    case 'staff-without-second-step':
      return staff
    case 'exam-opens':
    case 'exam-ends':
      return examTargets(entry).find(({ to }) => leadsTo(to))
    case 'extension-requests':
    case 'sittings-open':
      return { to: '/live', text: 'today.go.live' }
    case 'responses-to-decide':
      return { to: '/marking/decisions', text: 'today.go.decisions' }
    case 'responses-out-of-queues':
      return { to: '/marking/markers', text: 'today.go.marking' }
    case 'results-to-confirm':
      return { to: '/results?state=computed', text: 'today.go.results' }
    case 'results-to-release':
      return { to: '/results?state=confirmed', text: 'today.go.results' }
    case 'no-people':
      return { to: '/people/import', text: 'today.go.import' }
    case 'no-exams':
      return { to: '/library/upload', text: 'today.go.upload' }
    default:
      return undefined
  }
}
