import { useEffect, useState } from 'react'
import { usePlayer } from '../../../context/player-context.tsx'
import { syncOfPlayer } from '../../../sync/sync-of-player.ts'
import { followReopened } from './follow-reopened.ts'

/** Whether staff have opened a form run again that was completed; looked for while the learner is on the pages after it. */
export const useReopened = (formRunGuid: string, isCompleted: boolean): boolean => {
  const player = usePlayer()
  const { live } = player
  const [isReopened, setReopened] = useState(false)
  useEffect(() => {
    if (!isCompleted) return undefined
    return followReopened(live, formRunGuid, {
      tell: setReopened,
      doubt: () =>
        void syncOfPlayer(player)
          .then((sync) => sync.doubt(formRunGuid))
          .catch(player.reportError),
    })
  }, [player, live, formRunGuid, isCompleted])
  return isReopened
}
