import {
  $isTableNode,
  registerTablePlugin,
  registerTableSelectionObserver,
  setScrollableTablesActive,
  TableNode,
} from '@lexical/table'
import {
  $createParagraphNode,
  COMMAND_PRIORITY_CRITICAL,
  KEY_ARROW_LEFT_COMMAND,
  KEY_ARROW_RIGHT_COMMAND,
  type LexicalEditor,
  type LexicalNode,
  mergeRegister,
} from 'lexical'
import { useEffect } from 'react'
import { $moveInRtl } from './table-keys.ts'

const isText = (node: LexicalNode | null) => node !== null && !$isTableNode(node)

/** Tables in the editor: their cells can be selected, a wide one scrolls sideways, and there is a line to write on before and behind each. */
export const useTables = (editor: LexicalEditor): void => {
  useEffect(() => {
    setScrollableTablesActive(editor, true)
    const onArrow = (event: KeyboardEvent) => $moveInRtl(editor, event)
    return mergeRegister(
      editor.registerCommand(KEY_ARROW_LEFT_COMMAND, onArrow, COMMAND_PRIORITY_CRITICAL),
      editor.registerCommand(KEY_ARROW_RIGHT_COMMAND, onArrow, COMMAND_PRIORITY_CRITICAL),
      registerTablePlugin(editor),
      registerTableSelectionObserver(editor, false),
      editor.registerNodeTransform(TableNode, (table) => {
        if (!isText(table.getPreviousSibling())) table.insertBefore($createParagraphNode())
        if (!isText(table.getNextSibling())) table.insertAfter($createParagraphNode())
      }),
    )
  }, [editor])
}
