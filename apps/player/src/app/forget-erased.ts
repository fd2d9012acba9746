import type { Api } from '@sitwell/client/api'
import { erasedPeople, mostAskedAfter } from '@sitwell/contract'
import { storedOfPeople } from '../storage/forget-people.ts'
import type { KeyValueStore } from '../storage/key-value-store.ts'

interface ForgetParts {
  readonly places: Pick<KeyValueStore, 'list' | 'keys' | 'write'>
  readonly api: Pick<Api, 'call'>
  /** Somebody else's exam may be kept beside the store, for a tab that continues with it. */
  readonly storedSession: { owner(): string | undefined; clear(): void }
}

/** Lets go of what this browser keeps of people who were erased on the server. Where that can't be asked, all stays until the next visit. */
export const forgetErased = async ({ places, api, storedSession }: ForgetParts): Promise<void> => {
  const stored = await storedOfPeople(places)
  const owner = storedSession.owner()
  const people = [...new Set([...stored.keys(), ...(owner === undefined ? [] : [owner])])]
  for (let from = 0; from < people.length; from += mostAskedAfter) {
    const outcome = await api.call(erasedPeople, { body: { userGuids: people.slice(from, from + mostAskedAfter) } })
    if (!outcome.ok) return
    for (const userGuid of outcome.value.erased) {
      const changes = stored.get(userGuid) ?? []
      if (changes.length > 0) await places.write(changes)
      if (storedSession.owner() === userGuid) storedSession.clear()
    }
  }
}
