import type { ReactNode } from 'react'
import type { PanelProps } from '../panel-props.ts'
import { DragCard } from './card.tsx'
import { DropPlace } from './drop-place.tsx'
import type { Card } from './places.ts'
import styles from './slot.module.css'

/** A place for one card, with the list beside it from which the card can be chosen instead. */
export const Slot = ({
  id,
  card,
  children,
  list,
  text,
  inline = false,
}: Pick<PanelProps, 'text'> & {
  readonly id: string
  /** The card in it; undefined while it is empty. */
  readonly card: Card | undefined
  /** What the card shows. */
  readonly children: ReactNode
  readonly list: ReactNode
  readonly inline?: boolean
}) => (
  <DropPlace id={id} inline={inline} className={inline ? styles.inline : styles.slot}>
    {card ? (
      <DragCard card={card} className={styles.filled}>
        {children}
      </DragCard>
    ) : (
      <span className={styles.empty}>{text('question.dragEmpty')}</span>
    )}
    {list}
  </DropPlace>
)
