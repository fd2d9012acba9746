import { canEnlarge, canReduce, nextZoom, type PdfZoom, previousZoom } from '@sitwell/exam/media/pdf-view'
import { Button } from '@sitwell/ui/button.tsx'
import { Icon } from '@sitwell/ui/icon.tsx'
import styles from './pdf-viewer.module.css'
import { useViewer } from './viewer-context.tsx'

/** Smaller, larger, its own size, and as wide as there is room. */
export const ZoomButtons = ({
  zoom,
  scale,
  isDisabled,
  onChange,
}: {
  readonly zoom: PdfZoom
  /** What it is shown at now, which is the zoom's own number unless it fits. */
  readonly scale: number
  readonly isDisabled: boolean
  onChange(zoom: PdfZoom): void
}) => {
  const { text } = useViewer()
  const percent = Math.round(scale * 100)
  return (
    <>
      <Button
        variant="quiet"
        isIcon
        aria-label={text('pdf.smaller')}
        isDisabled={isDisabled || !canReduce(scale)}
        onPress={() => onChange(previousZoom(scale))}
      >
        <Icon name="minus" />
      </Button>
      <Button
        variant="quiet"
        className={styles.percent}
        aria-label={text('pdf.ownSize', { percent })}
        isDisabled={isDisabled}
        onPress={() => onChange(1)}
      >
        {`${percent} %`}
      </Button>
      <Button
        variant="quiet"
        isIcon
        aria-label={text('pdf.larger')}
        isDisabled={isDisabled || !canEnlarge(scale)}
        onPress={() => onChange(nextZoom(scale))}
      >
        <Icon name="plus" />
      </Button>
      <Button
        variant="quiet"
        isIcon
        aria-label={text('pdf.fit')}
        aria-pressed={zoom === 'fit'}
        isDisabled={isDisabled}
        onPress={() => onChange('fit')}
      >
        <Icon name="fitWidth" />
      </Button>
    </>
  )
}
