import { DndContext, DragOverlay, pointerWithin } from '@dnd-kit/core'
import { type KeyboardEvent, type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import type { PanelProps } from '../panel-props.ts'
import styles from './board.module.css'
import { type Board, BoardContext } from './panel-board.ts'
import { usePointers } from './panel-sensors.ts'
import { type Card, nextPlace, type Place, registered, stepOfKey } from './places.ts'

/** The library's own words are English only; the board says each step itself. */
const silent = {
  announcements: {
    onDragStart: () => undefined,
    onDragOver: () => undefined,
    onDragEnd: () => undefined,
    onDragCancel: () => undefined,
  },
  screenReaderInstructions: { draggable: '' },
}

/**
 * A board of cards and places. A card is dragged with mouse or finger; or picked up with a click, a tap or Enter, upon which every
 * place that takes it shows a button: Tab and the arrow keys go from one to the next, Enter puts the card there, Escape leaves all as
 * it was. Each step is said to screen readers.
 */
export const DragBoard = ({
  places,
  accepts,
  onPut,
  disabled,
  text,
  renderCard,
  children,
}: Pick<PanelProps, 'disabled' | 'text'> & {
  readonly places: readonly Place[]
  accepts(card: Card, placeId: string): boolean
  /** A card was put into another place than its own. */
  onPut(card: Card, placeId: string): void
  /** What follows the pointer. */
  renderCard(card: Card): ReactNode
  readonly children: ReactNode
}) => {
  const [held, setHeld] = useState<Board['held']>(null)
  const [announcement, setAnnouncement] = useState('')
  const elements = useRef(new Map<string, HTMLElement>())
  const origin = useRef<HTMLElement | null>(null)
  const at = useRef<string | undefined>(undefined)
  const takesFocus = useRef<{ put?: { item: string; placeId: string } } | null>(null)
  const sensors = usePointers()

  const accepting = (card: Card) => places.filter(({ id }) => id !== card.place && accepts(card, id))
  const nameOf = (placeId: string) => places.find(({ id }) => id === placeId)?.name ?? placeId
  const sayPlace = (card: Card, placeId: string) => {
    const all = accepting(card).map(({ id }) => id)
    if (all.includes(placeId))
      setAnnouncement(text('question.dragAt', { place: all.indexOf(placeId) + 1, count: all.length, name: nameOf(placeId) }))
  }
  const register = useCallback((placeId: string, element: HTMLElement | null) => {
    if (element) elements.current.set(placeId, element)
    else elements.current.delete(placeId)
  }, [])
  const goTo = (card: Card, placeId: string | undefined, options?: FocusOptions) => {
    if (placeId === undefined) return
    at.current = placeId
    registered(elements.current, placeId).querySelector<HTMLElement>('[data-put]')?.focus(options)
    sayPlace(card, placeId)
  }
  const cancel = (card: Card) => {
    setHeld(null)
    takesFocus.current = {}
    setAnnouncement(text('question.dragCancelled', { item: card.name }))
  }
  const put = (card: Card, placeId: string) => {
    registered(elements.current, placeId)
    if (disabled || placeId === card.place || !accepts(card, placeId)) return cancel(card)
    setHeld(null)
    takesFocus.current = { put: { item: card.item, placeId } }
    setAnnouncement(text('question.dragDropped', { item: card.name, name: nameOf(placeId) }))
    onPut(card, placeId)
  }

  const isChoosing = held?.by === 'choosing'
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus moves when a card is picked up or let go, not as others move
  useEffect(() => {
    if (held && disabled) setHeld(null)
    else if (held?.by === 'choosing') goTo(held.card, at.current, { preventScroll: takesFocus.current !== null })
    else if (!held && takesFocus.current) {
      const { put: last } = takesFocus.current
      takesFocus.current = null
      // The card may have left the place that it was picked up from.
      const grips = last && elements.current.get(last.placeId)?.querySelectorAll<HTMLElement>('[data-grip]')
      const isThere = origin.current?.isConnected && origin.current.matches(':enabled')
      const grip = isThere ? origin.current : [...(grips ?? [])].find((one) => one.dataset.grip === last?.item)
      grip?.focus({ preventScroll: true })
    }
  }, [held, disabled])

  useEffect(() => {
    if (!isChoosing) return
    const cancelOutside = ({ target }: PointerEvent) => {
      if (!(target instanceof Element) || target.closest('[data-put], [data-card]')) return
      setHeld(null)
    }
    document.addEventListener('pointerdown', cancelOutside, true)
    return () => document.removeEventListener('pointerdown', cancelOutside, true)
  }, [isChoosing])

  const onKeyDown = (event: KeyboardEvent) => {
    if (held?.by !== 'choosing' || event.altKey || event.ctrlKey || event.metaKey) return
    const step = stepOfKey(event.key, event.shiftKey, document.documentElement.dir === 'rtl')
    if (step === undefined && event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    if (step === undefined) cancel(held.card)
    else
      goTo(
        held.card,
        nextPlace(
          accepting(held.card).map(({ id }) => id),
          at.current,
          step,
        ),
      )
  }

  const cardOf = (active: { data: { current?: Record<string, unknown> | undefined } }) =>
    // Put there by card.tsx.
    active.data.current?.card as Card

  const board: Board = {
    held,
    disabled,
    places,
    accepts: (card, placeId) => placeId !== card.place && accepts(card, placeId),
    pickUp(card, from, byKey) {
      if (disabled) return
      if (held?.by === 'choosing' && held.card.item === card.item && held.card.place === card.place) return cancel(card)
      origin.current = from
      at.current = accepting(card)[0]?.id
      takesFocus.current = byKey ? null : {}
      setHeld({ card, by: 'choosing' })
      setAnnouncement(text('question.dragLifted', { item: card.name }))
    },
    putInto: (placeId) => held && put(held.card, placeId),
    register,
    text,
  }

  return (
    <BoardContext value={board}>
      <DndContext
        sensors={sensors}
        collisionDetection={pointerWithin}
        accessibility={silent}
        onDragStart={({ active }) => {
          origin.current = null
          const card = cardOf(active)
          setHeld({ card, by: 'dragging' })
          setAnnouncement(text('question.dragLifted', { item: card.name }))
        }}
        onDragOver={({ active, over }) => over && sayPlace(cardOf(active), String(over.id))}
        onDragEnd={({ active, over }) => (over ? put(cardOf(active), String(over.id)) : cancel(cardOf(active)))}
        onDragCancel={({ active }) => cancel(cardOf(active))}
      >
        <div onKeyDownCapture={onKeyDown}>
          {children}
          <p aria-live="assertive" className={styles.said}>
            {announcement}
          </p>
        </div>
        <DragOverlay dropAnimation={null}>
          {held?.by === 'dragging' && <div className={styles.dragged}>{renderCard(held.card)}</div>}
        </DragOverlay>
      </DndContext>
    </BoardContext>
  )
}
