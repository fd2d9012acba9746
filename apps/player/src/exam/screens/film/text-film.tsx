import { useLayoutEffect } from 'react'
import { MediumBar } from '../media/medium-bar.tsx'
import { hasFile, useMedium } from '../media/use-medium.ts'
import type { LaterMessages } from '../preload/later-messages.ts'
import styles from './film.module.css'
import { FilmFrame } from './film-frame.tsx'
import { useWhyFailed } from './why-failed.ts'

/** A film of a text, with controls as sounds have them, and what is said in it over its picture. */
export const TextFilm = ({ film, words }: { readonly film: HTMLVideoElement; readonly words: LaterMessages }) => {
  const medium = useMedium(film)
  const { shown, captions } = medium
  const why = useWhyFailed(() => film, shown.isFailed)
  useLayoutEffect(() => {
    const [width, height] = [film.getAttribute('width'), film.getAttribute('height')]
    // As its author said, once and for all: by itself the film's own shape would count as soon as it is there, and what is below would move.
    if (/^\d+$/.test(width ?? '') && /^\d+$/.test(height ?? '')) film.style.aspectRatio = `${width} / ${height}`
  }, [film])
  const name = film.title === '' ? words('film.title') : film.title
  return (
    <span role="group" aria-label={name} className={styles.textFilm} dir={document.documentElement.dir}>
      <FilmFrame
        film={() => film}
        name={name}
        words={words}
        captions={
          captions !== undefined && (
            <span className={styles.captions} data-testid="captions">
              {captions}
            </span>
          )
        }
      >
        <MediumBar medium={medium} mayRetry={hasFile(film)} progress={words('film.progress')} />
        <span role="status" className={styles.says}>
          {why && words(why)}
        </span>
      </FilmFrame>
    </span>
  )
}
