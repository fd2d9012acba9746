import type { ReactNode } from 'react'
import styles from './picture.module.css'

/** Where an area lies, in per cent of its picture. */
export interface Place {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export const middleOf = ({ x, y, width, height }: Place) => ({ x: x + width / 2, y: y + height / 2 })

/** A small sign at the corner of an area: a tick, its letter, its number. No text, since the area has its name already. */
export const AreaMark = ({ isLetter = false, sign }: { readonly isLetter?: boolean; readonly sign: string }) => (
  <span className={isLetter ? styles.letter : styles.mark} data-sign={sign} aria-hidden="true" />
)

/** An area of a picture as a button. Its middle is that of the area, where the area is smaller than a button may be. */
export const AreaButton = ({
  area,
  name,
  isPressed,
  isOut,
  onPress,
  children,
}: {
  readonly area: Place
  readonly name: string
  /** Undefined where it can't be pressed in. */
  readonly isPressed?: boolean | undefined
  /** Nothing comes of pressing it. */
  readonly isOut: boolean
  onPress(): void
  readonly children?: ReactNode
}) => {
  const { x, y } = middleOf(area)
  return (
    <button
      type="button"
      className={styles.area}
      aria-pressed={isPressed}
      aria-disabled={isOut || undefined}
      aria-label={name}
      title={name}
      // Places of the picture: they don't turn round from right to left.
      style={{ left: `${x}%`, top: `${y}%`, width: `${area.width}%`, height: `${area.height}%` }}
      onClick={onPress}
    >
      {children}
    </button>
  )
}
