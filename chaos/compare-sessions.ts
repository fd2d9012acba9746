import type { Fault } from './compare.ts'
import { type FaultKind, isOfNetwork } from './fault-kinds.ts'
import type { Note } from './notes.ts'

/** What else leaves somebody signed in. */
const others: readonly FaultKind[] = ['token expired', 'page reloaded', 'server killed', 'disk full']
const endsNoSession = (kind: FaultKind) => isOfNetwork(kind) || others.includes(kind)

/** Who had to sign in again in a run in which nothing that struck ends a session: whatever refused their requests for a while. */
export const compareSessions = (notes: readonly Note[]): Fault[] => {
  const signIns = notes.filter(({ what }) => what === 'signed in').length
  const isForNothing = notes.every((note) => note.what !== 'struck' || endsNoSession(note.kind))
  return isForNothing && signIns > 1
    ? [{ kind: 'shown', detail: 'the sign-in page, though nothing had ended the session' }]
    : []
}
