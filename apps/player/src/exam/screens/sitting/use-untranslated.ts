import { useLayoutEffect } from 'react'

/** Asks the browser not to translate the page while `isAsked`. The whole page, because dialogs are not within the exam's element (decision 126). */
export const useUntranslated = (isAsked: boolean): void => {
  useLayoutEffect(() => {
    if (!isAsked) return
    const page = document.documentElement
    page.setAttribute('translate', 'no')
    return () => page.removeAttribute('translate')
  }, [isAsked])
}
