import type { Caller } from '../../http/caller.ts'
import { changeLedger, type LedgerContext } from './time-ledger.ts'

/** What an administrator does who signed in as the learner. */
export interface Done {
  readonly text: string
  /** Written down once under this id: that of the request, or of the session where it is done all through it. */
  readonly id: string
}

/**
 * Writes into the ledger that it wasn't the learner, where an administrator signed in as them: with each answer and file, and
 * once for a session that opens the exam. Before it is done, so that nothing is done that the ledger doesn't tell.
 */
export const noteAdministrator = async (
  context: LedgerContext,
  caller: Caller,
  formRunGuid: string,
  { text, id }: Done,
): Promise<void> => {
  if (caller.madeBy === undefined) return
  const isWritten = ({ requestId, admin }: { requestId?: string | undefined; admin?: string | undefined }) =>
    admin === caller.madeBy && requestId === id
  await changeLedger(
    context,
    { orgId: caller.orgId, formRunGuid },
    caller,
    ({ events }) => (events.some(isWritten) ? [] : [{ kind: 'incident', text }]),
    id,
  )
}

/** That the exam was opened. */
export const openedByAdministrator = ({ sessionId }: Caller): Done => ({
  text: 'An administrator opened the exam as the learner',
  id: sessionId,
})
