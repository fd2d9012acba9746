/** What of a form run a check is about. */
export type CheckedThing =
  | 'ledger'
  | 'history'
  | 'answers'
  | 'marks'
  | 'mark entries'
  | 'attempts'
  | 'times'
  | 'files'
  | 'receipt'
  | 'results'
  | 'result sets'
  | 'notes'

/** What one check of a form run came to, in plain words. */
export interface Checked {
  readonly about: CheckedThing
  /** What was held against what, where nothing is wrong. */
  readonly says: string
  /** What doesn't match; empty where all does. */
  readonly findings: readonly string[]
}

/** `1 event`, `2 events`. */
export const counted = (count: number, one: string, more = `${one}s`): string => `${count} ${count === 1 ? one : more}`
