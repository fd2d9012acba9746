import { createMemoryStore as createStore } from '@sitwell/storage/memory-store'
import { type KeyValueStore, places } from './key-value-store.ts'

/** A store of the player's places that lasts as long as the page. */
export const createMemoryStore = (): KeyValueStore => createStore(places)
