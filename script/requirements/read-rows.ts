/** A row of the specification: one thing that has to hold. */
export interface Row {
  /** Such as `GATE-207`. */
  readonly id: string
  /** Where the specification says so: document and chapter, `2.3`. */
  readonly place: string
  readonly side: string
  readonly statement: string
}

const shape = /^[A-Z]+-\d{3}$/

/** Reads the table of rows: a line each, four columns. Throws an error if a line is none, or an id comes twice. */
export function readRows(table: string): Row[] {
  const known = new Set<string>()
  return table.split('\n').flatMap((line, index): Row[] => {
    if (line.trim() === '' || line.startsWith('#')) return []
    const [id = '', place = '', side = '', statement, ...more] = line.split('\t')
    if (!shape.test(id) || !statement || more.length > 0) throw new Error(`Line ${index + 1} of the rows is none.`)
    if (known.has(id)) throw new Error(`The row ${id} is there twice.`)
    known.add(id)
    return [{ id, place, side, statement }]
  })
}
