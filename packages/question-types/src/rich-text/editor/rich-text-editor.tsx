import { LexicalComposer } from '@lexical/react/LexicalComposer'
import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext'
import { ContentEditable } from '@lexical/react/LexicalContentEditable'
import { LexicalErrorBoundary } from '@lexical/react/LexicalErrorBoundary'
import { HistoryPlugin } from '@lexical/react/LexicalHistoryPlugin'
import { ListPlugin } from '@lexical/react/LexicalListPlugin'
import { RichTextPlugin } from '@lexical/react/LexicalRichTextPlugin'
import type { NodeKey } from 'lexical'
import { useCallback, useDeferredValue, useEffect, useId, useMemo, useRef, useState } from 'react'
import { useTextFocus } from '../../typing/panel-focus.ts'
import area from '../../typing/typing-area.module.css'
import { WordCountNote } from '../../typing/word-count-note.tsx'
import { readRichText } from '../read-rich-text.ts'
import { plainTextOf } from '../rich-document.ts'
import type { RichTextProps } from '../rich-text-props.ts'
import { richTextNodes } from './document-in-lexical.ts'
import { FormulaTool } from './formula-tool.tsx'
import { useFormulas } from './panel-formulas.ts'
import { useIndentKeys } from './panel-keys.ts'
import { useEditorClipboard } from './panel-paste.ts'
import { focusText, useAtCursor } from './panel-selection.ts'
import { useTables } from './panel-tables.ts'
import { useFormulaTexts } from './panel-texts.ts'
import { useEditorValue } from './panel-value.ts'
import type { LostByReading } from './read-pasted.ts'
import styles from './rich-text-editor.module.css'
import { TableForm } from './table-form.tsx'
import { LinkForm, PictureForm } from './tool-forms.tsx'
import { EditorToolbar, type Tool } from './toolbar.tsx'

const theme = {
  text: { bold: styles.bold ?? '', italic: styles.italic ?? '', underline: styles.underline ?? '' },
  list: { nested: { listitem: styles.nested ?? '' } },
  table: styles.table ?? '',
  tableCellSelected: styles.cellSelected ?? '',
  tableScrollableWrapper: styles.tableFrame ?? '',
  tableSelection: styles.cellsSelected ?? '',
}

const lostWords: Record<LostByReading, string> = {
  table: 'question.pastedTable',
  formula: 'question.pastedFormula',
  picture: 'question.pastedPicture',
}

/** The editor for rich text (spec 2 §9): fonts, links, pictures, lists; every change is told as HTML. */
const RichTextEditor = (props: RichTextProps) => {
  const { onFailure } = props
  return (
    <LexicalComposer
      initialConfig={{ namespace: 'answer', nodes: richTextNodes, editable: !props.disabled, theme, onError: onFailure }}
    >
      <EditorInside {...props} />
    </LexicalComposer>
  )
}
export default RichTextEditor

const EditorInside = (props: RichTextProps) => {
  const { value, height, maxCharacters, showWordCount, disabled, labelledBy, allowsPaste, cleanHtml, text } = props
  const [editor] = useLexicalComposerContext()
  const [note, setNote] = useState<string>()
  const [tool, setTool] = useState<Tool>()
  const [editedFormula, setEditedFormula] = useState<NodeKey>()
  const frame = useRef<HTMLDivElement>(null)
  const id = useId()
  const atCursor = useAtCursor(editor)
  const focus = useTextFocus(props.onTextFocus)
  const onRefused = () => setNote(text(allowsPaste ? 'question.noCopy' : 'question.noPaste'))
  const onLost = (lost: readonly LostByReading[]) => setNote(lost.map((one) => text(lostWords[one])).join(' '))
  const clipboard = useEditorClipboard(editor, frame, { allowsPaste, cleanHtml, onRefused, onLost })
  useIndentKeys(editor)
  useTables(editor)
  const openTool = useCallback((next: Tool, formula: NodeKey | undefined) => {
    setEditedFormula(formula)
    setTool(next)
  }, [])
  const { formula: formulaAtCursor } = atCursor
  const pressTool = useCallback(
    (next: Tool) => (next === tool ? setTool(undefined) : openTool(next, formulaAtCursor)),
    [tool, openTool, formulaAtCursor],
  )
  const formulaText = useFormulaTexts(text)
  const saidOfFormula = useFormulas(editor, formulaText, (formula) => openTool('formula', formula))
  useEditorValue(editor, {
    value,
    maxCharacters,
    cleanHtml,
    onChange: (html) => {
      setNote(undefined)
      props.onChange(html)
    },
    onFull: () => setNote(text('question.full')),
  })
  useEffect(() => editor.setEditable(!disabled), [editor, disabled])

  const closeTool = () => {
    setTool(undefined)
    focusText(editor)
  }
  const described = `${id}-keys${showWordCount ? ` ${id}-count` : ''}`
  return (
    <>
      <div className={styles.editor} data-disabled={disabled || undefined}>
        <EditorToolbar
          editor={editor}
          atCursor={atCursor}
          isDisabled={disabled}
          openTool={tool}
          onOpen={pressTool}
          text={text}
          formulaText={formulaText}
        />
        {tool === 'link' && <LinkForm editor={editor} onClose={closeTool} text={text} />}
        {tool === 'picture' && (
          <PictureForm editor={editor} onClose={closeTool} text={text} room={maxCharacters - value.length - 200} />
        )}
        {tool === 'table' && !atCursor.table && <TableForm editor={editor} onClose={closeTool} text={text} />}
        {tool === 'formula' && formulaText && (
          <FormulaTool
            key={editedFormula}
            editor={editor}
            formula={editedFormula}
            onClose={closeTool}
            text={formulaText}
            editorText={text}
          />
        )}
        <div ref={frame} {...clipboard}>
          <RichTextPlugin
            contentEditable={
              <ContentEditable
                ariaLabelledBy={labelledBy}
                ariaDescribedBy={described}
                ariaMultiline
                aria-disabled={disabled || undefined}
                className={styles.content}
                style={{ minBlockSize: height }}
                spellCheck={false}
                autoCorrect="off"
                data-gramm="false"
                {...focus}
              />
            }
            ErrorBoundary={LexicalErrorBoundary}
          />
        </div>
        <HistoryPlugin />
        <ListPlugin />
      </div>
      <div className={area.foot}>
        <p id={`${id}-keys`} className={styles.keys}>
          {text('question.editorKeys')}
        </p>
        <p role="status" className={area.note}>
          {note ?? saidOfFormula}
        </p>
        {showWordCount && <WrittenWords id={`${id}-count`} html={value} text={text} />}
      </div>
    </>
  )
}

/** How many words the text has. They are counted behind the letter that was typed: to count them, all of the text is read. */
const WrittenWords = ({ id, html, text }: Pick<RichTextProps, 'text'> & { readonly id: string; readonly html: string }) => {
  const counted = useDeferredValue(html)
  const words = useMemo(() => plainTextOf(readRichText(counted)), [counted])
  return <WordCountNote id={id} words={words} text={text} />
}
