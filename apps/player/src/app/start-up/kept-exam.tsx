import { Button } from '@sitwell/ui/button.tsx'
import { useEffect, useState } from 'react'
import type { PlayerApp } from '../create-player.ts'
import type { KeptExamAddress } from '../kept-session.ts'
import styles from './start-up-screens.module.css'
import { useStartUpWords } from './start-up-words.ts'

/** The exam that is being sat in this browser, once that is known. */
export const useKeptExam = (player: PlayerApp): KeptExamAddress | undefined => {
  const [kept, setKept] = useState<KeptExamAddress>()
  useEffect(() => {
    import('../kept-session.ts').then(({ keptExamOf }) => setKept(keptExamOf(player))).catch(player.reportError)
  }, [player])
  return kept
}

/**
 * Leads from the start, which needs the server, to the exam that is being sat in this browser, which doesn't. It is offered by its
 * learner's name and not opened: somebody else may stand before the machine.
 */
export const KeptExam = ({ kept, player }: { readonly kept: KeptExamAddress; readonly player: PlayerApp }) => {
  const { text } = useStartUpWords()
  return (
    <div className={styles.kept}>
      <p dir="auto">{text('networkError.keptExam', { learner: kept.learner })}</p>
      <Button variant="primary" onPress={() => player.environment.leaveTo(kept.address)}>
        {text('networkError.goOn')}
      </Button>
    </div>
  )
}
