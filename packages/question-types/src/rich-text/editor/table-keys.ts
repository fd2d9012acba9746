import {
  $findCellNode,
  $findTableNode,
  $isTableCellNode,
  $isTableNode,
  $isTableRowNode,
  type TableCellNode,
} from '@lexical/table'
import { $getSelection, $isElementNode, $isRangeSelection, type LexicalEditor, type LexicalNode, type PointType } from 'lexical'

const $cellsOf = (cell: TableCellNode): TableCellNode[] =>
  ($findTableNode(cell)?.getChildren() ?? []).flatMap((row) =>
    $isTableRowNode(row) ? row.getChildren().filter($isTableCellNode) : [],
  )

/**
 * Puts the cursor into the next or the previous cell, behind what stands there or, letter by letter, where it is met; or into the text
 * around the table. Says whether it stood in a table.
 */
export const $moveByCell = (isBackward: boolean, isByLetter = false): boolean => {
  const selection = $getSelection()
  const node = selection?.getNodes()[0]
  const cell = node ? $findCellNode(node) : null
  if (!cell) return false
  const cells = $cellsOf(cell)
  const next = cells[cells.indexOf(cell) + (isBackward ? -1 : 1)]
  if (next) next[isByLetter && !isBackward ? 'selectStart' : 'selectEnd']()
  else if (isBackward) $findTableNode(cell)?.selectPrevious()
  else $findTableNode(cell)?.selectNext(0, 0)
  return true
}

/** Whether a place is the first or the last in `within`. */
const $isAtEdge = (point: PointType, within: LexicalNode, isEnd: boolean): boolean => {
  const node = point.getNode()
  const size = $isElementNode(node) ? node.getChildrenSize() : node.getTextContentSize()
  if (point.offset !== (isEnd ? size : 0)) return false
  for (let at: LexicalNode | null = node; at && !at.is(within); at = at.getParent())
    if (isEnd ? at.getNextSibling() : at.getPreviousSibling()) return false
  return true
}

/**
 * The arrow keys in a table whose text runs from right to left. The library takes the left arrow for the way back wherever it is pressed:
 * in Arabic that would lead out of a cell at the first letter. Within a cell the browser moves the cursor.
 */
export const $moveInRtl = (editor: LexicalEditor, event: KeyboardEvent): boolean => {
  const selection = $getSelection()
  if (event.shiftKey || !$isRangeSelection(selection) || !selection.isCollapsed()) return false
  const block = selection.anchor.getNode().getTopLevelElement()
  const cell = $findCellNode(selection.anchor.getNode())
  if (!cell && !$isTableNode(block?.getPreviousSibling())) return false
  const element = editor.getElementByKey(selection.anchor.key)
  if (!element || getComputedStyle(element).direction !== 'rtl') return false
  const isForward = event.key === 'ArrowLeft'
  if (cell && $isAtEdge(selection.anchor, cell, isForward)) {
    event.preventDefault()
    $moveByCell(!isForward, true)
  }
  return true
}
