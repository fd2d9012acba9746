import { useEffect } from 'react'

/** Milliseconds between two looks. */
const everyMs = 60_000

/** While something waits, looks once a minute as long as the page is visible, and as it becomes visible. */
export const useLooks = (isWaiting: boolean, look: () => void): void => {
  useEffect(() => {
    if (!isWaiting) return
    const lookIfVisible = () => {
      if (document.visibilityState === 'visible') look()
    }
    const timer = setInterval(lookIfVisible, everyMs)
    document.addEventListener('visibilitychange', lookIfVisible)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', lookIfVisible)
    }
  }, [isWaiting, look])
}
