import { useEffect } from 'react'
import { usePlayer } from '../context/player-context.tsx'
import { requestTypes } from '../storage/records.ts'
import { syncOfPlayer } from '../sync/sync-of-player.ts'

/** Tells when the completion of an exam that was finished in this browser has arrived: a list from before that doesn't know of it. */
export const useCompletions = (onArrived: () => void): void => {
  const player = usePlayer()
  useEffect(() => {
    let isLeft = false
    let stop = () => {}
    const follow = async () => {
      const { queue } = await syncOfPlayer(player)
      if (isLeft) return
      stop = queue.subscribe(({ kind, request }) => {
        if (kind === 'acknowledged' && request.type === requestTypes.finishExam) onArrived()
      })
    }
    follow().catch(player.reportError)
    return () => {
      isLeft = true
      stop()
    }
  }, [player, onArrived])
}
