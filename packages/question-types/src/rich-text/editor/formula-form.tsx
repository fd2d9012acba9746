import { $getNodeByKey, type LexicalEditor, type NodeKey } from 'lexical'
import { createElement, type FormEvent, type ReactNode, useId, useRef, useState } from 'react'
import { Button, ToggleButton, Toolbar } from 'react-aria-components'
import { mostSourceCharacters } from '../formula/formula-in-reading.ts'
import type { MathElement } from '../formula/math-element.ts'
import styles from './formula/formula-form.module.css'
import { $createFormulaNode, $isFormulaNode } from './formula/formula-node.ts'
import { sourceOf } from './formula/linear.ts'
import { spokenMath } from './formula/spoken.ts'
import { typeset } from './formula/typeset.ts'
import { $insertFormula } from './insert-document.ts'
import type { Text } from './panel-texts.ts'
import forms from './rich-text-editor.module.css'

/** What a button puts into the line: what is selected, or the cursor, goes to the first empty pair of brackets. */
interface Piece {
  readonly glyph: string
  readonly label?: string
  readonly typed: string
}

const pieces: readonly Piece[] = [
  { glyph: '½', label: 'formula.fraction', typed: '()/()' },
  { glyph: '√', label: 'formula.root', typed: 'sqrt()' },
  { glyph: '∛', label: 'formula.nthRoot', typed: 'root()()' },
  { glyph: 'x²', label: 'formula.power', typed: '^()' },
  { glyph: 'x₁', label: 'formula.index', typed: '_()' },
  { glyph: '∑', label: 'formula.sum', typed: 'sum_()^()' },
  { glyph: '∫', label: 'formula.integral', typed: 'int_()^()' },
  { glyph: '≤', label: 'formula.lessOrEqual', typed: '≤' },
  { glyph: '≥', label: 'formula.greaterOrEqual', typed: '≥' },
  { glyph: '≠', label: 'formula.notEqual', typed: '≠' },
  { glyph: '±', label: 'formula.plusMinus', typed: '±' },
  { glyph: '×', label: 'formula.times', typed: '×' },
  { glyph: '÷', label: 'formula.dividedBy', typed: '÷' },
  { glyph: '∞', label: 'formula.infinity', typed: '∞' },
  { glyph: '→', label: 'formula.arrow', typed: '→' },
]
const greek = [...'αβγδεθλμπρστφωΓΔΘΛΣΦΩ'].map((glyph): Piece => ({ glyph, typed: glyph }))

const shown = ({ name, attributes, children, text }: MathElement, key?: number): ReactNode =>
  createElement(name, { ...attributes, key }, text === '' ? children.map((one, at) => shown(one, at)) : text)

/** The line with a piece in the place of what is selected, and where the cursor goes then. */
const withPiece = (line: string, from: number, to: number, { typed }: Piece) => {
  const place = typed.indexOf('()')
  const selected = line.slice(from, to)
  const isAttached = /^[\^_]/.test(typed)
  const inside = selected !== '' && place >= 0 && !isAttached ? typed.replace('()', () => `(${selected})`) : typed
  const before = line.slice(0, isAttached ? to : from)
  const next = inside.indexOf('()')
  const cursor = before.length + (next < 0 ? inside.length : next + 1)
  return { line: before + inside + line.slice(to), cursor }
}

export interface FormulaFormProps {
  readonly editor: LexicalEditor
  /** The formula that is changed; undefined for a new one. */
  readonly formula: NodeKey | undefined
  onClose(): void
  text: Text
  /** The texts of the editor. */
  editorText: Text
}

/** A line in which a formula is typed, what it looks like, and what is hard to type as buttons. */
const FormulaForm = ({ editor, formula, onClose, text, editorText }: FormulaFormProps) => {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(() =>
    editor.getEditorState().read(() => {
      const node = formula === undefined ? null : $getNodeByKey(formula)
      return $isFormulaNode(node) ? node.__source || sourceOf(node.__math) : ''
    }),
  )
  const [isWrong, setWrong] = useState(false)
  const [hasGreek, setGreek] = useState(false)
  const run = typeset(typed)
  const change = (line: string) => {
    setTyped(line)
    setWrong(false)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!run) return setWrong(true)
    editor.update(() => {
      const before = formula === undefined ? null : $getNodeByKey(formula)
      if ($isFormulaNode(before)) before.replace($createFormulaNode(run)).selectNext(0, 0)
      else $insertFormula($createFormulaNode(run))
    })
    onClose()
  }
  const insert = (piece: Piece) => {
    const input = field.current
    const next = withPiece(typed, input?.selectionStart ?? typed.length, input?.selectionEnd ?? typed.length, piece)
    change(next.line)
    // The cursor can't go where nothing is typed yet.
    requestAnimationFrame(() => {
      input?.focus()
      input?.setSelectionRange(next.cursor, next.cursor)
    })
  }
  const buttons = (label: string, all: readonly Piece[]) => (
    <Toolbar aria-label={text(label)} className={styles.pieces ?? ''}>
      {all.map((piece) => (
        <Button
          key={piece.glyph}
          className={styles.piece ?? ''}
          onPress={() => insert(piece)}
          {...(piece.label !== undefined && { 'aria-label': text(piece.label) })}
        >
          {piece.label === undefined ? (
            piece.glyph
          ) : (
            <span aria-hidden="true" data-glyph={piece.glyph} className={styles.glyph} />
          )}
        </Button>
      ))}
    </Toolbar>
  )
  return (
    <form className={styles.form} noValidate onSubmit={submit} onKeyDown={(event) => event.key === 'Escape' && onClose()}>
      <label htmlFor={id}>{text('formula.typed')}</label>
      <input
        ref={field}
        id={id}
        // biome-ignore lint/a11y/noAutofocus: the learner has just asked for this field
        autoFocus
        className={forms.toolField}
        dir="ltr"
        autoCapitalize="none"
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        maxLength={mostSourceCharacters}
        value={typed}
        aria-invalid={isWrong}
        aria-describedby={`${id}-hint ${isWrong ? `${id}-wrong` : `${id}-shown`}`}
        onChange={(event) => change(event.target.value)}
      />
      <div className={styles.actions}>
        <Button type="submit" className={forms.toolButton ?? ''}>
          {text(formula === undefined ? 'formula.insert' : 'formula.change')}
        </Button>
        <Button className={forms.toolButton ?? ''} onPress={onClose}>
          {editorText('question.toolCancel')}
        </Button>
      </div>
      <p id={`${id}-wrong`} role="status" className={forms.toolNote}>
        {isWrong && text('formula.wrong')}
      </p>
      <div className={styles.preview}>
        {run ? (
          <span id={`${id}-shown`} role="math" aria-label={spokenMath(run.math, text)} className={styles.shown}>
            {createElement('math', { 'aria-hidden': true }, shown(run.math))}
          </span>
        ) : (
          <span id={`${id}-shown`} className={styles.quiet}>
            {text(typed.trim() === '' ? 'formula.nothing' : 'formula.unread')}
          </span>
        )}
      </div>
      {buttons('formula.parts', pieces)}
      <ToggleButton className={styles.more ?? ''} isSelected={hasGreek} onChange={setGreek}>
        {text('formula.greek')}
      </ToggleButton>
      {hasGreek && buttons('formula.greek', greek)}
      <p id={`${id}-hint`} className={styles.hint}>
        {text('formula.hint')}
      </p>
    </form>
  )
}
export default FormulaForm
