import {
  type IncidentCategory,
  incidentCategories,
  type LiveAct,
  type LiveRow,
  type LiveView,
  permissionOfLiveAct,
} from '@sitwell/contract'

/** What an invigilator can do, as buttons and menus have it. Some are one kind of act with different words. */
export const liveActIds = [
  ...([
    'add-time',
    'message',
    'pause',
    'resume',
    'rest-break',
    'end-rest-break',
    'incident',
    'present',
    'absent',
    'move',
    'free-device',
    'let-in-late',
  ] as const),
  ...(['hold-start', 'release-start', 'waive', 'reopen', 'end', 'evacuate', 'grant', 'decline'] as const),
] as const
export type LiveActId = (typeof liveActIds)[number]

/** The values that the form of an action has. */
export interface ActDraft {
  readonly minutes: string
  readonly words: string
  readonly category: IncidentCategory
  readonly roomID: string
}

export const emptyDraft: ActDraft = { minutes: '', words: '', category: incidentCategories[0], roomID: '' }

/** A field that an act asks for. `minutes?`: it may stay empty. */
export type ActField = 'minutes' | 'minutes?' | 'words' | 'category' | 'room'

const none: readonly ActField[] = []

/** What each act asks for, in the order of the form. */
export const fieldsOfAct: Readonly<Record<LiveActId, readonly ActField[]>> = {
  ...{ 'add-time': ['minutes'], 'let-in-late': ['minutes'], grant: ['minutes'] },
  ...{ message: ['words'], evacuate: ['words'], waive: ['words'], end: ['words'], reopen: ['words', 'minutes?'] },
  ...{ incident: ['category', 'words'], move: ['room'] },
  ...{
    pause: none,
    resume: none,
    'rest-break': none,
    'end-rest-break': none,
    present: none,
    absent: none,
    'free-device': none,
    'hold-start': none,
    'release-start': none,
  },
  decline: none,
}

/** Most minutes of an act: a day. */
const mostMinutes = 1440
/** Most characters of what is written. */
const mostWords = { incident: 4000, other: 1000 } as const
export const mostWordsOf = (id: LiveActId): number => (id === 'incident' ? mostWords.incident : mostWords.other)

/** Whole minutes as they were typed, in the digits of any script; undefined if that is no number of minutes. */
export const minutesTyped = (typed: string): number | undefined => {
  const digits = typed
    .trim()
    .replaceAll(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replaceAll(/[\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0))
  if (!/^\d{1,4}$/.test(digits)) return undefined
  const minutes = Number(digits)
  return minutes >= 1 && minutes <= mostMinutes ? minutes : undefined
}

/** The fields that can't stay as they are. */
export const faultsOf = (id: LiveActId, draft: ActDraft): readonly ActField[] =>
  fieldsOfAct[id].filter((field) => {
    if (field === 'minutes') return minutesTyped(draft.minutes) === undefined
    if (field === 'minutes?') return draft.minutes.trim() !== '' && minutesTyped(draft.minutes) === undefined
    if (field === 'words') return draft.words.trim() === '' || draft.words.length > mostWordsOf(id)
    return field === 'room' && draft.roomID === ''
  })

const secondsOf = (draft: ActDraft): number => (minutesTyped(draft.minutes) ?? 0) * 60

/** The act of a draft that is complete. */
export const actOf = (id: LiveActId, draft: ActDraft): LiveAct => {
  const [seconds, text] = [secondsOf(draft), draft.words.trim()]
  switch (id) {
    case 'add-time':
    case 'let-in-late':
      return { kind: id, seconds }
    case 'grant':
      return { kind: 'decide-request', seconds }
    case 'decline':
      return { kind: 'decide-request', seconds: 0 }
    case 'message':
    case 'evacuate':
      return { kind: id, text }
    case 'waive':
    case 'end':
      return { kind: id, reason: text }
    case 'reopen':
      return { kind: id, reason: text, ...(seconds > 0 && { seconds }) }
    case 'incident':
      return { kind: id, category: draft.category, text }
    case 'present':
    case 'absent':
      return { kind: 'attendance', attendance: id }
    case 'move':
      return { kind: id, roomID: draft.roomID }
    default:
      return { kind: id }
  }
}

/** The draft by which a preview is asked for: whom an act concerns doesn't hang on what is written, so typing asks for no other. */
export const draftToPreview = (draft: ActDraft): ActDraft => ({ ...draft, words: '…' })

const kindOf = (id: LiveActId): LiveAct['kind'] => actOf(id, emptyDraft).kind

/** Whether the caller may do something to a person, as far as the view knows; the server decides about each. */
export const mayAct = (view: LiveView, row: Pick<LiveRow, 'isOwn' | 'roomID'>, id: LiveActId): boolean => {
  if (row.isOwn) return false
  const permission = permissionOfLiveAct[kindOf(id)]
  return (
    view.may.includes(permission) || (view.rooms.find(({ roomID }) => roomID === row.roomID)?.may.includes(permission) ?? false)
  )
}

/** What makes sense for a person as they stand; what doesn't is refused by the server and not offered in the person's panel. */
export const makesSense = (row: LiveRow, id: LiveActId): boolean => {
  const hasBegun = row.startedAt !== undefined
  const isOver = row.state === 'handed-in'
  const isOpen = hasBegun && !isOver
  switch (id) {
    case 'add-time':
    case 'message':
    case 'waive':
    case 'free-device':
      return !isOver
    case 'pause':
      return isOpen && !row.isPaused && row.rest?.until === undefined
    case 'resume':
      return isOpen && row.isPaused
    case 'rest-break':
      return isOpen && !row.isPaused && (row.rest?.leftMs ?? 0) > 0
    case 'end-rest-break':
      return row.rest?.until !== undefined
    case 'end':
      return isOpen
    case 'reopen':
      return isOver
    case 'let-in-late':
      return !hasBegun
    case 'hold-start':
      return !hasBegun && !row.isHeld
    case 'release-start':
      return !hasBegun && row.isHeld
    case 'present':
    case 'absent':
      return row.attendance !== id
    case 'grant':
    case 'decline':
      return row.requestedAt !== undefined
    case 'evacuate':
      return false
    default:
      return true
  }
}
