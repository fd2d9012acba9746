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

/**
 * Tab indents and Shift+Tab outdents (spec 2 §9). Whoever works by keyboard must get out all the same: after Escape, the next Tab
 * leaves the editor as it leaves any field.
 */
export const useIndentKeys = (editor: LexicalEditor): void => {
  useEffect(() => {
    let isLeaving = false
    return mergeRegister(
      editor.registerCommand(
        KEY_DOWN_COMMAND,
        (event) => {
          if (event.key === 'Tab' && !event.ctrlKey && !event.altKey && !event.metaKey) {
            if (isLeaving) return false
            event.preventDefault()
            if (event.shiftKey) outdent(editor)
            else indent(editor)
            return true
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
