import { $isLinkNode } from '@lexical/link'
import { $isListNode, ListNode } from '@lexical/list'
import { $getSelectionStyleValueForProperty } from '@lexical/selection'
import { $findCellNode, $isTableSelection } from '@lexical/table'
import { $findMatchingParent, $getNearestNodeOfType } from '@lexical/utils'
import { $getSelection, $isNodeSelection, $isRangeSelection, type LexicalEditor, type NodeKey } from 'lexical'
import { useEffect, useState } from 'react'
import { type Font, fonts, type Script, type Size, sizes } from '../rich-document.ts'
import { $selectedFormula } from './panel-formulas.ts'

/** What holds where the cursor is: the toolbar shows it. */
export interface AtCursor {
  readonly bold: boolean
  readonly italic: boolean
  readonly underline: boolean
  readonly script: Script | undefined
  readonly list: 'bullet' | 'number' | 'none'
  readonly font: Font | 'sans'
  readonly size: Size | 'normal'
  readonly link: string | undefined
  /** Whether it is a table's cell, or several. */
  readonly table: boolean
  /** The formula that is selected. */
  readonly formula: NodeKey | undefined
}

const nothing: AtCursor = {
  bold: false,
  italic: false,
  underline: false,
  script: undefined,
  list: 'none',
  font: 'sans',
  size: 'normal',
  link: undefined,
  table: false,
  formula: undefined,
}

const keyOf = <K extends string>(values: Readonly<Record<K, string>>, value: string): K | undefined =>
  (Object.keys(values) as K[]).find((key) => values[key] === value)

const $readAtCursor = (): AtCursor => {
  const selection = $getSelection()
  if (!$isRangeSelection(selection))
    return { ...nothing, table: $isTableSelection(selection), formula: $selectedFormula()?.getKey() }
  const node = selection.anchor.getNode()
  const list = $getNearestNodeOfType(node, ListNode)
  const kind = $isListNode(list) ? list.getListType() : 'none'
  const link = $findMatchingParent(node, $isLinkNode)
  return {
    bold: selection.hasFormat('bold'),
    italic: selection.hasFormat('italic'),
    underline: selection.hasFormat('underline'),
    script: selection.hasFormat('subscript') ? 'sub' : selection.hasFormat('superscript') ? 'super' : undefined,
    list: kind === 'number' || kind === 'bullet' ? kind : 'none',
    font: keyOf(fonts, $getSelectionStyleValueForProperty(selection, 'font-family', '')) ?? 'sans',
    size: keyOf(sizes, $getSelectionStyleValueForProperty(selection, 'font-size', '')) ?? 'normal',
    link: $isLinkNode(link) ? link.getURL() : undefined,
    table: $findCellNode(node) !== null,
    formula: undefined,
  }
}

/** What holds where the cursor is, as it moves. */
export const useAtCursor = (editor: LexicalEditor): AtCursor => {
  const [atCursor, setAtCursor] = useState(nothing)
  useEffect(
    () =>
      editor.registerUpdateListener(({ editorState }) => {
        const next = editorState.read($readAtCursor)
        setAtCursor((last) => (JSON.stringify(last) === JSON.stringify(next) ? last : next))
      }),
    [editor],
  )
  return atCursor
}

/** Gives the text the focus back. A browser has a cursor only in text: where a picture or a formula was selected, it goes behind it. */
export const focusText = (editor: LexicalEditor): void => {
  editor.update(
    () => {
      const selection = $getSelection()
      if ($isNodeSelection(selection)) selection.getNodes().at(-1)?.selectNext(0, 0)
    },
    { discrete: true },
  )
  editor.focus()
}
