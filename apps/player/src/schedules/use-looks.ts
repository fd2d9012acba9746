import { useEffect } from 'react'
import { usePlayer } from '../context/player-context.tsx'

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

/** While the starts of these schedules (their guids, with blanks between them) are waited for, looks as soon as one of them is changed. */
export const useStarts = (waited: string, look: () => void): void => {
  const { api, reportError } = usePlayer()
  useEffect(() => {
    let stop = () => {}
    if (waited === '') return
    let isGone = false
    // If its code doesn't come, there are the looks.
    import('./follow-starts.ts').then(({ followStartsBy }) => {
      if (!isGone) stop = followStartsBy(api, waited.split(' '), look, reportError)
    }, reportError)
    return () => {
      isGone = true
      stop()
    }
  }, [waited, look, api, reportError])
}
