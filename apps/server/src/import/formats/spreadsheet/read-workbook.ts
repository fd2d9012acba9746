import { type PackageFiles, PackageRefused } from '../../files/package-files.ts'
import { attributeOf, childrenOf, type Element, insideOf, nameOf, numberIn, xmlAt } from '../../files/xml.ts'
import { folderOf, resolvePath } from '../../html/find-file.ts'
import { workbookFile } from './detect.ts'
import { numberFormats, type ShowNumber } from './number-formats.ts'
import { type Cell, checkSize, type TableRow, tableLimits } from './table.ts'

/** Characters that XML can't hold, or not as they are, and how they are written: `_x000D_`. */
const decoded = (text: string): string =>
  text
    .replace(/_x([\dA-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\t\n]/gu, '')

/** The texts of a shared string or a cell, without how they are to be read aloud (`rPh`). */
const textOf = (element: Element): string =>
  childrenOf(element)
    .map((child) => (nameOf(child) === 't' ? (child.textContent ?? '') : nameOf(child) === 'r' ? textOf(child) : ''))
    .join('')

const sharedIn = (files: PackageFiles, folder: string): string[] => {
  const path = `${folder}/sharedStrings.xml`
  return files.has(path) ? childrenOf(xmlAt(files, path), 'si').map((one) => decoded(textOf(one))) : []
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

/** What all cells of a sheet are read with. */
interface Sheet {
  readonly shared: readonly string[]
  readonly show: ShowNumber
}

const cellOf = (cell: Element, { shared, show }: Sheet): Cell => {
  const type = attributeOf(cell, 't') ?? 'n'
  const [value] = childrenOf(cell, 'v')
  const isFormula = childrenOf(cell, 'f').length > 0
  const [inline] = childrenOf(cell, 'is')
  const raw = value?.textContent ?? ''
  const formula = isFormula ? { isFormula } : {}
  const number = raw === '' ? Number.NaN : Number(raw)
  if (type === 'n' && Number.isFinite(number))
    return { ...show(number, numberIn(attributeOf(cell, 's')) ?? 0), value: Number(number.toPrecision(15)), ...formula }
  if (type !== 's' && inline) return { text: decoded(textOf(inline)), ...formula }
  return { text: type === 's' ? readAs(type, raw, shared) : decoded(readAs(type, raw, shared)), ...formula }
}

/** The cells of a row in their columns; those that aren't written are empty. */
const cellsOf = (row: Element, sheet: Sheet): Cell[] => {
  const cells: Cell[] = []
  for (const cell of childrenOf(row, 'c')) {
    const named = attributeOf(cell, 'r')
    const column = named === undefined ? cells.length : columnOf(named)
    if (column >= tableLimits.columns) continue
    while (cells.length < column) cells.push({ text: '' })
    cells[column] = cellOf(cell, sheet)
  }
  return cells
}

/** The rows of the first sheet of a workbook (Office Open XML) with text. */
export const readWorkbook = (files: PackageFiles): TableRow[] => {
  const path = firstSheet(files)
  const folder = folderOf(workbookFile)
  const [properties] = insideOf(xmlAt(files, workbookFile), 'workbookpr')
  const is1904 = /^(1|true)$/i.test((properties && attributeOf(properties, 'date1904')) ?? '')
  const sheet: Sheet = {
    shared: sharedIn(files, folder),
    show: numberFormats(files, `${folder}/styles.xml`, is1904),
  }
  const rows: TableRow[] = []
  for (const [at, row] of insideOf(xmlAt(files, path), 'row').entries()) {
    const cells = cellsOf(row, sheet)
    checkSize(path, rows.length, cells.length, Math.max(0, ...cells.map(({ text }) => text.length)))
    const number = Number(attributeOf(row, 'r') ?? at + 1)
    if (cells.some(({ text, isFormula }) => text.trim() !== '' || isFormula)) rows.push({ number, cells })
  }
  return rows
}
