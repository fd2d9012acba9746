import { type ReactNode, useState } from 'react'
import type { FormHands } from './form-hands.ts'
import styles from './picture.module.css'

/** Percent of its place that a picture may be as wide as. */
const zooms = [100, 150, 200, 300] as const

/** A picture that something lies on: nothing may stand behind it that would make it another size than what lies there. */
export const BarePicture = ({
  src,
  alt,
  hands,
}: {
  readonly src: string
  readonly alt: string
  readonly hands: Pick<FormHands, 'files'>
}) => <img src={hands.files.addressOf(src)} alt={alt} className={styles.bare} draggable={false} />

/** A picture and what lies on it: as large as it is, or wider than its place, in which it then scrolls. */
export const ZoomedPicture = ({
  picture,
  size,
  hands,
  children,
}: {
  readonly picture: { readonly src: string; readonly alt: string }
  /** In its own pixels: it keeps its place where it can't be shown. */
  readonly size?: { readonly width: number; readonly height: number }
  readonly hands: FormHands
  readonly children: ReactNode
}) => {
  const { text } = hands
  const [zoom, setZoom] = useState<number>(zooms[0])
  const larger = zooms.find((one) => one > zoom)
  const smaller = zooms.findLast((one) => one < zoom)
  const isWide = zoom > zooms[0]
  const ownSize = size && { inlineSize: `${size.width}px`, aspectRatio: `${size.width} / ${size.height}` }
  const narrow = ownSize && styles.sized
  const reachable = isWide ? { tabIndex: 0, role: 'group', 'aria-label': picture.alt } : {}
  return (
    <>
      <div role="group" aria-label={text('question.pictureSize')} className={styles.zoom}>
        <button
          type="button"
          className={styles.size}
          aria-label={text('question.smaller')}
          aria-disabled={smaller === undefined || undefined}
          onClick={() => setZoom(smaller ?? zoom)}
        >
          −
        </button>
        <span role="status">{text('question.percent', { percent: zoom })}</span>
        <button
          type="button"
          className={styles.size}
          aria-label={text('question.larger')}
          aria-disabled={larger === undefined || undefined}
          onClick={() => setZoom(larger ?? zoom)}
        >
          +
        </button>
      </div>
      <div className={isWide ? styles.window : narrow} {...reachable}>
        <div
          className={styles.hotspot}
          data-wide={isWide || undefined}
          data-sized={size !== undefined || undefined}
          style={isWide ? { ...ownSize, inlineSize: `${zoom}%` } : ownSize}
        >
          <BarePicture src={picture.src} alt={picture.alt} hands={hands} />
          {children}
        </div>
      </div>
    </>
  )
}
