import type { Shape } from '../indexed-db-store.ts'
import type { KeyValueStore } from '../key-value-store.ts'
import { createMemoryStore } from '../memory-store.ts'

/** The places of an app that keeps notes, letters and pictures. */
const places = ['notes', 'letters', 'pictures', 'setAside'] as const
export type NotePlace = (typeof places)[number]
export type NoteStore = KeyValueStore<NotePlace>

/** The database of that app. */
export const notesDatabase: Shape<NotePlace> = { name: 'notes', version: 1, places, placeOfBlobs: 'pictures' }

/** A store of that app in the memory. */
export const createNoteStore = (): NoteStore => createMemoryStore(places)
