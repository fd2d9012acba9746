import { Button } from '@sitwell/ui/button.tsx'
import type { PictureSize } from '@sitwell/ui/hold-place.ts'
import { useHtmlReading } from '@sitwell/ui/html-reading.tsx'
import { Icon } from '@sitwell/ui/icon.tsx'
import { useEffect, useState } from 'react'
import { usePlayer } from '../../../context/player-context.tsx'
import { shortText } from '../question/short-text.ts'
import { loadPictureOverPage } from './load-picture-over-page.ts'
import styles from './text-media.module.css'

/** Pixels of its own, either way, from which a picture has something to look at closely; below it is a sign in a line of text. */
const smallestPx = 96

/** Characters of a picture's text in the name of its button: the picture itself says all of it. */
const mostOfName = 60

const isWorthIt = ({ width, height }: PictureSize) => Math.max(width, height) >= smallestPx
const sizeNow = ({ naturalWidth: width, naturalHeight: height }: HTMLImageElement): PictureSize => ({ width, height })

/** Opens a picture of the text over the page, where it can be made larger. */
export const EnlargePicture = ({ image }: { readonly image: HTMLImageElement }) => {
  const { text, reportError } = usePlayer()
  const { sizeOf } = useHtmlReading()
  // By what is known of it before it is there: a button that comes later moves what is below it.
  const [isThere, setThere] = useState(() => isWorthIt(sizeOf?.(image.getAttribute('src') ?? '') ?? sizeNow(image)))
  const [OverPage, setOverPage] = useState<Awaited<ReturnType<typeof loadPictureOverPage>>>()
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const look = () => setThere(isWorthIt(sizeNow(image)))
    if (image.complete) look()
    image.addEventListener('load', look)
    return () => image.removeEventListener('load', look)
  }, [image])
  useEffect(() => {
    if (!isThere) return
    // Ahead of the press, so that it works without a network; a component is a function, which a setter would call.
    loadPictureOverPage()
      .then((loaded) => setOverPage(() => loaded))
      .catch((error: unknown) => {
        reportError(error, 'enlarge picture')
        setThere(false)
      })
  }, [isThere, reportError])
  if (!isThere) return null
  const label = text('exam.enlargePicture')
  return (
    <span className={styles.enlarge}>
      <Button
        variant="quiet"
        className={styles.enlargeButton}
        aria-label={image.alt === '' ? label : `${label}: ${shortText(image.alt, mostOfName)}`}
        aria-haspopup="dialog"
        onPress={() => setOpen(true)}
      >
        <Icon name="search" /> {label}
      </Button>
      {isOpen && OverPage && <OverPage image={image} onClose={() => setOpen(false)} />}
    </span>
  )
}
