import { useEffect, useState } from 'react'
import { usePlayer } from '../../api/player-context.tsx'
import { syncOfPlayer } from '../../sync/sync-of-player.ts'
import type { WorkAt } from '../../sync/where-answers-are.ts'

/** Where the answers and files of a form run are, as they reach the server; undefined until that is read. */
export const useAnswersAt = (formRunGuid: string): WorkAt | undefined => {
  const player = usePlayer()
  const [answersAt, setAnswersAt] = useState<WorkAt>()
  useEffect(() => {
    let stop = () => {}
    let isGone = false
    const follow = async () => {
      const sync = await syncOfPlayer(player)
      const look = async () => {
        const found = await sync.answersAt(formRunGuid)
        const lostFiles = sync.uploads.lost(formRunGuid).map(({ fileName }) => fileName)
        if (!isGone) setAnswersAt({ ...found, lostFiles })
      }
      const lookAgain = () => void look().catch(player.reportError)
      if (!isGone) {
        const stops = [sync.onAnswers(lookAgain), sync.uploads.subscribe(lookAgain)]
        stop = () => {
          for (const one of stops) one()
        }
      }
      await look()
    }
    follow().catch(player.reportError)
    return () => {
      isGone = true
      stop()
    }
  }, [player, formRunGuid])
  return answersAt
}
