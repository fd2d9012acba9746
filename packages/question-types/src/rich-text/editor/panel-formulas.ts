import {
  $createNodeSelection,
  $getNearestNodeFromDOMNode,
  $getSelection,
  $isNodeSelection,
  $setSelection,
  CLICK_COMMAND,
  COMMAND_PRIORITY_LOW,
  KEY_DOWN_COMMAND,
  KEY_ENTER_COMMAND,
  type LexicalEditor,
  mergeRegister,
  type NodeKey,
} from 'lexical'
import { useEffect, useRef, useState } from 'react'
import { $isFormulaNode, FormulaNode } from './formula/formula-node.ts'
import { sourceOf } from './formula/linear.ts'
import { spokenMath } from './formula/spoken.ts'
import type { Text } from './panel-texts.ts'

/** The formula that is selected, if that is all. */
export const $selectedFormula = (): FormulaNode | undefined => {
  const selection = $getSelection()
  const nodes = $isNodeSelection(selection) ? selection.getNodes() : []
  return nodes.length === 1 && $isFormulaNode(nodes[0]) ? nodes[0] : undefined
}

const $formulaAt = (target: EventTarget | null): FormulaNode | undefined => {
  const node = target instanceof Element ? $getNearestNodeFromDOMNode(target) : null
  return $isFormulaNode(node) ? node : undefined
}

const $select = (node: FormulaNode): void => {
  const selection = $createNodeSelection()
  selection.add(node.getKey())
  $setSelection(selection)
}

/** Without the texts a formula is named by what could be typed for it. */
const nameOf = (node: FormulaNode, text: Text | undefined): string =>
  text ? spokenMath(node.__math, text) : sourceOf(node.__math)

const isPrintable = ({ key, ctrlKey, altKey, metaKey }: KeyboardEvent) =>
  [...key].length === 1 && !ctrlKey && !altKey && !metaKey

/**
 * Formulas in the editor: each is one thing, which a press or an arrow key selects and Enter or a double press changes; what is typed
 * while one is selected goes behind it. What is said of the selected one comes back.
 */
export const useFormulas = (
  editor: LexicalEditor,
  text: Text | undefined,
  onEdit: (key: NodeKey) => void,
): string | undefined => {
  const [said, setSaid] = useState<string>()
  const latest = useRef(onEdit)
  latest.current = onEdit

  useEffect(() => {
    const edit = (node: FormulaNode | undefined): boolean => {
      if (!node || !editor.isEditable()) return false
      latest.current(node.getKey())
      return true
    }
    const onDoublePress = (event: MouseEvent) => editor.update(() => void edit($formulaAt(event.target)))
    return mergeRegister(
      editor.registerCommand(
        CLICK_COMMAND,
        ({ target }) => {
          const node = $formulaAt(target)
          if (node) $select(node)
          return node !== undefined
        },
        COMMAND_PRIORITY_LOW,
      ),
      editor.registerCommand(
        KEY_ENTER_COMMAND,
        (event) => {
          const isEdited = edit($selectedFormula())
          if (isEdited) event?.preventDefault()
          return isEdited
        },
        COMMAND_PRIORITY_LOW,
      ),
      editor.registerCommand(
        KEY_DOWN_COMMAND,
        (event) => {
          if (isPrintable(event)) $selectedFormula()?.selectNext(0, 0)
          return false
        },
        COMMAND_PRIORITY_LOW,
      ),
      editor.registerRootListener((root, before) => {
        before?.removeEventListener('dblclick', onDoublePress)
        root?.addEventListener('dblclick', onDoublePress)
      }),
    )
  }, [editor])

  useEffect(
    () =>
      editor.registerMutationListener(FormulaNode, (changes) => {
        editor.getEditorState().read(() => {
          for (const [node, element] of editorFormulas(editor, changes.keys()))
            element.setAttribute('aria-label', nameOf(node, text))
        })
      }),
    [editor, text],
  )

  useEffect(() => {
    let marked: Element | null = null
    return editor.registerUpdateListener(({ editorState }) => {
      const selected = editorState.read(() => {
        const node = $selectedFormula()
        return node && { key: node.getKey(), name: nameOf(node, text) }
      })
      marked?.removeAttribute('data-selected')
      marked = selected ? editor.getElementByKey(selected.key) : null
      marked?.setAttribute('data-selected', '')
      setSaid(selected && text?.('formula.selected', { formula: selected.name }))
    })
  }, [editor, text])
  return said
}

/** Those of some keys that stand in the editor, with where each is shown. */
const editorFormulas = (editor: LexicalEditor, keys: Iterable<NodeKey>): [FormulaNode, HTMLElement][] => {
  const found: [FormulaNode, HTMLElement][] = []
  for (const key of keys) {
    const node = editor.getEditorState()._nodeMap.get(key)
    const element = editor.getElementByKey(key)
    if ($isFormulaNode(node) && element) found.push([node, element])
  }
  return found
}
