import { useLayoutEffect } from 'react'

/**
 * Marks the page as one of a sitting, or of its questions, for rules of the style sheet that lie around them. By `:has` a browser would
 * look for them again at each question that opens.
 */
export const usePageMark = (mark: 'data-sitting' | 'data-questions'): void => {
  useLayoutEffect(() => {
    const page = document.documentElement
    page.toggleAttribute(mark, true)
    return () => page.removeAttribute(mark)
  }, [mark])
}
