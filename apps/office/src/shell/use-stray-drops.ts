import { useEffect } from 'react'

const ignore = (event: DragEvent) => {
  if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return
  event.preventDefault()
  event.dataTransfer.dropEffect = 'none'
}

/** Ignores files that are dropped beside the places for them: the browser would open the file instead of the page, and what was typed there would be lost. */
export const useStrayDrops = (): void => {
  useEffect(() => {
    // Behind the page's own places, which take their events first.
    window.addEventListener('dragover', ignore)
    window.addEventListener('drop', ignore)
    return () => {
      window.removeEventListener('dragover', ignore)
      window.removeEventListener('drop', ignore)
    }
  }, [])
}
