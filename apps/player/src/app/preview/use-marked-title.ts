import { useLayoutEffect } from 'react'
import { usePreviewText } from './preview-text.ts'

/**
 * Puts the word for a preview before whatever the pages call themselves, so that the name of each page says so where it shows, and where it is read out as the page
 * opens.
 */
export const useMarkedTitle = (): void => {
  const text = usePreviewText()
  useLayoutEffect(() => {
    const title = document.querySelector('title')
    if (title === null) return undefined
    let marked = ''
    const mark = () => {
      if (document.title === marked) return
      marked = text('preview.title', { title: document.title })
      document.title = marked
    }
    mark()
    // It is told before the next frame, in which the title is read out.
    const watch = new MutationObserver(mark)
    watch.observe(title, { childList: true, characterData: true, subtree: true })
    return () => watch.disconnect()
  }, [text])
}
