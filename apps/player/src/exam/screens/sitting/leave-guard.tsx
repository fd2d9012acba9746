import { Button } from '@sitwell/ui/button.tsx'
import { Dialog } from '@sitwell/ui/dialog.tsx'
import { useBlocker } from '@tanstack/react-router'
import { useEffect } from 'react'
import { usePlayer } from '../../../context/player-context.tsx'
import type { PlayerSync } from '../../../sync/player-sync-types.ts'
import { RefusedList } from '../hand-in/refused-list.tsx'
import { useSending, useUnsent } from '../hand-in/use-unsent.ts'
import { wordsOfUnsent } from '../hand-in/words-of-unsent.ts'
import { askBeforeClosing, asksBeforeClosing } from './close-prompt.ts'

/** Sends what is only here, and says where the learner's answers are. */
const WhatStays = ({ sync }: { readonly sync: PlayerSync }) => {
  const { text } = usePlayer()
  const unsent = useUnsent(sync)
  const isOverdue = useSending(sync)
  return (
    <>
      <p role="status">{unsent ? wordsOfUnsent(text, { ...unsent, isOverdue }, 'signedIn') : text('signOut.sending')}</p>
      {unsent && <RefusedList refused={unsent.refused} />}
    </>
  )
}

/** Asks before a navigation leads out of the running exam, and where the organisation wants it before the page closes. */
export const LeaveGuard = ({
  examGuid,
  isRunning,
  sync,
}: {
  readonly examGuid: string
  readonly isRunning: boolean
  readonly sync: PlayerSync
}) => {
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
      onClose={blocker.reset}
      actions={
        <>
          <Button isIrreversible onPress={blocker.proceed}>
            {text('exam.leaveConfirm')}
          </Button>
          <Button variant="primary" onPress={blocker.reset} autoFocus>
            {text('exam.leaveCancel')}
          </Button>
        </>
      }
    >
      <WhatStays sync={sync} />
      <p>{text('exam.leaveText')}</p>
    </Dialog>
  )
}
