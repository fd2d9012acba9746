import { type RefObject, useEffect, useState } from 'react'
import { captionsAt, openCaptions } from '../media/captions.ts'
import styles from './audio-player.module.css'

/** What is said at this moment, where an author gave the words of a recording. */
export const Captions = ({ element }: { readonly element: RefObject<HTMLAudioElement | null> }) => {
  const [words, setWords] = useState('')
  useEffect(() => {
    const track = element.current ? openCaptions(element.current) : undefined
    const show = () => track && setWords(captionsAt(track))
    track?.addEventListener('cuechange', show)
    return () => track?.removeEventListener('cuechange', show)
  }, [element])
  return (
    <p className={styles.captions} data-testid="captions">
      {words}
    </p>
  )
}
