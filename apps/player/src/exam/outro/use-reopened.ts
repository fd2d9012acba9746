import { useEffect, useState } from 'react'
import { usePlayer } from '../../api/player-context.tsx'
import { syncOfPlayer } from '../../sync/sync-of-player.ts'

/** Whether staff have opened a form run again that was completed; looked for while the learner is on the pages after it. */
export const useReopened = (formRunGuid: string, isCompleted: boolean): boolean => {
  const player = usePlayer()
  const { live } = player
  const [isReopened, setReopened] = useState(false)
  useEffect(() => {
    if (!isCompleted) return undefined
    let isForgotten = false
    return live.follow(formRunGuid, {
      onState({ completed }) {
        isForgotten &&= !completed
        setReopened(!completed && !isForgotten)
      },
      onSetBack() {
        // Nobody has opened it again: its completion is sent once more.
        isForgotten = true
        syncOfPlayer(player)
          .then((sync) => sync.doubt(formRunGuid))
          .catch(player.reportError)
      },
      onNews: ({ kind }) => {
        if (kind === 'reopened') setReopened(true)
        if (kind === 'completed') setReopened(false)
      },
    })
  }, [player, live, formRunGuid, isCompleted])
  return isReopened
}
