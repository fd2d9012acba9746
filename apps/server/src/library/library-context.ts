import type { Background } from '../background.ts'
import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import type { SecurityContext } from '../security/security-context.ts'
import type { PackageReader } from './reading/package-reader.ts'

/** What the library's calls need. */
export interface LibraryContext extends Pick<SecurityContext, 'securityLog' | 'clock'> {
  readonly database: Database
  readonly config: Config
  readonly background: Background
  readonly packageReader: PackageReader
}
