import { useBlocker } from '@tanstack/react-router'
import { useEffect } from 'react'
import { usePlayer } from '../../api/player-context.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { askBeforeClosing, asksBeforeClosing } from './close-prompt.ts'

/** Asks before a navigation leads out of the running exam, and where the organisation wants it before the page closes. */
export const LeaveGuard = ({ examGuid, isRunning }: { readonly examGuid: string; readonly isRunning: boolean }) => {
  const { text, settings, policies } = usePlayer()
  const asks = isRunning && asksBeforeClosing(settings.warnOnBrowserClose, policies)
  const words = text('exam.closeWarning')
  useEffect(() => (asks ? askBeforeClosing(words) : undefined), [asks, words])
  const blocker = useBlocker({
    shouldBlockFn: ({ next }) => isRunning && !next.pathname.startsWith(`/exam/${examGuid}/`),
    enableBeforeUnload: false,
    withResolver: true,
  })
  if (blocker.status !== 'blocked') return null
  return (
    <Dialog
      role="alertdialog"
      title={text('exam.leaveTitle')}
      actions={
        <>
          <Button onPress={blocker.proceed}>{text('exam.leaveConfirm')}</Button>
          <Button variant="primary" onPress={blocker.reset} autoFocus>
            {text('exam.leaveCancel')}
          </Button>
        </>
      }
    >
      <p>{text('exam.leaveText')}</p>
    </Dialog>
  )
}
