import { type KeyboardEvent, type RefObject, useState } from 'react'
import { fitText, type Mark, most, type Point, pointWithin, type Size } from '../../drawing/drawing.ts'
import { fieldProps } from '../../typing/field-props.ts'
import { TypingArea } from '../../typing/typing-area.tsx'
import fields from '../fields.module.css'
import type { FormHands } from '../form-hands.ts'
import onPicture from '../on-picture.module.css'
import { wholeIn } from '../whole-number.ts'
import styles from './drawing.module.css'
import type { DrawingWords } from './panel-words.ts'
import type { Pen } from './pen.ts'

interface Shared {
  readonly size: Size
  readonly pen: Pen
  readonly hands: FormHands
  readonly words: DrawingWords
  /** Whether it fitted. */
  onMark(mark: Mark): boolean
}

const Place = ({
  name,
  point: [x, y],
  size,
  hands: { text, isLocked },
  onPoint,
}: Pick<Shared, 'size' | 'hands'> & { readonly name: string; readonly point: Point; onPoint(point: Point): void }) => {
  const entry = (value: number, label: string, put: (typed: number) => Point) => (
    <label className={onPicture.list}>
      <span>{label}</span>
      <input
        type="text"
        inputMode="numeric"
        className={`${fields.entry} ${onPicture.number}`}
        value={Math.round(value)}
        readOnly={isLocked}
        aria-label={`${name}: ${label}`}
        onChange={(event) => onPoint(pointWithin(size, put(wholeIn(event.target.value))))}
      />
    </label>
  )
  return (
    <>
      {entry(x, text('question.fromLeft', { most: size.width }), (typed) => [typed, y])}
      {entry(y, text('question.fromTop', { most: size.height }), (typed) => [x, typed])}
    </>
  )
}

/** A straight line, by the numbers of its two ends. */
export const LineByNumbers = ({ size, pen: { colour, width }, hands, words, onMark }: Shared) => {
  const [from, setFrom] = useState<Point>([0, 0])
  const [to, setTo] = useState<Point>([0, 0])
  const shared = { size, hands }
  return (
    <div className={styles.numbers}>
      <TypingArea text={hands.text} onTextFocus={hands.onTextFocus}>
        <div className={styles.row}>
          <b>{words.text('drawing.start')}</b>
          <Place {...shared} name={words.text('drawing.start')} point={from} onPoint={setFrom} />
        </div>
        <div className={styles.row}>
          <b>{words.text('drawing.end')}</b>
          <Place {...shared} name={words.text('drawing.end')} point={to} onPoint={setTo} />
          <button
            type="button"
            className={fields.button}
            disabled={hands.isLocked}
            onClick={() => {
              // The next one goes on from here.
              if (onMark({ kind: 'line', colour, width, points: [from, to] })) setFrom(to)
            }}
          >
            {words.text('drawing.drawLine')}
          </button>
        </div>
      </TypingArea>
    </div>
  )
}

/** A text, and the place where it is put. */
export const TextByNumbers = ({
  size,
  pen: { colour },
  hands,
  words,
  onMark,
  place,
  onPlace,
  field,
}: Shared & { readonly place: Point; readonly field: RefObject<HTMLInputElement | null>; onPlace(point: Point): void }) => {
  const [typed, setTyped] = useState('')
  const put = () => {
    const text = fitText(typed)
    if (text.trim() === '' || hands.isLocked) return
    if (onMark({ kind: 'text', colour, at: place, text })) setTyped('')
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    put()
  }
  return (
    <div className={styles.numbers}>
      <TypingArea text={hands.text} onTextFocus={hands.onTextFocus}>
        <div className={styles.row}>
          <label className={`${onPicture.list} ${styles.words}`}>
            <span>{words.text('drawing.words')}</span>
            <input
              {...fieldProps}
              ref={field}
              type="text"
              className={fields.entry}
              dir="auto"
              maxLength={most.text}
              value={typed}
              readOnly={hands.isLocked}
              onChange={(event) => setTyped(event.target.value)}
              onKeyDown={onKeyDown}
            />
          </label>
          <Place size={size} hands={hands} name={words.text('drawing.words')} point={place} onPoint={onPlace} />
          <button type="button" className={fields.button} disabled={hands.isLocked} onClick={put}>
            {words.text('drawing.putText')}
          </button>
        </div>
      </TypingArea>
    </div>
  )
}
