/** One change of what is stored; `P` are the names of the app's places, one for each kind of record. */
export type Change<P extends string> =
  | { readonly put: P; readonly key: string; readonly value: unknown }
  | { readonly remove: P; readonly key: string }

/** The place that it changes. */
export const placeOf = <P extends string>(change: Change<P>): P => ('put' in change ? change.put : change.remove)

/**
 * What every store does: it keeps values under text keys, and lists those whose key begins with a prefix in the order of their
 * keys. `write` does all its changes or none, and has them on disk when it resolves.
 */
export interface KeyValueStore<P extends string> {
  read(place: P, key: string): Promise<unknown>
  list(place: P, prefix: string): Promise<{ key: string; value: unknown }[]>
  /** The keys alone, whatever became of the values. */
  keys(place: P, prefix: string): Promise<string[]>
  write(changes: readonly Change<P>[]): Promise<void>
  close(): void
}
