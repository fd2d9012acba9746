import type { Catalogue } from '@sitwell/i18n/catalogue'
import type { OnlyHere } from '../../../sync/player-sync-types.ts'

/** What only this device has, and what happens to it. */
export interface Unsent extends OnlyHere {
  readonly isOffline: boolean
  /** What is written stays beyond the page. */
  readonly isLasting: boolean
  /** What the browser keeps could not be read: nothing of this can be said. */
  readonly isUnknown?: true
}

type Text = Catalogue['text']

/** What is said of answers that stay: to whom the session is over for, and to whom leaves an exam and stays signed in. */
const stays = {
  signedOff: { kept: 'signOut.onlyHere', lost: 'signOut.lost' },
  signedIn: { kept: 'exam.leaveOnlyHere', lost: 'exam.leaveLost' },
} as const

const whatOf = (text: Text, counted: Pick<OnlyHere, 'answers' | 'files' | 'courses'>): string =>
  (['answers', 'files', 'courses'] as const)
    .filter((what) => counted[what] > 0)
    .map((what) => text(`signOut.${what}`, { count: counted[what] }))
    .reduce((one, other) => text('signOut.and', { one, other }))

/** Whether the server is known to have all. */
export const isAllThere = ({ answers, files, courses, checking, isUnknown }: Unsent): boolean =>
  answers + files + courses + checking === 0 && !isUnknown

/** Says where the learner's answers are. `isOverdue`: the server had its time to take them. */
export const wordsOfUnsent = (
  text: Text,
  unsent: Unsent & { readonly isOverdue: boolean },
  who: keyof typeof stays = 'signedOff',
): string => {
  if (unsent.isUnknown) return text('signOut.unknown')
  if (isAllThere(unsent)) return text('signOut.allThere')
  const { answers, files, courses, checking } = unsent
  const checked = checking > 0 ? [text('signOut.checking', { count: checking })] : []
  if (answers + files + courses === 0) return checked.join(' ')
  const isBeingSent = !unsent.isOffline && !unsent.isOverdue
  const waits = isBeingSent
    ? text('signOut.sending')
    : text(stays[who][unsent.isLasting ? 'kept' : 'lost'], { what: whatOf(text, unsent) })
  return [waits, ...checked].join(' ')
}
