/** One parameter of an address's query: how its text is read, and how a value is written. */
export interface QueryField<Value> {
  /** The value of a text; of one that makes no sense, and without one, the default. */
  read(text: string | undefined): Value
  /** The text of a value; undefined for the default, which is not written into addresses. */
  write(value: Value): string | undefined
}

/** The values of a page's parameters. */
export type QueryValues<Fields> = {
  readonly [Name in keyof Fields]: Fields[Name] extends QueryField<infer Value> ? Value : never
}

/** A text as it was typed; empty unless the address has one. `longest`: characters that are read. */
export const textField = ({ longest = 200 }: { readonly longest?: number } = {}): QueryField<string> => ({
  read: (text = '') => text.slice(0, longest),
  write: (value) => (value === '' ? undefined : value.slice(0, longest)),
})

/** One of a few words: the first unless the address has another. */
export const choiceField = <const Word extends string>(words: readonly [Word, ...Word[]]): QueryField<Word> => ({
  read: (text) => words.find((word) => word === text) ?? words[0],
  write: (value) => (value === words[0] ? undefined : value),
})

/** A number from 1, such as that of a version; undefined unless the address has one. */
export const numberField: QueryField<number | undefined> = {
  read: (text = '') => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined),
  write: (value) => (value === undefined ? undefined : String(value)),
}

/** Yes or no: no unless the address has it. */
export const flagField: QueryField<boolean> = {
  read: (text) => text === '1',
  write: (value) => (value ? '1' : undefined),
}

/** Servers and browsers take addresses of about this many characters; what is longer is cut. */
const longList = textField({ longest: 4000 })

/** Some words of any kind, such as ids that are selected: each once, in their order; none unless the address has some. */
export const wordsField: QueryField<readonly string[]> = {
  read: (text) => [
    ...new Set(
      longList
        .read(text)
        .split(',')
        .filter((word) => word !== '')
        .map(decoded),
    ),
  ],
  write: (value) => (value.length === 0 ? undefined : value.map((word) => encodeURIComponent(word.toWellFormed())).join(',')),
}

/** A word with a wrong encoding stays unchanged. */
function decoded(word: string): string {
  try {
    return decodeURIComponent(word)
  } catch {
    return word
  }
}

/** The values in a query, with or without its `?`. Never throws: a person who typed an address sees the page anyway. */
export const readQuery = <Fields extends object>(fields: Fields, search: string): QueryValues<Fields> => {
  const given = new URLSearchParams(search)
  const values = Object.entries(fields).map(([name, field]: [string, QueryField<unknown>]) => [
    name,
    field.read(given.get(name) ?? undefined),
  ])
  // Boundary: each value is read by the field of its name.
  return Object.fromEntries(values) as QueryValues<Fields>
}

/** A query with some values changed, with its `?`; empty if it has no values. Names that belong to no field stay unchanged. */
export const writeQuery = <Fields extends object>(
  fields: Fields,
  search: string,
  changed: Partial<QueryValues<Fields>>,
): string => {
  const query = new URLSearchParams(search)
  for (const [name, field] of Object.entries(fields) as [keyof Fields & string, QueryField<unknown>][]) {
    if (!(name in changed)) continue
    const text = field.write(changed[name])
    if (text === undefined) query.delete(name)
    else query.set(name, text)
  }
  const text = query.toString()
  return text === '' ? '' : `?${text}`
}
