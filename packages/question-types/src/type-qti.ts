import type { Bindings, Body } from './qti-writing/body-qti.ts'
import type { CompiledRules } from './qti-writing/rules-qti.ts'

/** The responses of an item that no rules mark, and their declarations as XML. */
export interface Unmarked {
  readonly bindings: Bindings
  readonly declarations: string
}

/**
 * What the server alone knows of one question type and its form as an item of QTI 3.0. `T` is the authored question, whose ids of options
 * are such that QTI takes them.
 */
export interface TypeQti<T = unknown> {
  /** Who marks a question without rules of its source: its key, as far as QTI can say it, a person, or nobody. */
  markedBy(question: T): 'key' | 'person' | 'nobody'
  /** The responses of a question that no rules mark; undefined if QTI has nothing like it. */
  unmarked(question: T): Unmarked | undefined
  /** The rules that mark as its key does; or why there are none. */
  rules(question: T): CompiledRules
  /** What stands below the introduction: its text and its interactions, which `bindings` name; or why there are none. */
  body(question: T, bindings: Bindings): Body
  /** What an item doesn't say of it, in sentences. */
  losses(question: T): readonly string[]
  /** The file of the package that stands in its body; undefined if none does. */
  fileInBody(question: T): string | undefined
}
