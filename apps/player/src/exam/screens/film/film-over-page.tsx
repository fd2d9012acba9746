import { Button } from '@sitwell/ui/button.tsx'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { usePlayer } from '../../../context/player-context.tsx'
import { OverPage } from '../over-page/over-page.tsx'
import styles from './film.module.css'

/**
 * Moves a film into `place` while it shows, and back. It plays on: a browser stops only what is nowhere once a script has ended. What
 * represents it meanwhile is as large, so that the page behind is the same when it comes back.
 */
const useFilmIn = (film: HTMLElement) => {
  const place = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const stand = document.createElement('span')
    stand.style.display = 'block'
    stand.style.blockSize = `${film.offsetHeight}px`
    film.replaceWith(stand)
    place.current?.append(film)
    return () => stand.replaceWith(film)
  }, [film])
  return place
}

const FilmPlace = ({ film }: { readonly film: HTMLElement }) => <div ref={useFilmIn(film)} className={styles.place} />

/**
 * A film over the page, as large as the window, with its own controls. Not the browser's full screen: there it shows controls of its own
 * again, with a download, some phones have none for a page, and to leave it would leave that of the exam.
 */
export const FilmOverPage = ({
  film,
  name,
  captions,
  children,
  onClose,
}: {
  readonly film: HTMLElement
  readonly name: string
  readonly captions: ReactNode
  readonly children: ReactNode
  onClose(): void
}) => {
  const { text } = usePlayer()
  return (
    <OverPage name={name} onClose={onClose}>
      <FilmPlace film={film} />
      <div className={`${styles.frame} ${styles.overPage}`}>
        {captions}
        <div className={styles.bar}>
          {children}
          <Button onPress={onClose}>{text('exam.close')}</Button>
        </div>
      </div>
    </OverPage>
  )
}
