import type { OnlyHere } from '../../sync/player-sync.ts'

/** What only this device has, and what becomes of it. */
export interface Unsent extends OnlyHere {
  readonly isOffline: boolean
  /** What is written stays beyond the page. */
  readonly isLasting: boolean
}

type Text = (id: string, values?: Record<string, string | number>) => string

const whatOf = (text: Text, { answers, files, courses }: OnlyHere): string =>
  Object.entries({ answers, files, courses })
    .filter(([, count]) => count > 0)
    .map(([what, count]) => text(`signOut.${what}`, { count }))
    .reduce((one, other) => text('signOut.and', { one, other }))

/** Says where the learner's answers are. `isOverdue`: the server had its time to take them. */
export const wordsOfUnsent = (text: Text, unsent: Unsent & { readonly isOverdue: boolean }): string => {
  if (unsent.answers + unsent.files + unsent.courses === 0) return text('signOut.allThere')
  if (!unsent.isOffline && !unsent.isOverdue) return text('signOut.sending')
  return text(unsent.isLasting ? 'signOut.onlyHere' : 'signOut.lost', { what: whatOf(text, unsent) })
}
