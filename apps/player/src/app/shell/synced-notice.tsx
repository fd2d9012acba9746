import { LazyDialog as Dialog } from '@sitwell/app-shell/lazy-dialog.tsx'
import { Button } from '@sitwell/ui/button.tsx'
import { type ReactNode, useEffect, useState } from 'react'
import { usePlayer } from '../../context/player-context.tsx'
import type { EarlierAnswers, Synced } from '../../sync/earlier-answers.ts'

interface SyncedNote {
  /** The messages that say it: a title and a text. */
  readonly words: 'exam.notSynced' | 'exam.syncedLate' | 'exam.syncedReview' | 'exam.synced'
  readonly count: number
}

const notesOf = ({ refused, late, inReview }: Synced): readonly SyncedNote[] => {
  const notes: SyncedNote[] = [
    { words: 'exam.notSynced', count: refused },
    { words: 'exam.syncedLate', count: late - inReview },
    { words: 'exam.syncedReview', count: inReview },
  ]
  const some = notes.filter(({ count }) => count > 0)
  return some.length > 0 ? some : [{ words: 'exam.synced', count: 0 }]
}

/**
 * Says that answers of an earlier visit, whose connection was lost, are on the server now (spec 3 §4, offline handling); or that
 * the server took some of them no more, or keeps them without counting them. What else there is to say waits until that is read.
 */
export const SyncedNotice = ({ children }: { readonly children: ReactNode }) => {
  const player = usePlayer()
  const { text } = player
  const [synced, setSynced] = useState<Synced & Pick<EarlierAnswers, 'forget'>>()
  useEffect(() => {
    let stop = () => {}
    let isGone = false
    import('../../sync/sync-of-player.ts')
      .then(({ syncOfPlayer }) => syncOfPlayer(player))
      .then((sync) => {
        if (!isGone) stop = sync.earlier.whenSynced((outcome) => setSynced({ ...outcome, forget: sync.earlier.forget }))
      })
      .catch(player.reportError)
    return () => {
      isGone = true
      stop()
    }
  }, [player])
  if (!synced) return children
  const close = () => {
    synced.forget()
    setSynced(undefined)
  }
  const notes = notesOf(synced)
  return (
    <Dialog
      role="alertdialog"
      title={text(`${notes[0]?.words ?? 'exam.synced'}Title`)}
      actions={
        <Button variant="primary" autoFocus onPress={close}>
          {text('exam.ok')}
        </Button>
      }
    >
      {notes.map(({ words, count }) => (
        <p key={words}>{text(`${words}Text`, { count })}</p>
      ))}
    </Dialog>
  )
}
