import type { GridComponent, GridForm } from './form.ts'

interface NamedFile {
  readonly name: string
  readonly path: (string | number)[]
}

const filesIn = (component: GridComponent): NamedFile[] => {
  const own = 'src' in component ? [{ name: component.src, path: ['src'] }] : []
  if (component.kind === 'points' && component.marker) return [...own, { name: component.marker.src, path: ['marker', 'src'] }]
  if (component.kind === 'recording' && component.captions !== undefined)
    return [...own, { name: component.captions, path: ['captions'] }]
  const cards = component.kind === 'areaCards' ? component.cards : []
  return [...own, ...cards.flatMap(({ src }, at) => (src === undefined ? [] : [{ name: src, path: ['cards', at, 'src'] }]))]
}

/** The pictures and recordings that the form names, each with its place. */
export const formFiles = (form: GridForm): NamedFile[] =>
  form.rows.flatMap((row, rowIndex) =>
    row.cells.flatMap((cell, cellIndex) =>
      cell.components.flatMap((component, index) =>
        filesIn(component).map(({ name, path }) => ({
          name,
          path: ['rows', rowIndex, 'cells', cellIndex, 'components', index, ...path],
        })),
      ),
    ),
  )
