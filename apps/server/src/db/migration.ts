/** One step of the schema. Once released it never changes: a mistake is corrected by a later one. */
export interface Migration {
  /** The day on which it was added, and its subject: `2026-11-29-first`. Migrations are applied in the order of their names. */
  readonly name: string
  /**
   * Why servers of the previous version keep working beside it, if it does more than add tables and columns that may be left out
   * (decision 69). The check refuses it otherwise.
   */
  readonly goesOn?: string
  /** The statements in order; `bytes` is the dialect's type for a file's content. */
  statements(types: { readonly bytes: string }): readonly string[]
}
