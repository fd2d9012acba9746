import type { GridForm } from './form.ts'

/** The pictures that the form names, each with its place. */
export const formFiles = (form: GridForm): { name: string; path: (string | number)[] }[] =>
  form.rows.flatMap((row, rowIndex) =>
    row.cells.flatMap((cell, cellIndex) =>
      cell.components.flatMap((component, index) =>
        'src' in component
          ? [{ name: component.src, path: ['rows', rowIndex, 'cells', cellIndex, 'components', index, 'src'] }]
          : [],
      ),
    ),
  )
