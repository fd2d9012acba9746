import type { Change, KeyValueStore, StoreName } from './key-value-store.ts'

/** Whose the records of these places are is in each of them. */
const named = [
  ...['requests', 'answers', 'formRuns', 'activities', 'setAside', 'loggedRequests', 'bugReports'],
  ...['exams', 'uploads', 'courseSaves', 'courseOpenings', 'keptCourses'],
] as const satisfies StoreName[]

/** The keys of these begin with whose they are; their values are bytes, which nobody has to read. */
const keyed = ['examFiles', 'uploadFiles'] as const satisfies StoreName[]

/** A record may be one of before, or of a later version: it is looked at as it is. */
const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Object.entries(value).find(([one]) => one === name)?.[1] : undefined

const ownerOf = (value: unknown): unknown =>
  fieldOf(value, 'userGuid') ??
  fieldOf(fieldOf(value, 'query'), 'userGuid') ??
  fieldOf(fieldOf(value, 'value'), 'userGuid') ??
  fieldOf(fieldOf(fieldOf(value, 'value'), 'query'), 'userGuid')

/** What this browser keeps, by whose it is. */
export const storedOfPeople = async (
  places: Pick<KeyValueStore, 'list' | 'keys'>,
): Promise<ReadonlyMap<string, readonly Change[]>> => {
  const stored = new Map<string, Change[]>()
  const note = (owner: unknown, change: Change) => {
    if (typeof owner !== 'string' || owner === '') return
    const changes = stored.get(owner) ?? []
    changes.push(change)
    stored.set(owner, changes)
  }
  const logged = new Map<string, unknown>()
  for (const place of named)
    for (const { key, value } of await places.list(place, '')) {
      const owner = ownerOf(value)
      note(owner, { remove: place, key })
      if (place === 'loggedRequests') logged.set(key, owner)
    }
  for (const place of keyed) for (const key of await places.keys(place, '')) note(key.split('/')[0], { remove: place, key })
  // An attempt is of whom its request is of.
  for (const { key, value } of await places.list('requestLog', '')) {
    const request = fieldOf(value, 'request')
    if (typeof request === 'string') note(logged.get(request), { remove: 'requestLog', key })
  }
  return stored
}
