import { useLayoutEffect } from 'react'

/**
 * Marks the page as one of a sitting, or of its questions, for rules of the style sheet that lie around them. By `:has` a browser would
 * look for them anew at each question that opens.
 */
export const usePageMark = (mark: 'sitting' | 'questions'): void => {
  useLayoutEffect(() => {
    const { dataset } = document.documentElement
    dataset[mark] = ''
    return () => {
      delete dataset[mark]
    }
  }, [mark])
}
