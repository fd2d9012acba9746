import { type Columns, createColumns, type Person } from '../columns.ts'

/** The cells of some people, by question. */
export const inColumns = (
  questions: readonly { readonly options: readonly string[] }[],
  people: readonly Person[],
): Columns => {
  const columns = createColumns(questions, people.length)
  for (const person of people) columns.add(person)
  return columns.all()
}
