import { useBlocker } from '@sitwell/navigation/navigation.tsx'
import { Button } from '@sitwell/ui/button.tsx'
import { Dialog } from '@sitwell/ui/dialog.tsx'
import { useEffect, useState } from 'react'
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

/** A move that waits for what the learner says to it. */
interface Asked {
  answer(isStaying: boolean): void
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
  const [asked, setAsked] = useState<Asked>()
  useBlocker(({ to }, signal) => {
    if (!isRunning || to.pathname.startsWith(`/exam/${examGuid}/`)) return false
    return new Promise((resolve) => {
      const mine = { answer: resolve }
      setAsked(mine)
      signal.addEventListener('abort', () => {
        // Somebody else may be asking by now.
        setAsked((shown) => (shown === mine ? undefined : shown))
        resolve(true)
      })
    })
  })
  if (asked === undefined) return null
  const answer = (isStaying: boolean) => {
    setAsked(undefined)
    asked.answer(isStaying)
  }
  return (
    <Dialog
      role="alertdialog"
      title={text('exam.leaveTitle')}
      onClose={() => answer(true)}
      actions={
        <>
          <Button isIrreversible onPress={() => answer(false)}>
            {text('exam.leaveConfirm')}
          </Button>
          <Button variant="primary" onPress={() => answer(true)} autoFocus>
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
