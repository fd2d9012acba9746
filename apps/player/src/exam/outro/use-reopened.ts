import { useEffect, useState } from 'react'
import { usePlayer } from '../../api/player-context.tsx'

/** Whether staff have opened a form run again that was completed; looked for while the learner is on the pages after it. */
export const useReopened = (formRunGuid: string, isCompleted: boolean): boolean => {
  const { live } = usePlayer()
  const [isReopened, setReopened] = useState(false)
  useEffect(() => {
    if (!isCompleted) return undefined
    return live.follow(formRunGuid, {
      onState: ({ completed }) => setReopened(!completed),
      onNews: ({ kind }) => {
        if (kind === 'reopened') setReopened(true)
        if (kind === 'completed') setReopened(false)
      },
    })
  }, [live, formRunGuid, isCompleted])
  return isReopened
}
