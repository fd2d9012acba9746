import type { KeyValueStore } from '@sitwell/storage/key-value-store'
import { createMemoryStore } from '@sitwell/storage/memory-store'
import type { RequestKinds } from '../request-kind.ts'
import { createRequestQueue, type QueueEvent } from '../request-queue.ts'
import { createRequestStore } from '../request-store.ts'
import { type Letter, letterFormat, letterKinds } from './post-office.ts'

type Place = 'requests' | 'setAside'
export type PostStore = KeyValueStore<Place>

export const createPostStore = (): PostStore => createMemoryStore<Place>(['requests', 'setAside'])

/** A page of that app over what its browser stores. Once it has gone, it writes nothing and gets no reply any more. */
export const openPage = (
  places: PostStore,
  deliver: Parameters<typeof letterKinds>[0],
  { newId, lettersOf = () => [] }: { newId(): string; lettersOf?(street: string): readonly Letter[] },
  changed: (kinds: RequestKinds<Letter, never>) => RequestKinds<Letter, never> = (kinds) => kinds,
) => {
  let isGone = false
  const never = new Promise<never>(() => {})
  const untilGone = async (letter: Letter) => {
    const reply = isGone ? never : await deliver(letter)
    return isGone ? never : reply
  }
  const requests = createRequestStore(places, letterFormat, () => 0)
  const events: QueueEvent<Letter>[] = []
  const errors: unknown[] = []
  const queue = createRequestQueue<Letter>({
    store: {
      ...requests,
      save: (changes) => (isGone ? never : places.write(changes.map(requests.toChange))),
    },
    userGuid: 'u',
    kinds: changed(letterKinds(untilGone, lettersOf)),
    laneOf: ({ street }) => street,
    compose: (draft, fields) => ({ format: 1, ...draft, ...fields }),
    newId,
    onUndelivered: () => {},
    onStumbled: () => {},
    onError: (error) => void errors.push(error),
  })
  queue.subscribe((event) => events.push(event))
  return {
    queue,
    requests,
    events,
    errors,
    write: (street: string, number: number, words = `letter ${number}`) =>
      queue.enqueue({ type: 'letter', street, number, words, numbers: [] }),
    end: (street: string, number: number, numbers: readonly number[]) =>
      queue.enqueue({ type: 'end', street, number, words: 'end', numbers: [...numbers] }),
    goAway() {
      isGone = true
    },
  }
}
export type Page = ReturnType<typeof openPage>

/** Resolves once all that can continue without a clock or a flush has gone on. */
export const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

/** Sends whatever is left, as connections come back one after another. */
export const sendAll = async ({ queue }: Pick<Page, 'queue'>) => {
  for (let flushes = 0; flushes < 60 && queue.waiting().length > 0; flushes += 1) {
    queue.flush()
    await settled()
  }
}
