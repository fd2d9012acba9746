import { MouseSensor, TouchSensor, useSensor, useSensors } from '@dnd-kit/core'

const isOnGrip = ({ target }: Event) => target instanceof Element && target.closest('[data-grip]') !== null

/** A finger on the grip drags at once; elsewhere on a card it has to rest first, so that the page still scrolls under it. */
class CardTouchSensor extends TouchSensor {
  constructor(props: ConstructorParameters<typeof TouchSensor>[0]) {
    const activationConstraint = isOnGrip(props.event) ? { distance: 4 } : { delay: 200, tolerance: 8 }
    super({ ...props, options: { ...props.options, activationConstraint } })
  }
}

/** Pointers alone: the keys have a way of their own among the places (board.tsx). */
export const usePointers = () =>
  useSensors(useSensor(MouseSensor, { activationConstraint: { distance: 6 } }), useSensor(CardTouchSensor))
