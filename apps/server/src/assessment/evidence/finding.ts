/** The part of a form run that a check examines. */
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

/** The result of one check of a form run, in plain text. */
export interface Checked {
  readonly about: CheckedThing
  /** The things that were compared, if they match. */
  readonly says: string
  /** The differences; empty if there are none. */
  readonly findings: readonly string[]
}

/** `1 event`, `2 events`. */
export const counted = (count: number, one: string, more = `${one}s`): string => `${count} ${count === 1 ? one : more}`
