type Page = Window & typeof globalThis

/**
 * Lets a page be left without the browser's question whether to stay, and so every page in its frames. Their `beforeunload` handlers run as
 * before, because many courses save in them. A learner who closes a lesson has decided, and "Cancel" would only keep a page that is removed.
 */
export const leaveUnasked = (page: Page): void => {
  // On the prototype, because listeners of a window are called in the order in which they were added: one that is added now comes last.
  Object.defineProperties(page.BeforeUnloadEvent.prototype, {
    preventDefault: { value: () => undefined },
    returnValue: { get: () => '', set: () => undefined },
  })
  const handler = page.onbeforeunload
  page.onbeforeunload = null
  // As a listener its return value, which the browser would ask with, counts for nothing.
  if (handler) page.addEventListener('beforeunload', (event) => void handler.call(page, event))
  for (let at = 0; at < page.length; at += 1) {
    try {
      const inner = page[at]?.document.defaultView
      if (inner) leaveUnasked(inner)
    } catch {
      // A page of another origin can't be reached.
    }
  }
}
