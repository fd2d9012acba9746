import type { Value } from './value.ts'

/** An item of a test as it stands: what its outcomes came to. */
export interface ItemResult {
  /** Identifier of the reference to it, by which the test names it. */
  readonly identifier: string
  readonly categories: readonly string[]
  /** Identifiers of the sections that it is in, the test part among them. */
  readonly sections: readonly string[]
  readonly weights: Readonly<Record<string, number>>
  readonly outcomes: ReadonlyMap<string, Value>
  readonly normalMaximum: Readonly<Record<string, number>>
  readonly normalMinimum: Readonly<Record<string, number>>
  readonly isPresented: boolean
  readonly isResponded: boolean
  /** Whether all its responses match their correct ones; undefined if one has none. */
  readonly isCorrect: boolean | undefined
}

/** The items that were selected for the test, in their order. */
export interface TestSession {
  readonly items: readonly ItemResult[]
}
