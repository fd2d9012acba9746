import { type RefObject, useEffect, useState } from 'react'
import { captionsAt, openCaptions } from '../media/captions.ts'

/** What is said at this moment, where an author gave the words of a recording. */
export const Captions = ({
  element,
  className,
}: {
  readonly element: RefObject<HTMLMediaElement | null>
  readonly className: string | undefined
}) => {
  const [words, setWords] = useState('')
  useEffect(() => {
    const track = element.current ? openCaptions(element.current) : undefined
    const show = () => track && setWords(captionsAt(track))
    // It may be under way already, where it is shown a second time.
    show()
    track?.addEventListener('cuechange', show)
    return () => track?.removeEventListener('cuechange', show)
  }, [element])
  return (
    <p className={className} data-testid="captions">
      {words}
    </p>
  )
}
