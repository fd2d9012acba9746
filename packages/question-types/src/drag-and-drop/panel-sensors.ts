import { MouseSensor, TouchSensor, useSensor, useSensors } from '@dnd-kit/core'

const isOnGrip = ({ target }: Event) => target instanceof Element && target.closest('[data-grip]') !== null

/** Milliseconds for which a finger rests on a card before it drags: a swipe that begins slowly is still a swipe. */
const holdMs = 350

/** A finger on the grip drags at once; elsewhere on a card it has to rest first, so that the page still scrolls under it. */
class CardTouchSensor extends TouchSensor {
  constructor(props: ConstructorParameters<typeof TouchSensor>[0]) {
    const activationConstraint = isOnGrip(props.event) ? { distance: 4 } : { delay: holdMs, tolerance: 8 }
    super({ ...props, options: { ...props.options, activationConstraint } })
  }
}

/** Pointers alone: the keys have a way of their own among the places (board.tsx). */
export const usePointers = () =>
  useSensors(useSensor(MouseSensor, { activationConstraint: { distance: 6 } }), useSensor(CardTouchSensor))
