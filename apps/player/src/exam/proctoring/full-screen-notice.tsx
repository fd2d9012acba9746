import { Layer } from '@sitwell/layer/layer.tsx'
import { Button } from '@sitwell/ui/button.tsx'
import { useEffect, useId, useRef, useState, useSyncExternalStore } from 'react'
import { usePlayer } from '../../context/player-context.tsx'
import type { ActivityLog } from '../../sync/activity/activity-log.ts'
import { activityTypes } from '../../sync/activity/activity-types.ts'
import { canBeFullScreen, enterFullScreen, isFullScreen, onFullScreenChange } from './full-screen.ts'
import styles from './full-screen-notice.module.css'

/** Lies over the whole exam while its window has left the full screen that the exam requires (spec 3 §2). */
export const FullScreenNotice = ({ log }: { readonly log: ActivityLog }) => {
  const { text } = usePlayer()
  const isFull = useSyncExternalStore(onFullScreenChange, isFullScreen)
  const [isRefused, setRefused] = useState(false)
  const titleId = useId()
  const textId = useId()
  const before = useRef<boolean>(undefined)
  useEffect(() => {
    if (before.current !== isFull) log.record(activityTypes.fullScreen, isFull ? 'in' : 'out')
    before.current = isFull
    setRefused(false)
  }, [log, isFull])
  if (isFull || !canBeFullScreen()) return null
  const comeBack = async () => {
    const came = await enterFullScreen()
    setRefused(!came)
    if (!came) log.record(activityTypes.popupError, 'full screen refused')
  }
  return (
    <Layer look={{ veil: styles.cover, dialog: styles.notice }} role="alertdialog" titleId={titleId} describedBy={textId}>
      <h2 id={titleId} className={styles.title}>
        {text('exam.fullScreenTitle')}
      </h2>
      <p id={textId}>{text('exam.fullScreenText')}</p>
      <Button variant="primary" autoFocus onPress={() => void comeBack()}>
        {text('exam.fullScreenReturn')}
      </Button>
      <p role="status" className={styles.refused}>
        {isRefused && text('exam.fullScreenRefused')}
      </p>
    </Layer>
  )
}
