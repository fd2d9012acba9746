import type { CalculatorKey, Calculator as CalculatorState } from '@sitwell/exam/calculator/calculator'
import { extraKeys } from '@sitwell/exam/calculator/calculator'
import { classNames } from '@sitwell/ui/class-names.ts'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { usePlayer } from '../../../context/player-context.tsx'
import styles from './calculator.module.css'
import { CalculatorPad } from './calculator-pad.tsx'
import { problemOf, spoken } from './calculator-words.ts'
import { typedKey } from './typed-key.ts'

/** Characters from which the display takes smaller ones, and much smaller ones. */
const longEntry = 12
const veryLongEntry = 18

/**
 * The calculator (spec 3 §2, §5, §9), by mouse, touch and, while the focus is in it, by the keys of a keyboard. A screen reader
 * hears what is in the display as it changes.
 */
export const Calculator = ({
  state,
  takesFocus,
  onPress,
}: {
  readonly state: CalculatorState
  /** It was just opened. */
  readonly takesFocus: boolean
  onPress(key: CalculatorKey): void
}) => {
  const { text, settings } = usePlayer()
  const group = useRef<HTMLDivElement>(null)
  const display = useRef<HTMLInputElement>(null)
  const { entry, from } = state
  const problem = problemOf(state, text)
  useEffect(() => {
    if (!takesFocus) return
    display.current?.focus({ preventScroll: true })
    group.current?.scrollIntoView({ block: 'nearest' })
  }, [takesFocus])
  useEffect(() => {
    // What was keyed in last is to be seen, where it is longer than the display.
    if (display.current && entry) display.current.scrollLeft = display.current.scrollWidth
  }, [entry])

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return
    const key = typedKey(event.key)
    if (key === undefined) return
    // A button that has the focus is pressed by Enter, as every button.
    if (event.key === 'Enter' && event.target instanceof HTMLButtonElement) return
    if ((key === 'percent' || key === 'root') && !extraKeys(settings.calculatorExtraButtonsFlag).includes(key)) return
    event.preventDefault()
    display.current?.focus()
    onPress(key)
  }
  return (
    <div ref={group} role="group" aria-label={text('tools.calculator')} className={styles.calculator} onKeyDown={onKeyDown}>
      <div className={styles.screen} data-fault={problem !== undefined || undefined}>
        <p className={styles.above} dir={problem === undefined ? 'ltr' : undefined}>
          {problem ?? from}
        </p>
        <input
          ref={display}
          readOnly
          inputMode="none"
          dir="ltr"
          autoComplete="off"
          aria-label={text('tools.display')}
          className={classNames(
            styles.entry,
            entry.length > longEntry && styles.long,
            entry.length > veryLongEntry && styles.veryLong,
          )}
          value={entry === '' ? '0' : entry.replaceAll('-', '−')}
          data-testid="calculator-entry"
        />
      </div>
      <p role="status" className={styles.spoken} data-testid="calculator-spoken">
        {spoken(state, text)}
      </p>
      <CalculatorPad
        onPress={(key, byPointer) => {
          if (byPointer) display.current?.focus({ preventScroll: true })
          onPress(key)
        }}
      />
    </div>
  )
}
