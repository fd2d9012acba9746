import type { Keeping } from '../../storage/overflow-store.ts'
import type { ConnectionState } from '../../sync/connection.ts'

/** What is told once, when it happens. */
export type Told = 'back-online' | 'set-aside'
export type Status = Told | 'working-offline' | 'not-kept' | 'not-kept-offline'

/** What the status line says: what the learner has to mind goes before what is over. */
export const statusOf = (connection: ConnectionState, keeping: Keeping, told: Told | undefined): Status | undefined => {
  if (keeping === 'memory') return connection === 'offline' ? 'not-kept-offline' : 'not-kept'
  return connection === 'offline' ? 'working-offline' : told
}
