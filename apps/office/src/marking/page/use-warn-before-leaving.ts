import { useEffect } from 'react'

/** Has the browser ask before the page is left or loaded anew: without the server it could not be opened again. */
export const useWarnBeforeLeaving = (isWarned: boolean): void => {
  useEffect(() => {
    if (!isWarned) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isWarned])
}
