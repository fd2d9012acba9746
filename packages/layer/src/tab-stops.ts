const mayHaveFocus =
  'a[href], button, input, select, textarea, summary, audio[controls], video[controls], iframe, [tabindex], [contenteditable="true"]'

const isShown = (element: HTMLElement) =>
  element.getClientRects().length > 0 && getComputedStyle(element).visibility === 'visible'

const isStop = (element: HTMLElement) =>
  element.tabIndex >= 0 && !element.matches(':disabled') && !element.closest('[inert]') && isShown(element)

/**
 * Where Tab leads from the end of a layer to its start, and Shift+Tab from its start to its end; undefined in between, where the browser knows
 * the way. Without it Tab would continue into the browser's own bars.
 */
export const tabOver = (layer: HTMLElement, isBack: boolean): HTMLElement | undefined => {
  const stops = [...layer.querySelectorAll<HTMLElement>(mayHaveFocus)].filter(isStop)
  const [first, last] = [stops[0], stops.at(-1)]
  const now = document.activeElement
  if (isBack) return now === first || !stops.some((stop) => stop === now || stop.contains(now)) ? last : undefined
  return now === last ? first : undefined
}
