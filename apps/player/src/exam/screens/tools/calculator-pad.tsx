import { type CalculatorKey, extraKeys, keyRows } from '@sitwell/exam/calculator/calculator'
import { classNames } from '@sitwell/ui/class-names.ts'
import { type KeyboardEvent, useRef, useState } from 'react'
import { usePlayer } from '../../../context/player-context.tsx'
import styles from './calculator.module.css'
import { BackIcon } from './calculator-icon.tsx'
import { keyName } from './calculator-words.ts'
import { type PadPlace, placeAfter } from './pad-places.ts'

const shown: Partial<Record<CalculatorKey, string>> = { clear: 'C', sign: '±', percent: '%', root: '√', '-': '−' }
const isOperation = (key: CalculatorKey) => !/^[\d.]$/.test(key)

/** The buttons of the calculator (spec 3 §9): one stop of the Tab key, the arrow keys lead from one to the next. */
export const CalculatorPad = ({ onPress }: { onPress(key: CalculatorKey, byPointer: boolean): void }) => {
  const { text, settings } = usePlayer()
  const extra = extraKeys(settings.calculatorExtraButtonsFlag)
  const rows = extra.length > 0 ? [extra, ...keyRows] : keyRows
  const [stop, setStop] = useState<PadPlace>({ row: 0, column: 0 })
  const pad = useRef<HTMLDivElement>(null)

  const move = (event: KeyboardEvent, from: PadPlace) => {
    const widths = rows.map((row) => row.length)
    const place = placeAfter(widths, from, event.key)
    if (!place) return
    event.preventDefault()
    setStop(place)
    pad.current?.querySelector<HTMLElement>(`[data-place="${place.row},${place.column}"]`)?.focus()
  }
  return (
    // The arrow keys move through it; a column of digits stands the same way round in every script.
    <div
      ref={pad}
      role="toolbar"
      aria-label={text('tools.keys')}
      aria-orientation="horizontal"
      dir="ltr"
      className={styles.pad}
    >
      {rows.flatMap((keys, row) =>
        keys.map((key, column) => (
          <button
            key={key}
            type="button"
            data-place={`${row},${column}`}
            tabIndex={row === stop.row && column === stop.column ? 0 : -1}
            aria-label={keyName(key, text)}
            className={classNames(
              styles.key,
              isOperation(key) && styles.operation,
              key === '=' && styles.equals,
              (key === '0' || key === 'percent' || key === 'root') && styles.wide,
              extra.length === 1 && key === extra[0] && styles.whole,
            )}
            // The focus stays where keys can be typed: Enter has to mean equals after a click.
            onMouseDown={(event) => event.preventDefault()}
            onClick={(event) => onPress(key, event.detail > 0)}
            onFocus={() => setStop({ row, column })}
            onKeyDown={(event) => move(event, { row, column })}
          >
            {key === 'back' ? <BackIcon /> : (shown[key] ?? key)}
          </button>
        )),
      )}
    </div>
  )
}
