/** What a form holds: texts by field, empty if there is nothing. */
export type Values<Field extends string> = Readonly<Record<Field, string>>

/** As the server reads a text: blanks around a line, and more than one between two words, don't count. */
const asRead = (value: string): string =>
  value
    .split(/\r?\n/)
    .map((line) => line.trim().replaceAll(/\s+/g, ' '))
    .join('\n')
    .trim()

const isSame = (one: string, other: string): boolean => asRead(one) === asRead(other)

const fieldsOf = <Field extends string>(values: Values<Field>): readonly Field[] =>
  // Boundary: the keys of a record are its fields.
  Object.keys(values) as Field[]

/** The fields of `values` that are others than in `base`. */
export const changedFields = <Field extends string>(base: Values<Field>, values: Values<Field>): readonly Field[] =>
  fieldsOf(base).filter((field) => !isSame(base[field], values[field]))

/** Two people changed one group, centre or room: what the form continues with. */
interface Merge<Field extends string> {
  /** The other's values, with one's own where one changed something. */
  readonly values: Values<Field>
  /** Fields that both changed, to different values: a person decides about each. */
  readonly conflicts: readonly Field[]
  /** Fields that only the other changed. */
  readonly taken: readonly Field[]
}

/** Brings what was typed (`mine`) together with what somebody else stored meanwhile (`theirs`). Nothing of either is lost. */
export const mergeValues = <Field extends string>(
  base: Values<Field>,
  mine: Values<Field>,
  theirs: Values<Field>,
): Merge<Field> => {
  const own = new Set(changedFields(base, mine))
  const others = changedFields(base, theirs)
  return {
    values: { ...theirs, ...Object.fromEntries([...own].map((field) => [field, mine[field]])) },
    conflicts: others.filter((field) => own.has(field) && !isSame(mine[field], theirs[field])),
    taken: others.filter((field) => !own.has(field)),
  }
}
