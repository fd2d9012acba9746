import { useCallback, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { PanelProps } from '../panel-props.ts'
import { ClosedNote } from './closed-note.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { loadDrawing } from './drawing/lazy-drawing.tsx'
import type { GridField } from './form.ts'
import type { AskedPress, FormHands } from './form-hands.ts'
import { applyEffect, confirmForm, type GridAnswer, type GridEffect, isClosed, setField, takeBack } from './grid-answer.ts'
import { GridRows } from './grid-rows.tsx'
import styles from './panel.module.css'
import { useRetainedFocus } from './panel-focus.ts'
import type { GridFormQuestion } from './rules.ts'

/** A form of rows, cells and components. */
const GridFormPanel = (props: PanelProps<GridFormQuestion, GridAnswer>) => {
  const { question, answer, onChange, disabled, labelledBy, renderHtml, text, onTextFocus, nowMs, keepClear, uploads, files } =
    props
  const { renderRecording, renderCustomCode } = props
  const [asked, setAsked] = useState<AskedPress>()
  const idBase = useId()
  const form = useRef<HTMLDivElement>(null)
  const note = useRef<HTMLDivElement>(null)
  // A timer may end between a key and the drawing of what it typed: each change stands on the one before.
  const latest = useRef(answer)
  useLayoutEffect(() => {
    latest.current = answer
  }, [answer])
  const given = useRef({ question, disabled, onChange })
  given.current = { question, disabled, onChange }
  const change = useCallback((make: (before: GridAnswer) => GridAnswer) => {
    const next = make(latest.current)
    if (given.current.disabled || next === latest.current) return
    latest.current = next
    given.current.onChange(next)
  }, [])
  const closed = isClosed(answer)
  const wasClosed = useRef(closed)
  useEffect(() => {
    if (closed && !wasClosed.current) note.current?.focus()
    wasClosed.current = closed
  }, [closed])
  useRetainedFocus(form, question, answer)

  // The same from key to key, so that only what was typed into is drawn again.
  const ways = useMemo(() => {
    const elementId = (fieldId: string) => `${idBase}-${fieldId}`
    return {
      elementId,
      fill: (field: GridField, value: string, effect?: GridEffect) =>
        change((before) => {
          const filled = setField(before, field, value)
          return effect ? applyEffect(given.current.question, filled, effect) : filled
        }),
      press: (effect: GridEffect) => change((before) => applyEffect(given.current.question, before, effect)),
      goTo(fieldId: string) {
        const element = document.getElementById(elementId(fieldId))
        const target = element?.matches('input, textarea, select')
          ? element
          : element?.querySelector<HTMLElement>('button, input, select, [tabindex="0"]')
        target?.focus()
      },
    }
  }, [idBase, change])
  const hands: FormHands = {
    ...{ answer, renderHtml, text, onTextFocus, nowMs, uploads, files, renderRecording, renderCustomCode },
    ...{ keepClear, labelledBy, heard: question.heard, isLocked: disabled || closed, ask: setAsked, ...ways },
  }
  return (
    <div ref={form} className={styles.panel} role="group" aria-labelledby={labelledBy}>
      <GridRows form={question} hands={hands} labelledBy={labelledBy} />
      <ClosedNote
        ref={note}
        form={question}
        answer={answer}
        text={text}
        onTakeBack={disabled ? undefined : () => change(takeBack)}
      />
      {asked && (
        <ConfirmDialog
          name={asked.name}
          text={text}
          keepClear={keepClear}
          onCancel={() => setAsked(undefined)}
          onConfirm={() => {
            setAsked(undefined)
            change((before) => confirmForm(question, before, asked.effect))
          }}
        />
      )}
    </div>
  )
}
export default GridFormPanel

/** What questions with a drawing need besides; without questions, what any could need. */
export const loadBesides = async (questions?: Iterable<object>): Promise<void> => {
  if (!questions || [...questions].some((question) => JSON.stringify(question).includes('"kind":"drawing"')))
    await loadDrawing()
}
