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
