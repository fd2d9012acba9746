import { Button } from '@sitwell/ui/button.tsx'
import { Icon } from '@sitwell/ui/icon.tsx'
import { type ReactNode, useState } from 'react'
import type { LaterMessages } from '../preload/later-messages.ts'
import styles from './film.module.css'
import { FilmOverPage } from './film-over-page.tsx'

/** What is below the picture of a film: what is said over its lower edge, its controls, and the way to a larger one. */
export const FilmFrame = ({
  film,
  name,
  captions,
  words,
  children,
}: {
  /** The film as it stands on the page, right above this. */
  film(): HTMLElement | null
  readonly name: string
  /** Undefined if its author gave no words. */
  readonly captions: ReactNode
  readonly words: LaterMessages
  /** Its controls. */
  readonly children: ReactNode
}) => {
  const [large, setLarge] = useState<HTMLElement>()
  return (
    <span className={styles.frame}>
      {captions}
      <span className={styles.bar}>
        {children}
        <Button
          aria-label={words('film.enlargeNamed', { name })}
          aria-haspopup="dialog"
          onPress={() => setLarge(film() ?? undefined)}
        >
          <Icon name="search" /> {words('film.enlarge')}
        </Button>
      </span>
      {large && (
        <FilmOverPage film={large} name={name} captions={captions} onClose={() => setLarge(undefined)}>
          {children}
        </FilmOverPage>
      )}
    </span>
  )
}
