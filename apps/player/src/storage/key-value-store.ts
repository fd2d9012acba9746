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
export type Place = (typeof places)[number]

/** The version of the places themselves; the records carry versions of their own. */
export const storeVersion = 6

/** One change of what is kept. */
export type Change =
  | { readonly put: Place; readonly key: string; readonly value: unknown }
  | { readonly remove: Place; readonly key: string }

/** The place that it changes. */
export const placeOf = (change: Change): Place => ('put' in change ? change.put : change.remove)

/**
 * What every store does: it keeps values under text keys, and lists those whose key begins with a prefix in the order of their
 * keys. `write` does all its changes or none, and has them on disk when it resolves.
 */
export interface KeyValueStore {
  read(place: Place, key: string): Promise<unknown>
  list(place: Place, prefix: string): Promise<{ key: string; value: unknown }[]>
  /** The keys alone, whatever became of the values. */
  keys(place: Place, prefix: string): Promise<string[]>
  write(changes: readonly Change[]): Promise<void>
  close(): void
}
