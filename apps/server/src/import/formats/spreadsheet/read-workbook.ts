import { type PackageFiles, PackageRefused } from '../../files/package-files.ts'
import { attributeOf, childrenOf, type Element, insideOf, nameOf, xmlAt } from '../../files/xml.ts'
import { folderOf, resolvePath } from '../../html/find-file.ts'
import { workbookFile } from './detect.ts'
import { type Cell, checkSize, type TableRow, tableLimits } from './table.ts'

/** The texts of a shared string or a cell, without how they are to be read aloud (`rPh`). */
const textOf = (element: Element): string =>
  childrenOf(element)
    .map((child) => (nameOf(child) === 't' ? (child.textContent ?? '') : nameOf(child) === 'r' ? textOf(child) : ''))
    .join('')

const sharedIn = (files: PackageFiles, folder: string): string[] => {
  const path = `${folder}/sharedStrings.xml`
  return files.has(path) ? childrenOf(xmlAt(files, path), 'si').map(textOf) : []
}

/** The first sheet, by the workbook's list and what its ids lead to. */
const firstSheet = (files: PackageFiles): string => {
  const [sheet] = insideOf(xmlAt(files, workbookFile), 'sheet')
  const id = sheet && Array.from(sheet.attributes).find(({ name }) => /:id$/.test(name))?.value
  const relations = 'xl/_rels/workbook.xml.rels'
  const found = files.has(relations)
    ? childrenOf(xmlAt(files, relations)).find((one) => attributeOf(one, 'id') === id)
    : undefined
  const target = found && attributeOf(found, 'target')
  const path =
    target === undefined ? undefined : target.startsWith('/') ? target.slice(1) : resolvePath(folderOf(workbookFile), target)
  if (path === undefined || !files.has(path)) throw new PackageRefused(workbookFile, 'It leads to no sheet.')
  return path
}

/** The column of a cell: A is 0, AA is 26. */
const columnOf = (address: string): number =>
  [...(/^[A-Z]{1,3}/.exec(address)?.[0] ?? 'A')].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1

const readAs = (type: string, raw: string, shared: readonly string[]): string => {
  if (type === 's') return shared[Number(raw)] ?? ''
  if (type !== 'b') return raw
  return raw === '1' ? 'TRUE' : 'FALSE'
}

/** A number in binary may be written with more digits than anybody typed. Undefined where it is none. */
const tidyNumber = (raw: string): string | undefined =>
  raw !== '' && Number.isFinite(Number(raw)) ? String(Number(Number(raw).toPrecision(15))) : undefined

const cellOf = (cell: Element, shared: readonly string[]): Cell => {
  const type = attributeOf(cell, 't') ?? 'n'
  const [value] = childrenOf(cell, 'v')
  const isFormula = childrenOf(cell, 'f').length > 0
  const [inline] = childrenOf(cell, 'is')
  const raw = value?.textContent ?? ''
  const text = type !== 's' && inline ? textOf(inline) : readAs(type, raw, shared)
  return { text: type === 'n' ? (tidyNumber(raw) ?? text) : text, ...(isFormula && { isFormula }) }
}

/** The cells of a row in their columns; those that aren't written are empty. */
const cellsOf = (row: Element, shared: readonly string[]): Cell[] => {
  const cells: Cell[] = []
  for (const cell of childrenOf(row, 'c')) {
    const named = attributeOf(cell, 'r')
    const column = named === undefined ? cells.length : columnOf(named)
    if (column >= tableLimits.columns) continue
    while (cells.length < column) cells.push({ text: '' })
    cells[column] = cellOf(cell, shared)
  }
  return cells
}

/** The rows of the first sheet of a workbook (Office Open XML) with text. */
export const readWorkbook = (files: PackageFiles): TableRow[] => {
  const path = firstSheet(files)
  const shared = sharedIn(files, folderOf(workbookFile))
  const rows: TableRow[] = []
  for (const [at, row] of insideOf(xmlAt(files, path), 'row').entries()) {
    const cells = cellsOf(row, shared)
    checkSize(path, rows.length, cells.length, Math.max(0, ...cells.map(({ text }) => text.length)))
    const number = Number(attributeOf(row, 'r') ?? at + 1)
    if (cells.some(({ text, isFormula }) => text.trim() !== '' || isFormula)) rows.push({ number, cells })
  }
  return rows
}
