import { useEffect, useState } from 'react'
import { usePlayer } from '../../api/player-context.tsx'
import type { EarlierAnswers } from '../../sync/earlier-answers.ts'
import { Button } from '../../ui/button.tsx'
import { LazyDialog as Dialog } from './lazy-dialog.tsx'

/** Says that answers of an earlier visit, whose connection was lost, are on the server now (spec 3 §4, offline handling). */
export const SyncedNotice = () => {
  const player = usePlayer()
  const { text } = player
  const [synced, setSynced] = useState<EarlierAnswers>()
  useEffect(() => {
    let stop = () => {}
    let isGone = false
    import('../../sync/sync-of-player.ts')
      .then(({ syncOfPlayer }) => syncOfPlayer(player))
      .then((sync) => {
        if (!isGone) stop = sync.earlier.whenSynced(() => setSynced(sync.earlier))
      })
      .catch(player.reportError)
    return () => {
      isGone = true
      stop()
    }
  }, [player])
  if (!synced) return null
  const close = () => {
    synced.forget()
    setSynced(undefined)
  }
  return (
    <Dialog
      role="alertdialog"
      title={text('exam.syncedTitle')}
      actions={
        <Button variant="primary" autoFocus onPress={close}>
          {text('exam.ok')}
        </Button>
      }
    >
      <p>{text('exam.syncedText')}</p>
    </Dialog>
  )
}
