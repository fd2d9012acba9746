/** Runs something once the frame that is being made is on the screen: what the learner sees comes before what is written down. */
export const afterPaint = (run: () => void): void => {
  requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      run()
    }
    // Asked for before this frame's layout and paint, answered after them.
    port2.postMessage(undefined)
  })
}

/** Milliseconds after which it isn't waited for any longer: a page that was hidden meanwhile paints no frame. */
const longestMs = 1000

/**
 * As {@link afterPaint}, for what must be done whether anything is painted or not: at once on a page that nobody sees. Until the
 * function that it answers is called.
 */
export const behindPaint = (run: () => void): (() => void) => {
  let isWanted = true
  const runOnce = () => {
    if (!isWanted) return
    stop()
    run()
  }
  const timer = setTimeout(runOnce, document.visibilityState === 'hidden' ? 0 : longestMs)
  const stop = () => {
    isWanted = false
    clearTimeout(timer)
  }
  afterPaint(runOnce)
  return stop
}
