import { useEffect, useState } from 'react'
import { useVisitor } from '../../context/player-context.tsx'
import { RefusedList } from '../../exam/screens/hand-in/refused-list.tsx'
import { SaveHandIn } from '../../exam/screens/hand-in/save-hand-in.tsx'
import { useUnsent } from '../../exam/screens/hand-in/use-unsent.ts'
import { isAllThere, wordsOfUnsent } from '../../exam/screens/hand-in/words-of-unsent.ts'
import type { PlayerSync } from '../../sync/player-sync-types.ts'
import { runningSync } from '../../sync/sync-of-player.ts'

const Note = ({ sync }: { readonly sync: PlayerSync }) => {
  const { text } = useVisitor()
  const unsent = useUnsent(sync)
  if (!unsent || isAllThere(unsent)) return null
  return (
    <>
      <p>{wordsOfUnsent(text, { ...unsent, isOverdue: true })}</p>
      <RefusedList refused={unsent.refused} />
      {unsent.answers + unsent.checking > 0 && <SaveHandIn />}
    </>
  )
}

/** Says what only this device has of a learner whose session is over; nothing if the server has it all. */
const OnlyHereNote = () => {
  const [sync, setSync] = useState<PlayerSync>()
  useEffect(() => void runningSync()?.then(setSync, () => undefined), [])
  return sync ? <Note sync={sync} /> : null
}

export default OnlyHereNote
