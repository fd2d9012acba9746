import type { GridComponent, GridForm } from './form.ts'

interface NamedFile {
  readonly name: string
  readonly path: (string | number)[]
  /** Code of its author's own alone asks for it. */
  readonly isOfCode?: true
}

const filesIn = (component: GridComponent): NamedFile[] => {
  const own = 'src' in component ? [{ name: component.src, path: ['src'] }] : []
  if (component.kind === 'points' && component.marker) return [...own, { name: component.marker.src, path: ['marker', 'src'] }]
  if (component.kind === 'recording' && component.captions !== undefined)
    return [...own, { name: component.captions, path: ['captions'] }]
  if (component.kind === 'custom')
    return component.files.map(({ src }, at) => ({ name: src, path: ['files', at, 'src'], isOfCode: true }))
  const cards = component.kind === 'areaCards' ? component.cards : []
  return [...own, ...cards.flatMap(({ src }, at) => (src === undefined ? [] : [{ name: src, path: ['cards', at, 'src'] }]))]
}

/** The pictures, recordings and files of code that the form names, each with its place. */
export const formFiles = (form: GridForm): NamedFile[] =>
  form.rows.flatMap((row, rowIndex) =>
    row.cells.flatMap((cell, cellIndex) =>
      cell.components.flatMap((component, index) =>
        filesIn(component).map(({ path, ...file }) => ({
          ...file,
          path: ['rows', rowIndex, 'cells', cellIndex, 'components', index, ...path],
        })),
      ),
    ),
  )
