import { $toggleLink } from '@lexical/link'
import { INSERT_ORDERED_LIST_COMMAND, INSERT_UNORDERED_LIST_COMMAND, REMOVE_LIST_COMMAND } from '@lexical/list'
import { FORMAT_TEXT_COMMAND, type LexicalEditor, REDO_COMMAND, type TextFormatType, UNDO_COMMAND } from 'lexical'
import { memo, type ReactNode } from 'react'
import { Button, Separator, ToggleButton, Toolbar } from 'react-aria-components'
import { FontMenu } from './font-menu.tsx'
import { EditorIcon, type EditorIconName } from './icons.tsx'
import { indent, outdent } from './panel-keys.ts'
import { type AtCursor, focusText } from './panel-selection.ts'
import styles from './rich-text-editor.module.css'
import { TableMenu } from './table-menu.tsx'

/** What opens a row of its own below the tools. */
export type Tool = 'link' | 'picture' | 'table' | 'formula'

type Text = (id: string, values?: Record<string, string | number>) => string

interface EditorToolbarProps {
  readonly editor: LexicalEditor
  readonly atCursor: AtCursor
  readonly isDisabled: boolean
  readonly openTool: Tool | undefined
  onOpen(tool: Tool): void
  text: Text
  /** What is said of formulas; without it none can be written. */
  formulaText: Text | undefined
}

/** Drawn by the style sheet: written on the page it would be a text that the button isn't called by. */
const Script = ({ at }: { readonly at: 'sub' | 'super' }) => <span aria-hidden="true" className={styles[at] ?? ''} />

/** What the editor offers. One stop of the Tab key; the arrow keys go from button to button. After each the text has the focus. */
export const EditorToolbar = memo((props: EditorToolbarProps) => {
  const { editor, atCursor, isDisabled, openTool, onOpen, text, formulaText } = props
  const run = (act: () => void) => () => {
    act()
    focusText(editor)
  }
  const format = (kind: TextFormatType) => run(() => editor.dispatchCommand(FORMAT_TEXT_COMMAND, kind))
  const toggleList = (kind: 'bullet' | 'number') =>
    run(() => {
      if (atCursor.list === kind) editor.dispatchCommand(REMOVE_LIST_COMMAND, undefined)
      else editor.dispatchCommand(kind === 'bullet' ? INSERT_UNORDERED_LIST_COMMAND : INSERT_ORDERED_LIST_COMMAND, undefined)
    })
  const toggle = (label: string, isSelected: boolean, onPress: () => void, glyph: ReactNode, say: Text = text) => (
    <ToggleButton
      aria-label={say(label)}
      className={styles.tool ?? ''}
      isSelected={isSelected}
      isDisabled={isDisabled}
      onPress={onPress}
    >
      {glyph}
    </ToggleButton>
  )
  const action = (label: string, icon: EditorIconName, onPress: () => void) => (
    <Button aria-label={text(label)} className={styles.tool ?? ''} isDisabled={isDisabled} onPress={onPress}>
      <EditorIcon name={icon} />
    </Button>
  )
  return (
    <Toolbar aria-label={text('question.editorTools')} className={styles.toolbar ?? ''}>
      {toggle('question.bold', atCursor.bold, format('bold'), <b aria-hidden="true">B</b>)}
      {toggle('question.italic', atCursor.italic, format('italic'), <i aria-hidden="true">I</i>)}
      {toggle('question.underline', atCursor.underline, format('underline'), <u aria-hidden="true">U</u>)}
      {toggle('question.superscript', atCursor.script === 'super', format('superscript'), <Script at="super" />)}
      {toggle('question.subscript', atCursor.script === 'sub', format('subscript'), <Script at="sub" />)}
      <FontMenu editor={editor} atCursor={atCursor} isDisabled={isDisabled} text={text} />
      <Separator orientation="vertical" className={styles.separator ?? ''} />
      {toggle('question.bullets', atCursor.list === 'bullet', toggleList('bullet'), <EditorIcon name="bullets" />)}
      {toggle('question.numbers', atCursor.list === 'number', toggleList('number'), <EditorIcon name="numbers" />)}
      {action(
        'question.outdent',
        'outdent',
        run(() => outdent(editor)),
      )}
      {action(
        'question.indent',
        'indent',
        run(() => indent(editor)),
      )}
      <Separator orientation="vertical" className={styles.separator ?? ''} />
      {toggle(
        'question.link',
        atCursor.link !== undefined || openTool === 'link',
        atCursor.link === undefined ? () => onOpen('link') : run(() => editor.update(() => $toggleLink(null))),
        <EditorIcon name="link" />,
      )}
      {toggle('question.picture', openTool === 'picture', () => onOpen('picture'), <EditorIcon name="picture" />)}
      {formulaText &&
        toggle('formula.name', openTool === 'formula', () => onOpen('formula'), <EditorIcon name="formula" />, formulaText)}
      {atCursor.table ? (
        <TableMenu editor={editor} isDisabled={isDisabled} text={text} />
      ) : (
        toggle('question.table', openTool === 'table', () => onOpen('table'), <EditorIcon name="table" />)
      )}
      <div className={styles.history}>
        {action(
          'question.undo',
          'undo',
          run(() => editor.dispatchCommand(UNDO_COMMAND, undefined)),
        )}
        {action(
          'question.redo',
          'redo',
          run(() => editor.dispatchCommand(REDO_COMMAND, undefined)),
        )}
      </div>
    </Toolbar>
  )
})
