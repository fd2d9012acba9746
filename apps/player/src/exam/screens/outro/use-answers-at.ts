import { useEffect, useState } from 'react'
import { usePlayer } from '../../../context/player-context.tsx'
import { syncOfPlayer } from '../../../sync/sync-of-player.ts'
import { type AnswersStatus, followAnswers } from './follow-answers.ts'

/** Where the answers and files of a form run are, as they reach the server. `isOwn`: it was sat in this tab. */
export const useAnswersAt = (formRunGuid: string | undefined, isOwn: boolean): AnswersStatus => {
  const player = usePlayer()
  const [status, setKnown] = useState<{ readonly of: string; readonly at: AnswersStatus }>()
  useEffect(() => {
    if (formRunGuid === undefined) return undefined
    return followAnswers(formRunGuid, {
      sync: () => syncOfPlayer(player),
      isOwn,
      tell: (at) => setKnown({ of: formRunGuid, at }),
      onError: player.reportError,
    })
  }, [player, formRunGuid, isOwn])
  return status !== undefined && status.of === formRunGuid ? status.at : 'reading'
}
