import { useEffect } from 'react'

/** Pixels of a page that the provider's own holds in a frame, which asks for no height (spec 1 §9). */
const proctoredHeight = '1000px'

/** Makes the page as high as that while a proctored session is on. */
export const useTallPage = (isActive: boolean): void => {
  useEffect(() => {
    if (!isActive) return
    document.body.style.height = proctoredHeight
    return () => {
      document.body.style.height = ''
    }
  }, [isActive])
}
