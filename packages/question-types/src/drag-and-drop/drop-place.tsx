import { useDroppable } from '@dnd-kit/core'
import { type ReactNode, useCallback } from 'react'
import styles from './board.module.css'
import { useBoard } from './panel-board.ts'

/** A place for cards. While a card is chosen that it takes, a button covers it which puts the card there. */
export const DropPlace = ({
  id,
  children,
  className = '',
  inline = false,
}: {
  readonly id: string
  readonly children: ReactNode
  readonly className?: string | undefined
  /** Stands within a text. */
  readonly inline?: boolean
}) => {
  const { held, disabled, accepts, putInto, places, register, text } = useBoard()
  const takes = held !== null && !disabled && accepts(held.card, id)
  const { setNodeRef, isOver } = useDroppable({ id, disabled: disabled || (held !== null && !takes) })
  const keep = useCallback(
    (element: HTMLElement | null) => {
      setNodeRef(element)
      register(id, element)
    },
    [setNodeRef, register, id],
  )
  const name = places.find((place) => place.id === id)?.name ?? ''
  const Element = inline ? 'span' : 'div'
  return (
    <Element
      ref={keep}
      className={`${styles.place} ${className}`}
      data-takes={takes || undefined}
      data-over={(takes && isOver) || undefined}
    >
      {children}
      {takes && held.by === 'choosing' && (
        <button type="button" data-put className={styles.put} onClick={() => putInto(id)}>
          <span className={styles.said}>{text('question.dragPut', { item: held.card.name, name })}</span>
        </button>
      )}
    </Element>
  )
}
