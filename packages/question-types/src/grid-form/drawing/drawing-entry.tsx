import { useId, useRef, useState } from 'react'
import { fitWords, most, type Point, writtenLength } from '../../drawing/drawing.ts'
import { ChoiceDialog } from '../../option/choice-dialog.tsx'
import { fieldProps } from '../../typing/field-props.ts'
import { TypingArea } from '../../typing/typing-area.tsx'
import { FieldGroup } from '../field-frame.tsx'
import fields from '../fields.module.css'
import { ZoomedPicture } from '../zoomed-picture.tsx'
import { LineByNumbers, TextByNumbers } from './by-numbers.tsx'
import styles from './drawing.module.css'
import type { DrawingProps } from './drawing-props.ts'
import { DrawingTools } from './drawing-tools.tsx'
import { DraftMark, DrawnMarks } from './drawn-marks.tsx'
import { useDrawn } from './panel-history.ts'
import { useKeys } from './panel-keys.ts'
import { usePointer } from './panel-pointer.ts'
import { drawnInWords, useWords } from './panel-words.ts'
import type { Pen } from './pen.ts'

export { loadWords } from './panel-words.ts'

/** Per cent of its room from which on a drawing says how much is left. */
const tellFrom = 80

const percentUsed = (length: number) => Math.min(100, Math.ceil((length / most.written) * 100))

/** A drawing on a picture: by pen, mouse or finger, by keyboard, by numbers, and in words. */
export const DrawingEntry = (props: DrawingProps) => {
  const { field, hands } = props
  const { isLocked, text, elementId, onTextFocus } = hands
  const id = elementId(field.id)
  const words = useWords(text)
  const drawn = useDrawn(props)
  const { marks, said } = drawn.drawing
  const [pen, setPen] = useState<Pen>({ tool: 'pen', colour: 'k', width: 2 })
  const [place, setPlace] = useState<Point>([0, 0])
  const [isClearing, setClearing] = useState(false)
  const surface = useRef<HTMLDivElement>(null)
  const cross = useRef<HTMLSpanElement>(null)
  const textField = useRef<HTMLInputElement>(null)
  const describeId = useId()

  const putTextAt = (point: Point) => {
    setPlace(point)
    textField.current?.focus()
  }
  const { draft, handlers } = usePointer(props, drawn, pen, surface, putTextAt)
  const keys = useKeys(props, drawn, pen, words, cross, putTextAt)
  const used = percentUsed(Math.max(writtenLength(marks), (marks.length / most.marks) * most.written))
  const shared = {
    size: field,
    pen,
    hands,
    words,
    onMark: (mark: (typeof marks)[number]) => drawn.put([...drawn.marksNow(), mark]),
  }
  const at = ([x, y]: Point) => ({ left: `${(x / field.width) * 100}%`, top: `${(y / field.height) * 100}%` })
  const room = used >= tellFrom ? words.text('drawing.roomLeft', { percent: 100 - used }) : ''

  return (
    <FieldGroup field={field} elementId={id} hint={words.text('drawing.help')}>
      <DrawingTools
        {...{ pen, drawn, words, isLocked }}
        onPen={(next) => {
          keys.lift()
          setPen(next)
        }}
        onClear={() => setClearing(true)}
      />
      <ZoomedPicture picture={field} size={field} hands={hands}>
        <svg viewBox={`0 0 ${field.width} ${field.height}`} aria-hidden="true" className={styles.marks}>
          <DrawnMarks drawing={drawn.drawing} />
          {draft && <DraftMark size={field} mark={draft} />}
        </svg>
        <div
          ref={surface}
          // It takes the arrow keys: a screen reader has to hand them over.
          role="application"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it is drawn on by keyboard
          tabIndex={0}
          className={styles.surface}
          data-locked={isLocked || undefined}
          data-tool={pen.tool}
          data-testid="drawing"
          aria-label={words.text('drawing.surface')}
          aria-describedby={`${id}-drawn ${id}-hint`}
          aria-disabled={isLocked || undefined}
          {...handlers}
          onKeyDown={keys.onKeyDown}
          onBlur={keys.lift}
        >
          <span
            ref={cross}
            aria-hidden="true"
            className={styles.cross}
            data-down={keys.isDown || undefined}
            style={at(keys.cursor)}
          />
        </div>
        {pen.tool === 'text' && <span aria-hidden="true" className={styles.caret} style={at(place)} />}
      </ZoomedPicture>
      {pen.tool === 'line' && <LineByNumbers {...shared} />}
      {pen.tool === 'text' && <TextByNumbers {...shared} place={place} onPlace={setPlace} field={textField} />}
      <p role="status" id={`${id}-drawn`} className={styles.drawn}>
        {drawnInWords(marks, words)}
      </p>
      <p role="status" className={fields.unseen}>
        {keys.said}
      </p>
      <p role="status" className={styles.room}>
        {drawn.isFull ? words.text('drawing.full') : room}
      </p>
      <div className={fields.typing}>
        <label htmlFor={describeId} className={fields.label}>
          {words.text('drawing.describe')}
        </label>
        <p id={`${describeId}-help`} className={`${fields.hint} ${styles.help}`}>
          {words.text('drawing.describeHelp')}
        </p>
        <TypingArea text={text} onTextFocus={onTextFocus}>
          <textarea
            {...fieldProps}
            id={describeId}
            className={fields.entry}
            dir="auto"
            rows={3}
            maxLength={most.said}
            value={said}
            readOnly={isLocked}
            aria-disabled={isLocked || undefined}
            aria-describedby={`${describeId}-help`}
            onChange={(event) => drawn.say(fitWords(event.target.value))}
          />
        </TypingArea>
      </div>
      {isClearing && (
        <ChoiceDialog
          keepClear={hands.keepClear}
          title={words.text('drawing.clearTitle')}
          actions={[
            { label: words.text('drawing.clearNo'), onPress: () => setClearing(false) },
            {
              label: words.text('drawing.clearYes'),
              onPress: () => {
                setClearing(false)
                drawn.put([])
              },
            },
          ]}
        >
          <p>{words.text('drawing.clearHelp')}</p>
        </ChoiceDialog>
      )}
    </FieldGroup>
  )
}
