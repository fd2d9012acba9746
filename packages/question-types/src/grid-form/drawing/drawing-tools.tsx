import { type ReactNode, useId } from 'react'
import { type Colour, colours, type Width, widths } from '../../drawing/drawing.ts'
import fields from '../fields.module.css'
import styles from './drawing.module.css'
import type { Drawn } from './panel-history.ts'
import type { DrawingWords } from './panel-words.ts'
import { type Pen, type Tool, tools } from './pen.ts'

const colourNames = {
  k: 'drawing.black',
  b: 'drawing.blue',
  r: 'drawing.red',
  g: 'drawing.green',
  p: 'drawing.purple',
  o: 'drawing.brown',
} as const satisfies Record<Colour, string>
const widthNames = { 1: 'drawing.thin', 2: 'drawing.middle', 3: 'drawing.thick' } as const satisfies Record<Width, string>
const toolNames = {
  pen: 'drawing.pen',
  line: 'drawing.line',
  text: 'drawing.text',
  eraser: 'drawing.eraser',
} as const satisfies Record<Tool, string>

const Labelled = ({ label, children }: { readonly label: string; children(id: string): ReactNode }) => {
  const id = useId()
  return (
    <span className={styles.labelled}>
      <label htmlFor={id}>{label}</label>
      {children(id)}
    </span>
  )
}

/** What is drawn with, and ways back. Each says what it is in words; the sample shows the pen as it draws. */
export const DrawingTools = ({
  pen,
  onPen,
  drawn,
  words: { text },
  isLocked,
  onClear,
}: {
  readonly pen: Pen
  readonly drawn: Drawn
  readonly words: DrawingWords
  readonly isLocked: boolean
  onPen(pen: Pen): void
  onClear(): void
}) => {
  const isEmpty = drawn.drawing.marks.length === 0
  const action = (label: string, isOut: boolean, run: () => void) => (
    <button
      type="button"
      className={styles.tool}
      disabled={isLocked}
      // Out of use, and still there for whoever has the focus on it.
      aria-disabled={isOut || undefined}
      onClick={() => {
        if (!isOut) run()
      }}
    >
      {label}
    </button>
  )
  return (
    <div className={styles.tools}>
      <div role="group" aria-label={text('drawing.tool')} className={styles.group}>
        {tools.map((tool) => (
          <button
            key={tool}
            type="button"
            className={styles.tool}
            disabled={isLocked}
            aria-pressed={tool === pen.tool}
            onClick={() => onPen({ ...pen, tool })}
          >
            {text(toolNames[tool])}
          </button>
        ))}
      </div>
      <div className={styles.group}>
        <Labelled label={text('drawing.colour')}>
          {(id) => (
            <select
              id={id}
              className={fields.select}
              disabled={isLocked}
              value={pen.colour}
              onChange={(event) => {
                const colour = (Object.keys(colours) as Colour[]).find((one) => one === event.target.value)
                if (colour) onPen({ ...pen, colour })
              }}
            >
              {(Object.keys(colours) as Colour[]).map((colour) => (
                <option key={colour} value={colour}>
                  {text(colourNames[colour])}
                </option>
              ))}
            </select>
          )}
        </Labelled>
        <Labelled label={text('drawing.width')}>
          {(id) => (
            <select
              id={id}
              className={fields.select}
              disabled={isLocked}
              value={pen.width}
              onChange={(event) => {
                const width = widths.find((one) => String(one) === event.target.value)
                if (width) onPen({ ...pen, width })
              }}
            >
              {widths.map((width) => (
                <option key={width} value={width}>
                  {text(widthNames[width])}
                </option>
              ))}
            </select>
          )}
        </Labelled>
        <svg viewBox="0 0 44 24" aria-hidden="true" className={styles.sample}>
          <path d="M8 16C16 2 26 24 36 8" fill="none" stroke={colours[pen.colour]} strokeWidth={[2, 4, 9][pen.width - 1]} />
        </svg>
      </div>
      <div className={styles.group}>
        {action(text('drawing.undo'), !drawn.canUndo, drawn.undo)}
        {action(text('drawing.redo'), !drawn.canRedo, drawn.redo)}
        {action(text('drawing.clear'), isEmpty, onClear)}
      </div>
    </div>
  )
}
