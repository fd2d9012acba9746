import type { GridComponent, GridForm } from './form.ts'

type Path = readonly PropertyKey[]

/** The form with each component changed, which is told its place. */
const mapComponents = <F extends GridForm>(form: F, change: (component: GridComponent, path: Path) => GridComponent): F => ({
  ...form,
  rows: form.rows.map((row, rowIndex) => ({
    ...row,
    cells: row.cells.map((cell, cellIndex) => ({
      ...cell,
      components: cell.components.map((component, index) =>
        change(component, ['rows', rowIndex, 'cells', cellIndex, 'components', index]),
      ),
    })),
  })),
})

/** The form with the HTML of its texts changed. */
export const mapFormHtml = <F extends GridForm>(form: F, change: (html: string, path: Path) => string): F =>
  mapComponents(form, (component, path) =>
    component.kind === 'text' ? { ...component, html: change(component.html, [...path, 'html']) } : component,
  )

/** The pictures that the form names, each with its place. */
export const formFiles = (form: GridForm): { name: string; path: Path }[] => {
  const files: { name: string; path: Path }[] = []
  mapComponents(form, (component, path) => {
    if ('src' in component) files.push({ name: component.src, path: [...path, 'src'] })
    return component
  })
  return files
}
