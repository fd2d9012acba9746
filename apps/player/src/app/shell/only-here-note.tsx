import { useEffect, useState } from 'react'
import { useVisitor } from '../../api/player-context.tsx'
import { SaveHandIn } from '../../exam/hand-in/save-hand-in.tsx'
import type { PlayerSync } from '../../sync/player-sync.ts'
import { runningSync } from '../../sync/sync-of-player.ts'
import { useUnsent } from './use-unsent.ts'
import { wordsOfUnsent } from './words-of-unsent.ts'

const Note = ({ sync }: { readonly sync: PlayerSync }) => {
  const { text } = useVisitor()
  const unsent = useUnsent(sync)
  if (unsent.answers + unsent.files === 0) return null
  return (
    <>
      <p>{wordsOfUnsent(text, { ...unsent, isOverdue: true })}</p>
      {unsent.answers > 0 && <SaveHandIn />}
    </>
  )
}

/** Says what only this device has of a learner whose session is over; nothing where the server has it all. */
const OnlyHereNote = () => {
  const [sync, setSync] = useState<PlayerSync>()
  useEffect(() => void runningSync()?.then(setSync, () => undefined), [])
  return sync ? <Note sync={sync} /> : null
}

export default OnlyHereNote
