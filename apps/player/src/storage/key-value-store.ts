import type { Shape } from '@sitwell/storage/indexed-db-store'
import type * as storage from '@sitwell/storage/key-value-store'

/** What is kept in the browser, a place for each kind of record. Adding one raises {@link storeVersion}. */
export const places = [
  'answers',
  'formRuns',
  'requests',
  'activities',
  'setAside',
  'requestLog',
  'loggedRequests',
  'bugReports',
  'exams',
  'examFiles',
  'uploads',
  'uploadFiles',
  'courseSaves',
  'courseOpenings',
  'keptCourses',
] as const
export type StoreName = (typeof places)[number]

/** The version of the places themselves; the records carry versions of their own. */
export const storeVersion = 6

/** The player's database in the browser. */
export const playerDatabase: Shape<StoreName> = { name: 'sitwell', version: storeVersion, places, placeOfBlobs: 'uploadFiles' }

export type Change = storage.Change<StoreName>
export type KeyValueStore = storage.KeyValueStore<StoreName>
