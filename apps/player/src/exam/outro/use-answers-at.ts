import { useEffect, useState } from 'react'
import { usePlayer } from '../../api/player-context.tsx'
import { syncOfPlayer } from '../../sync/sync-of-player.ts'
import type { AnswersAt } from '../../sync/where-answers-are.ts'

/** Where the answers of a form run are, as they reach the server; undefined until that is read. */
export const useAnswersAt = (formRunGuid: string): AnswersAt | undefined => {
  const player = usePlayer()
  const [answersAt, setAnswersAt] = useState<AnswersAt>()
  useEffect(() => {
    let stop = () => {}
    let isGone = false
    const follow = async () => {
      const sync = await syncOfPlayer(player)
      const look = async () => {
        const found = await sync.answersAt(formRunGuid)
        if (!isGone) setAnswersAt(found)
      }
      if (!isGone) stop = sync.onAnswers(() => void look().catch(player.reportError))
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
