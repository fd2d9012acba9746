import { type KeyStorage, storedValue } from '@sitwell/client/stored-value'
import * as z from 'zod/mini'

const keySchema = z.object({
  /** Names what is sealed by this key. */
  id: z.string(),
  /** 32 bytes in base64. */
  key: z.string(),
})

/** The key of a tab: it ends with the tab, or with the session, and what it has sealed can't be read any more then. */
export type TabKey = z.infer<typeof keySchema>

/** Where a tab keeps its key: beside its session, never in the database of what is sealed by it. */
export const createTabKey = (storage: KeyStorage) => storedValue(storage, 'sitwell.office.seal', keySchema)

export type TabKeys = ReturnType<typeof createTabKey>
