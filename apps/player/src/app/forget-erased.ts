import type { Api } from '@sitwell/client/api'
import { erasedPeople, mostAskedAfter } from '@sitwell/contract'
import { keptOfPeople } from '../storage/forget-people.ts'
import type { KeyValueStore } from '../storage/key-value-store.ts'

interface ForgetParts {
  readonly places: Pick<KeyValueStore, 'list' | 'keys' | 'write'>
  readonly api: Pick<Api, 'call'>
  /** Somebody else's exam may be kept beside the store, for a tab that goes on with it. */
  readonly keptSession: { owner(): string | undefined; clear(): void }
}

/** Lets go of what this browser keeps of people who were erased on the server. Where that can't be asked, all stays until the next visit. */
export const forgetErased = async ({ places, api, keptSession }: ForgetParts): Promise<void> => {
  const kept = await keptOfPeople(places)
  const owner = keptSession.owner()
  const people = [...new Set([...kept.keys(), ...(owner === undefined ? [] : [owner])])]
  for (let from = 0; from < people.length; from += mostAskedAfter) {
    const outcome = await api.call(erasedPeople, { body: { userGuids: people.slice(from, from + mostAskedAfter) } })
    if (!outcome.ok) return
    for (const userGuid of outcome.value.erased) {
      const changes = kept.get(userGuid) ?? []
      if (changes.length > 0) await places.write(changes)
      if (keptSession.owner() === userGuid) keptSession.clear()
    }
  }
}
