import { type KeyStorage, storedValue } from '@sitwell/client/stored-value'
import * as z from 'zod/mini'

/** Which session the page of this tab was opened with, and whose it is. The id is public: it opens nothing without the cookie. */
const remembered = z.object({ sessionId: z.string(), userGuid: z.string() })

/** Of each tab by itself, so that two tabs know that they show two people. */
export const sessionMemory = (storage: KeyStorage) => storedValue(storage, 'sitwell.office.session', remembered)
