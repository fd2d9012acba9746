import { Button } from '@sitwell/ui/button.tsx'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { Dialog } from 'react-aria-components/Dialog'
import { Heading } from 'react-aria-components/Heading'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
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
    <ModalOverlay isOpen isKeyboardDismissDisabled className={styles.cover ?? ''}>
      <Modal>
        <Dialog role="alertdialog" className={styles.notice ?? ''}>
          <Heading slot="title" level={2} className={styles.title ?? ''}>
            {text('exam.fullScreenTitle')}
          </Heading>
          <p>{text('exam.fullScreenText')}</p>
          <Button variant="primary" autoFocus onPress={() => void comeBack()}>
            {text('exam.fullScreenReturn')}
          </Button>
          <p role="status" className={styles.refused}>
            {isRefused && text('exam.fullScreenRefused')}
          </p>
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}
