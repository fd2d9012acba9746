/** The window's full screen. This file alone knows how browsers do it. */

/** Whether a page may ask for it: some phones have no such thing, and nobody is kept from an exam for want of it. */
export const canBeFullScreen = (): boolean => document.fullscreenEnabled === true

const byKey = () => matchMedia('(display-mode: fullscreen)')

/** By the page's own wish, or by the browser's key. */
export const isFullScreen = (): boolean => document.fullscreenElement !== null || byKey().matches

/** Asks for it: in answer to the learner's press, since browsers allow it at no other time. Answers whether it came. */
export const enterFullScreen = async (): Promise<boolean> => {
  if (!canBeFullScreen()) return false
  if (isFullScreen()) return true
  try {
    await document.documentElement.requestFullscreen({ navigationUI: 'hide' })
    return true
  } catch {
    return false
  }
}

/** Tells of each change, until the function that it answers is called. */
export const onFullScreenChange = (listener: () => void): (() => void) => {
  const query = byKey()
  document.addEventListener('fullscreenchange', listener)
  query.addEventListener('change', listener)
  return () => {
    document.removeEventListener('fullscreenchange', listener)
    query.removeEventListener('change', listener)
  }
}
