/** Milliseconds between two tellings that the learner is active: far less than a session that nobody uses lives. */
const gapMs = 30_000
const signs = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const

/** Has told whenever the learner acts in a frame, or in the frames of its pages, which are of this origin; not more often than every half minute. */
export const watchActivity = (frame: HTMLIFrameElement, nowMs: () => number, tell: () => void): void => {
  let notBeforeMs = 0
  const note = () => {
    if (nowMs() < notBeforeMs) return
    notBeforeMs = nowMs() + gapMs
    tell()
  }
  const watched = new WeakSet<Document>()
  const watch = (one: HTMLIFrameElement | HTMLFrameElement) => {
    // Undefined if a course shows another origin: that can't be watched.
    const page = one.contentDocument
    if (!page || watched.has(page)) return
    watched.add(page)
    for (const sign of signs) page.addEventListener(sign, note, { capture: true, passive: true })
    for (const inner of page.querySelectorAll<HTMLIFrameElement | HTMLFrameElement>('iframe, frame')) watch(inner)
    page.addEventListener('load', ({ target }) => isFrame(target) && watch(target), { capture: true })
  }
  frame.addEventListener('load', () => watch(frame))
}

/** Of another window, so that no class of this one tells. */
const isFrame = (target: EventTarget | null): target is HTMLIFrameElement => target !== null && 'contentDocument' in target
