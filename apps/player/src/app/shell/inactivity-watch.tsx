import { LazyDialog as Dialog } from '@sitwell/app-shell/lazy-dialog.tsx'
import { Button } from '@sitwell/ui/button.tsx'
import { useMachine } from '@xstate/react'
import { type RefObject, Suspense, useCallback, useEffect, useMemo, useRef } from 'react'
import type { Player } from '../../context/player.ts'
import { usePlayer } from '../../context/player-context.tsx'
import type { PlayerSync } from '../../sync/player-sync-types.ts'
import { isExamSessionStored } from '../stored-session.ts'
import { inactivityMachine, inactivityWarningMs } from './inactivity.machine.ts'
import { LazyOnlyHereNote } from './lazy-parts.tsx'
import { useShell } from './shell-context.tsx'
import { useActions } from './use-actions.ts'

/** Requests that an exam keeps to be sent are a sign of life: a learner who reads for long isn't logged out of it. */
const useSaves = (signedIn: Player, current: RefObject<PlayerSync | undefined>, onSave: () => void) => {
  useEffect(() => {
    let stop = () => {}
    let isGone = false
    import('../../sync/sync-of-player.ts')
      .then(({ syncOfPlayer }) => syncOfPlayer(signedIn))
      .then((sync) => {
        if (isGone) return
        current.current = sync
        stop = sync.onStored(onSave)
      })
      .catch(signedIn.reportError)
    return () => {
      isGone = true
      stop()
    }
  }, [signedIn, current, onSave])
}

const Watch = () => {
  const { player } = useShell()
  const signedIn = usePlayer()
  const { text } = signedIn
  const { monotonicMs } = player.environment
  const sync = useRef<PlayerSync>(undefined)
  const steps = useMemo(
    () => ({
      nowMs: monotonicMs,
      // An exam that is sat in another tab tells of itself by its saves; asleep it can't.
      sitting: () => sync.current?.sitting() ?? (isExamSessionStored(player) ? ('paused' as const) : undefined),
      endSession: () => void player.endSession(),
      leave: () => void player.leaveEnded(),
    }),
    [player, monotonicMs],
  )
  const [snapshot, send] = useMachine(inactivityMachine, { input: { steps } })
  const onAction = useCallback(() => send({ type: 'action' }), [send])
  useActions(onAction, monotonicMs)
  useSaves(signedIn, sync, onAction)

  if (snapshot.matches('warned')) {
    return (
      <Dialog
        role="alertdialog"
        title={text('inactivity.warningTitle')}
        actions={
          <Button variant="primary" autoFocus onPress={onAction}>
            {text('inactivity.stay')}
          </Button>
        }
      >
        <p>{text('inactivity.warning', { minutes: inactivityWarningMs / 60_000 })}</p>
      </Dialog>
    )
  }
  if (!snapshot.matches('fired')) return null
  return (
    <Dialog
      role="alertdialog"
      title={text('inactivity.title')}
      actions={
        <Button variant="primary" autoFocus onPress={() => send({ type: 'understood' })}>
          {text('inactivity.ok')}
        </Button>
      }
    >
      <p>{text('inactivity.text')}</p>
      <Suspense fallback={null}>
        <LazyOnlyHereNote />
      </Suspense>
    </Dialog>
  )
}

/** Runs once a user with a guid is signed in, unless the configuration says otherwise (spec 1 §4, inactivity). */
export const InactivityWatch = () => {
  const { appSettings, session } = usePlayer()
  return appSettings.useInactivityTimer && session.user.guid !== '' ? <Watch /> : null
}
