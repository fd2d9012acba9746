import { Button } from '@sitwell/ui/button.tsx'
import { Switch } from '@sitwell/ui/switch.tsx'
import { useEffect, useId, useRef } from 'react'
import { usePlayer } from '../../../context/player-context.tsx'
import { textSizes } from '../display/display.ts'
import { useDisplay } from '../display/use-display.tsx'
import styles from './time-panel.module.css'

/**
 * How much time is left, in words, which a screen reader reads as it opens; and how the exam is shown: the clock, the size of texts.
 * It stands over the page and keeps nobody in it: Escape, its button, or a press elsewhere closes it.
 */
const TimePanel = ({
  words,
  hasClock,
  onClose,
}: {
  readonly words: string
  readonly hasClock: boolean
  /** `isByKey`: the focus goes back to what opened it. */
  onClose(isByKey: boolean): void
}) => {
  const { text } = usePlayer()
  const { textPercent, hidesClock, change } = useDisplay()
  const id = useId()
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => panel.current?.focus({ preventScroll: true }), [])
  const close = useRef(onClose)
  close.current = onClose
  useEffect(() => {
    const onPress = ({ target }: PointerEvent) => {
      const isOpener = target instanceof Element && target.closest('[data-opens="time"]')
      if (target instanceof Node && !panel.current?.contains(target) && !isOpener) close.current(false)
    }
    addEventListener('pointerdown', onPress)
    return () => removeEventListener('pointerdown', onPress)
  }, [])
  return (
    <div
      ref={panel}
      role="dialog"
      aria-labelledby={id}
      tabIndex={-1}
      className={styles.panel}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose(true)
      }}
    >
      <p id={id} className={styles.words}>
        {words}
      </p>
      {hasClock && (
        <Switch isSelected={hidesClock} onChange={(isHidden) => change({ hidesClock: isHidden })}>
          {text('exam.hideClock')}
        </Switch>
      )}
      <fieldset className={styles.sizes}>
        <legend>{text('exam.textSize')}</legend>
        {textSizes.map((size) => (
          <label key={size} className={styles.size}>
            <input
              type="radio"
              name={`${id}-size`}
              checked={size === textPercent}
              onChange={() => change({ textPercent: size })}
            />
            <span>{text('exam.percent', { percent: size })}</span>
          </label>
        ))}
      </fieldset>
      <Button onPress={() => onClose(true)}>{text('exam.closeQuestions')}</Button>
    </div>
  )
}
export default TimePanel
