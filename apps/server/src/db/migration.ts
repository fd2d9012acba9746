/** One step of the schema. Once released it never changes: a mistake is mended by the next one. */
export interface Migration {
  readonly version: number
  readonly name: string
  /** The statements in order; `bytes` is the dialect's type for a file's content. */
  statements(types: { readonly bytes: string }): readonly string[]
}
