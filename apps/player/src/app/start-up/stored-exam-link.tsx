import { useStartUpWords } from '@sitwell/app-shell/start-up/start-up-words.ts'
import { Button } from '@sitwell/ui/button.tsx'
import { useEffect, useState } from 'react'
import type { PlayerApp } from '../create-player.ts'
import type { StoredExamAddress } from '../stored-session.ts'
import styles from './start-up-screens.module.css'

/** The exam that is being sat in this browser, once that is known. */
export const useStoredExam = (player: PlayerApp): StoredExamAddress | undefined => {
  const [stored, setStored] = useState<StoredExamAddress>()
  useEffect(() => {
    import('../stored-session.ts').then(({ storedExamOf }) => setStored(storedExamOf(player))).catch(player.reportError)
  }, [player])
  return stored
}

/**
 * Leads from the start, which needs the server, to the exam that is being sat in this browser, which doesn't. It is offered by its
 * learner's name and not opened: somebody else may stand before the machine.
 */
export const StoredExamLink = ({ stored, player }: { readonly stored: StoredExamAddress; readonly player: PlayerApp }) => {
  const { text } = useStartUpWords()
  return (
    <div className={styles.stored}>
      <p dir="auto">{text('networkError.keptExam', { learner: stored.learner })}</p>
      <Button variant="primary" onPress={() => player.environment.leaveTo(stored.address)}>
        {text('networkError.goOn')}
      </Button>
    </div>
  )
}
