import { Button } from '@sitwell/ui/button.tsx'
import { Icon } from '@sitwell/ui/icon.tsx'
import { type CSSProperties, useState } from 'react'
import { usePlayer } from '../../../context/player-context.tsx'
import { OverPage } from '../over-page/over-page.tsx'
import styles from './picture-over-page.module.css'

/** Percent of the size in which all of the picture is in sight. */
const zooms = [100, 150, 200, 300, 400, 600] as const

/** A picture over the page, as large as the window lets it be, or larger: then it scrolls, by the arrow keys too. */
export const PictureOverPage = ({ image, onClose }: { readonly image: HTMLImageElement; onClose(): void }) => {
  const { text } = usePlayer()
  const [zoom, setZoom] = useState<number>(zooms[0])
  const larger = zooms.find((one) => one > zoom)
  const smaller = zooms.findLast((one) => one < zoom)
  const name = image.alt === '' ? text('exam.picture') : image.alt
  const ratio = image.naturalWidth / Math.max(1, image.naturalHeight)
  return (
    <OverPage name={name} onClose={onClose}>
      <div className={styles.bar}>
        <div role="group" aria-label={text('question.pictureSize')} className={styles.zoom}>
          <Button isIcon aria-label={text('question.smaller')} isDisabled={!smaller} onPress={() => setZoom(smaller ?? zoom)}>
            <Icon name="minus" />
          </Button>
          <span role="status">{text('question.percent', { percent: zoom })}</span>
          <Button isIcon aria-label={text('question.larger')} isDisabled={!larger} onPress={() => setZoom(larger ?? zoom)}>
            <Icon name="plus" />
          </Button>
        </div>
        <Button onPress={onClose}>{text('exam.close')}</Button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard */}
      <div tabIndex={0} role="group" aria-label={name} className={styles.place} data-testid="enlarged">
        <img
          src={image.currentSrc || image.src}
          alt={image.alt}
          className={styles.picture}
          // Boundary: a custom property, which the type of styles doesn't know.
          style={{ '--ratio': ratio, '--zoom': zoom / 100 } as CSSProperties}
        />
      </div>
    </OverPage>
  )
}
