import { appPaths } from '@sitwell/contract/app-paths'
import density from '@sitwell/office-ui/density.module.css'
import { Problem } from '@sitwell/office-ui/form.tsx'
import { Button } from '@sitwell/ui/button.tsx'
import { useOffice } from '../office-context.tsx'
import styles from './preview-page.module.css'
import { type Previewed, usePreviewFrame } from './use-preview-frame.ts'

/** Why there is no preview. */
const textOf = (code: string | undefined) => {
  if (code === 'NOT_FOUND' || code === 'INVALID_REQUEST') return 'examPreview.notFound'
  return code === 'NOT_ALLOWED' ? 'examPreview.notAllowed' : 'examPreview.failed'
}

/** The player in a frame, and what is particular about this exam. Each of these begins again. */
export const PreviewFrame = ({
  previewed,
  examName,
  onAgain,
  onAnotherDraw,
}: {
  readonly previewed: Previewed
  readonly examName: string
  onAgain(): void
  onAnotherDraw(): void
}) => {
  const { text } = useOffice()
  const { frame, state } = usePreviewFrame(previewed)
  if (state.is === 'failed') {
    const { failure } = state
    const id = textOf(failure.kind === 'refused' ? failure.code : undefined)
    return (
      <div className={styles.failed}>
        <Problem>{text(id)}</Problem>
        {id === 'examPreview.failed' && (
          <Button className={density.press} onPress={onAgain}>
            {text('table.retry')}
          </Button>
        )}
      </div>
    )
  }
  return (
    <>
      <div className={styles.draw}>
        <Button className={density.press} onPress={onAgain}>
          {text('examPreview.again')}
        </Button>
        {document.fullscreenEnabled && (
          <Button className={density.press} onPress={() => void frame.current?.requestFullscreen()}>
            {text('examPreview.fullScreen')}
          </Button>
        )}
        {state.is === 'open' && state.kind.isDrawn && (
          <>
            <Button className={density.press} onPress={onAnotherDraw}>
              {text('examPreview.anotherDraw')}
            </Button>
            <span className={styles.seed}>{text('examPreview.draw', { seed: previewed.seed })}</span>
            <span className={styles.help}>{text('examPreview.drawHelp')}</span>
          </>
        )}
      </div>
      {state.is === 'open' && state.kind.isRouted && <p className={styles.routed}>{text('examPreview.routed')}</p>}
      {state.is === 'opening' && (
        <p role="status" className={styles.help}>
          {text('examPreview.loading')}
        </p>
      )}
      <iframe
        ref={frame}
        className={styles.frame}
        src={`${appPaths.preview}/`}
        title={text('examPreview.frame', { name: examName, version: previewed.version })}
        allow="fullscreen; autoplay"
      />
    </>
  )
}
