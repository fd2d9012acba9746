import { $findCellNode, $findTableNode, $isTableSelection, type TableNode } from '@lexical/table'
import { $insertNodeToNearestRoot } from '@lexical/utils'
import { $createParagraphNode, $getSelection, $isNodeSelection, $isRangeSelection, type RangeSelection } from 'lexical'
import type { Block, RichDocument, Table } from '../rich-document.ts'
import { linesOfRows } from '../table-grid.ts'
import { $nodeOfTable, $nodesOfBlocks, $nodesOfRuns, partsOf } from './document-in-lexical.ts'
import type { FormulaNode } from './formula/formula-node.ts'

/** Where something goes in: the selected text; of several cells of a table the first; behind a picture or formula that is selected. */
const $placeToInsert = (): RangeSelection | undefined => {
  const selection = $getSelection()
  if ($isNodeSelection(selection)) selection.getNodes().at(-1)?.selectNext(0, 0)
  if ($isTableSelection(selection)) $findCellNode(selection.anchor.getNode())?.selectEnd()
  const place = $getSelection()
  return $isRangeSelection(place) ? place : undefined
}

/** Puts a formula into the line, and the cursor behind it. */
export const $insertFormula = (formula: FormulaNode): void => {
  $placeToInsert()?.insertNodes([formula])
  formula.selectNext(0, 0)
}

/** Puts a table behind the block that the cursor is in, or between its two halves; the cursor goes into its first cell. */
export const $insertTable = (table: Table): TableNode | undefined => {
  const selection = $placeToInsert()
  if (!selection || $findTableNode(selection.anchor.getNode())) return undefined
  if (!selection.isCollapsed()) selection.removeText()
  const node = $insertNodeToNearestRoot($nodeOfTable(table))
  node.getFirstDescendant()?.selectStart()
  return node
}

/** The lines before and behind a table that only keep it from the ends of its document: where it goes, there are others. */
const withoutEdges = (document: RichDocument): RichDocument => {
  const isIdle = (at: number, beside: number) => {
    const one = document[at]
    return one !== undefined && one.kind !== 'table' && one.runs.length === 0 && document[beside]?.kind === 'table'
  }
  return document.slice(isIdle(0, 1) ? 1 : 0, isIdle(document.length - 1, document.length - 2) ? -1 : undefined)
}

/** What comes behind a table begins with a line of its own, not with the line that the table was put before. */
const $insertPart = (part: readonly Block[] | Table, isLast: boolean): void => {
  if (!('kind' in part)) {
    $placeToInsert()?.insertNodes($nodesOfBlocks(part))
    return
  }
  const table = $insertTable(part)
  if (!isLast) table?.insertAfter($createParagraphNode())
  table?.selectNext(0, 0)
}

/**
 * Puts a document in place of what is selected. No table goes into another: whether one became lines for that comes back.
 */
export const $insertDocument = (document: RichDocument): boolean => {
  const selection = $placeToInsert()
  if (!selection || document.length === 0) return false
  const isInTable = $findTableNode(selection.anchor.getNode()) !== null || $findTableNode(selection.focus.getNode()) !== null
  const own = withoutEdges(document)
  const parts = partsOf(isInTable ? own.flatMap((one) => (one.kind === 'table' ? linesOfRows(one.rows) : [one])) : own)
  const [only, ...others] = parts.flat()
  if (others.length === 0 && only?.kind === 'paragraph') selection.insertNodes($nodesOfRuns(only.runs))
  else for (const [at, part] of parts.entries()) $insertPart(part, at === parts.length - 1)
  return isInTable && own.some(({ kind }) => kind === 'table')
}
