import type { Config } from '../../config.ts'
import type { Keys } from '../../keys.ts'
import type { LedgerContext } from '../ledger/index.ts'

/** What taking a file stands on; a command has it without a server. */
export interface HandInContext extends LedgerContext {
  readonly config: Config
  readonly keys: Keys
  /** The name of the database's generation; undefined before a server has ever served. */
  readonly generation: string | undefined
}
