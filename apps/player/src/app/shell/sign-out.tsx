import { Button } from '@sitwell/ui/button.tsx'
import { Dialog } from '@sitwell/ui/dialog.tsx'
import { useCallback, useEffect, useState } from 'react'
import { useVisitor } from '../../context/player-context.tsx'
import { RefusedList } from '../../exam/screens/hand-in/refused-list.tsx'
import { SaveHandIn } from '../../exam/screens/hand-in/save-hand-in.tsx'
import { useSending, useUnsent } from '../../exam/screens/hand-in/use-unsent.ts'
import { isAllThere, wordsOfUnsent } from '../../exam/screens/hand-in/words-of-unsent.ts'
import type { PlayerSync } from '../../sync/player-sync-types.ts'
import { runningSync } from '../../sync/sync-of-player.ts'
import { useShell } from './shell-context.tsx'

/** Milliseconds that the times of an exam and its log have to reach the server, once its answers are there or the learner goes without. */
const restMs = 1000

/** Whether there is nothing more to ask or to wait for. */
const mayLeave = (all: {
  readonly hasAll: boolean
  readonly isLeft: boolean
  readonly hasAgreed: boolean
  readonly isRunning: boolean
}) => (all.hasAll ? all.hasAgreed || !all.isRunning : all.hasAgreed && all.isLeft)

/** Sends what is only here, and asks where something is at stake: an exam that is being sat, or answers that can't be sent. */
const Asking = ({ sync }: { readonly sync: PlayerSync }) => {
  const { player } = useShell()
  const { text } = useVisitor()
  const unsent = useUnsent(sync)
  const [isRunning] = useState(() => sync.sitting() !== undefined)
  const [hasAgreed, setAgreed] = useState(false)
  const isOverdue = useSending(sync)
  /** Something could not be sent for once: a connection that comes and goes takes the way to hand it in away no more. */
  const [isStuck, setStuck] = useState(false)
  const isLeft = isOverdue || unsent?.isOffline === true || unsent?.isUnknown === true
  if (!isStuck && isLeft) setStuck(true)
  const hasAll = unsent !== undefined && isAllThere(unsent)
  const leaves = mayLeave({ hasAll, isLeft, hasAgreed, isRunning })
  useEffect(() => {
    if (!leaves) return
    const leave = async () => {
      await sync.sendRest(restMs)
      await player.signOut()
    }
    leave().catch(player.reportError)
  }, [leaves, player, sync])
  const stay = useCallback(() => player.store.change({ isSigningOut: false }), [player])
  // Its completion is queued, which is heard of as any change of what waits is.
  const hasEnded = isRunning && sync.sitting() === undefined
  useEffect(() => {
    // What was asked about is over, and its end has its own page, which says what is to be done.
    if (hasEnded && !hasAgreed) stay()
  }, [hasEnded, hasAgreed, stay])
  // Nothing to decide, and over in a moment.
  if ((hasAll || !unsent) && !isRunning) return null
  return (
    <Dialog
      role="alertdialog"
      title={text(isRunning ? 'signOut.runningTitle' : 'signOut.title')}
      onClose={hasAgreed ? undefined : stay}
      actions={
        <>
          <Button isIrreversible isPending={hasAgreed} onPress={() => setAgreed(true)}>
            {text('signOut.confirm')}
          </Button>
          <Button variant="primary" autoFocus onPress={stay}>
            {text(isRunning ? 'signOut.goOn' : 'signOut.stay')}
          </Button>
        </>
      }
    >
      {isRunning && <p>{text('signOut.running')}</p>}
      <p role="status">{unsent ? wordsOfUnsent(text, { ...unsent, isOverdue }) : text('signOut.sending')}</p>
      {unsent && <RefusedList refused={unsent.refused} />}
      {unsent && unsent.answers + unsent.checking > 0 && isStuck && <SaveHandIn />}
    </Dialog>
  )
}

/** Logging off, from the press to the sign-in page. */
const SignOut = () => {
  const { player } = useShell()
  const [sync, setSync] = useState<PlayerSync>()
  useEffect(() => {
    const leave = () => player.signOut().catch(player.reportError)
    const found = runningSync()
    if (found) found.then(setSync, leave)
    else void leave()
  }, [player])
  if (!sync) return null
  return <Asking sync={sync} />
}

export default SignOut
