/** One step of the schema. Once released it never changes: a mistake is mended by the next one. */
export interface Migration {
  readonly version: number
  readonly name: string
  /**
   * Why servers of the version before go on beside it, where it does more than add tables and columns that may be left out (decision 69).
   * The check refuses it otherwise.
   */
  readonly goesOn?: string
  /** The statements in order; `bytes` is the dialect's type for a file's content. */
  statements(types: { readonly bytes: string }): readonly string[]
}

/** What the migrator calls it: `026-earlier-silences`. */
export const nameOf = ({ version, name }: Pick<Migration, 'version' | 'name'>): string =>
  `${String(version).padStart(3, '0')}-${name.replaceAll(' ', '-')}`

export const versionOf = (name: string): number => Number.parseInt(name, 10)
