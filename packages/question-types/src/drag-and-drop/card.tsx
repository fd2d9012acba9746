import { useDraggable } from '@dnd-kit/core'
import type { MouseEvent, ReactNode } from 'react'
import styles from './board.module.css'
import { useBoard } from './panel-board.ts'
import type { Card } from './places.ts'

/**
 * A card with its grip. A click anywhere on it picks it up, or on the grip alone with `byGripAlone`, where the rest of it has a
 * meaning of its own.
 */
export const DragCard = ({
  card,
  children,
  className = '',
  byGripAlone = false,
  isFixed = false,
  note,
}: {
  readonly card: Card
  readonly children: ReactNode
  readonly className?: string | undefined
  readonly byGripAlone?: boolean
  /** There is no other place for it now. */
  readonly isFixed?: boolean
  /** What else a screen reader says of it. */
  readonly note?: string | undefined
}) => {
  const { held, disabled, pickUp, text } = useBoard()
  const { setNodeRef, listeners } = useDraggable({
    id: `${card.place} ${card.item}`,
    data: { card },
    disabled: disabled || isFixed,
  })
  const isHeld = held?.card.item === card.item && held.card.place === card.place
  const onClick = (event: MouseEvent<HTMLElement>) => {
    const grip = event.currentTarget.querySelector<HTMLElement>('[data-grip]')
    const isOnGrip = event.target instanceof Element && grip?.contains(event.target)
    if (isFixed || !grip || (byGripAlone && !isOnGrip)) return
    pickUp(card, grip, event.detail === 0)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a pointer may take the whole card; keys have its grip
    // biome-ignore lint/a11y/useKeyWithClickEvents: a pointer may take the whole card; keys have its grip
    <div
      ref={setNodeRef}
      {...listeners}
      data-card
      data-held={isHeld || undefined}
      className={`${byGripAlone ? '' : styles.card} ${styles.movable} ${className}`}
      data-disabled={disabled || undefined}
      onClick={onClick}
      onDragStart={(event) => event.preventDefault()}
    >
      <button
        type="button"
        data-grip={card.item}
        className={styles.grip}
        disabled={disabled || isFixed}
        aria-label={text('question.dragMove', { item: note ? `${card.name}, ${note}` : card.name })}
        aria-pressed={isHeld}
      >
        <svg viewBox="0 0 12 20" aria-hidden="true" className={styles.dots}>
          <path
            d="M3 4h.01M9 4h.01M3 10h.01M9 10h.01M3 16h.01M9 16h.01"
            stroke="currentColor"
            strokeWidth="3"
            strokeLinecap="round"
          />
        </svg>
      </button>
      <div className={styles.content} data-content="">
        {children}
      </div>
    </div>
  )
}
