/**
 * What one person has for one question: its marks; 'omitted' if they saw it and gave no answer; 'not-reached' if they saw neither it nor any later one;
 * 'not-asked' if their paper doesn't have it; 'unmarked' if their answer is not marked yet.
 */
export type Cell = number | 'omitted' | 'not-reached' | 'not-asked' | 'unmarked'

export interface Person {
  /** One for each question, in the same order. */
  readonly cells: readonly Cell[]
  /** Ids of the options that they chose, by the place of the question; nothing at one of which they chose none. */
  readonly chosen: readonly (readonly string[] | undefined)[]
}

/** The states of a cell, as a column stores them. */
export const cellStates = { 'not-asked': 0, marked: 1, omitted: 2, 'not-reached': 3, unmarked: 4 } as const

/** The cells of all people for one question, by the place of the person. */
export interface Column {
  /** 0 if a cell holds no marks. */
  readonly marks: Float64Array
  /** One of {@link cellStates}. */
  readonly states: Uint8Array
  /** By the id of an option: 1 if the person chose it. */
  readonly chosen: ReadonlyMap<string, Uint8Array>
}

export interface Columns {
  readonly people: number
  /** One for each question, in the same order. */
  readonly questions: readonly Column[]
}

const createColumn = (options: readonly string[], most: number): Column => ({
  ...{ marks: new Float64Array(most), states: new Uint8Array(most) },
  chosen: new Map(options.map((id) => [id, new Uint8Array(most)])),
})

const put = ({ marks, states, chosen }: Column, at: number, cell: Cell, options: readonly string[]): void => {
  if (typeof cell === 'number') marks[at] = cell
  states[at] = typeof cell === 'number' ? cellStates.marked : cellStates[cell]
  for (const id of options) chosen.get(id)?.fill(1, at, at + 1)
}

/**
 * Gathers the cells of people by question, `most` people at most. Ten thousand people with a hundred choices of four take 13 MB so, and ten times that as an
 * object for each person.
 */
export const createColumns = (questions: readonly { readonly options: readonly string[] }[], most: number) => {
  const columns = questions.map(({ options }) => createColumn(options, most))
  let people = 0
  return {
    /** Throws a `RangeError` if there are more people than the columns were made for. */
    add: ({ cells, chosen }: Person): void => {
      if (people === most) throw new RangeError(`The columns are of ${most} people.`)
      for (let at = 0; at < columns.length; at += 1) {
        const column = columns[at]
        if (column) put(column, people, cells[at] ?? 'not-asked', chosen[at] ?? [])
      }
      people += 1
    },
    all: (): Columns => ({ people, questions: columns }),
  }
}
