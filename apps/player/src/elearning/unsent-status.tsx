import type { CourseAttempt } from '@sitwell/contract'
import { useEffect, useState } from 'react'
import { usePlayer } from '../context/player-context.tsx'
import { isSaveOf } from '../sync/courses/course-saves.ts'
import { syncOfPlayer } from '../sync/sync-of-player.ts'
import { KeepingStatus } from './keeping-status.tsx'
import { type ShownKeeping, shownUnsent } from './shown-keeping.ts'

/** Says on the page of a course that some of what its lessons have set is on this device alone; nothing once the server has it all. */
export const UnsentStatus = ({ course }: { readonly course: CourseAttempt }) => {
  const player = usePlayer()
  const [keeping, setKeeping] = useState<ShownKeeping>()
  const lessons = course.ScoAttempts
  useEffect(() => {
    let stops: readonly (() => void)[] = []
    let isGone = false
    syncOfPlayer(player)
      .then((sync) => {
        if (isGone) return
        const look = () => {
          const waiting = sync.queue.waiting()
          const isUnsent = lessons.some(({ attemptId }) => waiting.some((request) => isSaveOf(attemptId, request)))
          setKeeping(isUnsent ? shownUnsent(sync) : undefined)
        }
        stops = [sync.queue.subscribe(look), sync.connection.subscribe(look)]
        look()
      })
      .catch(player.reportError)
    return () => {
      isGone = true
      for (const stop of stops) stop()
    }
  }, [player, lessons])
  return <KeepingStatus keeping={keeping} />
}
