/** Pixels around where a learner pressed in which nothing lies that can't be undone. */
const marginPx = 16

interface Point {
  readonly x: number
  readonly y: number
}
type Box = Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>

/** How far down, in pixels, boxes have to go so that none of them is at a point; 0 if none does. */
export const clearance = (boxes: readonly Box[], { x, y }: Point): number => {
  const near = boxes.filter(
    (box) => x >= box.left - marginPx && x <= box.right + marginPx && y >= box.top - marginPx && y <= box.bottom + marginPx,
  )
  return Math.max(0, ...near.map((box) => y + marginPx + 1 - box.top))
}

/**
 * Moves a dialog's actions down where one that can't be undone would be at the point that was pressed last. `looked` holds those that
 * were looked at before: who presses one of them has seen it there, and it stays.
 */
export const keepClear = (
  actions: Pick<HTMLElement, 'querySelectorAll' | 'style'>,
  pressed: Point | undefined,
  looked: WeakSet<object> = new WeakSet(),
): void => {
  const lasting = [...actions.querySelectorAll('[data-irreversible]')].filter((button) => !looked.has(button))
  for (const button of lasting) looked.add(button)
  if (!pressed) return
  const down = () =>
    clearance(
      lasting.map((button) => button.getBoundingClientRect()),
      pressed,
    )
  // The dialog is centred, so it comes half the way up again; where it is as high as the window it doesn't.
  let room = down()
  let height = Number.parseFloat(actions.style.paddingBlockStart) || 0
  for (let tries = 0; room > 0 && tries < 4; tries += 1) {
    height += Math.ceil(room) * 2
    actions.style.paddingBlockStart = `${height}px`
    room = down()
  }
}
