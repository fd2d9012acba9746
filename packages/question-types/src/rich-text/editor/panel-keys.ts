import { $findMatchingParent } from '@lexical/utils'
import {
  $getSelection,
  $isElementNode,
  $isRangeSelection,
  BLUR_COMMAND,
  COMMAND_PRIORITY_LOW,
  INDENT_CONTENT_COMMAND,
  KEY_DOWN_COMMAND,
  type LexicalEditor,
  mergeRegister,
  OUTDENT_CONTENT_COMMAND,
} from 'lexical'
import { useEffect } from 'react'
import { maxIndent } from '../rich-document.ts'
import { $moveByCell } from './table-keys.ts'

const $canIndent = (): boolean => {
  const selection = $getSelection()
  if (!$isRangeSelection(selection)) return false
  const block = $findMatchingParent(selection.anchor.getNode(), (node) => $isElementNode(node) && !node.isInline())
  return $isElementNode(block) && block.getIndent() < maxIndent
}

/** Indents what is selected, as far as it goes. */
export const indent = (editor: LexicalEditor): void => {
  if (editor.read($canIndent)) editor.dispatchCommand(INDENT_CONTENT_COMMAND, undefined)
}

export const outdent = (editor: LexicalEditor): void => void editor.dispatchCommand(OUTDENT_CONTENT_COMMAND, undefined)

const isTab = ({ key, ctrlKey, altKey, metaKey }: KeyboardEvent) => key === 'Tab' && !ctrlKey && !altKey && !metaKey

const $onTab = (editor: LexicalEditor, event: KeyboardEvent): void => {
  event.preventDefault()
  if ($moveByCell(event.shiftKey)) return
  if (event.shiftKey) outdent(editor)
  else indent(editor)
}

/**
 * Tab indents and Shift+Tab outdents (spec 2 §9), and in a table they go from cell to cell and on into the text around it.
 * Whoever works by keyboard must get out all the same: after Escape, the next Tab leaves the editor as it leaves any field.
 */
export const useIndentKeys = (editor: LexicalEditor): void => {
  useEffect(() => {
    let isLeaving = false
    return mergeRegister(
      editor.registerCommand(
        KEY_DOWN_COMMAND,
        (event) => {
          if (isTab(event)) {
            if (!isLeaving) $onTab(editor, event)
            return !isLeaving
          }
          if (event.key !== 'Shift') isLeaving = event.key === 'Escape'
          // Lexical would take the focus away: the learner would stand nowhere.
          return isLeaving && event.key === 'Escape'
        },
        COMMAND_PRIORITY_LOW,
      ),
      editor.registerCommand(
        BLUR_COMMAND,
        () => {
          isLeaving = false
          return false
        },
        COMMAND_PRIORITY_LOW,
      ),
    )
  }, [editor])
}
