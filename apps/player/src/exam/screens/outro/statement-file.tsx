import { resultStatement } from '@sitwell/contract'
import { Button } from '@sitwell/ui/button.tsx'
import { Icon } from '@sitwell/ui/icon.tsx'
import { saveFile } from '@sitwell/ui/save-file.ts'
import { useState } from 'react'
import { usePlayer } from '../../../context/player-context.tsx'
import type { OutroFacts } from '../../session/run/outro-facts.ts'
import { useLaterMessages } from '../preload/later-messages.ts'
import styles from './statement-file.module.css'

/** Has the statement of a released result printed by the server, and saves it. */
const StatementFile = ({ facts }: { readonly facts: Pick<OutroFacts, 'examName' | 'formRunGuid'> }) => {
  const { api } = usePlayer()
  const words = useLaterMessages()
  const [state, setState] = useState<'idle' | 'pending' | 'failed' | 'saved'>('idle')
  if (!words) return null
  const save = async () => {
    setState('pending')
    const query = new URLSearchParams({ formRunGuid: facts.formRunGuid })
    const outcome = await api.fetchBlob(`${resultStatement.path}?${query}`)
    if (outcome.ok) saveFile(words('outro.statementFile', { exam: facts.examName }), outcome.value)
    setState(outcome.ok ? 'saved' : 'failed')
  }
  return (
    <div className={styles.statement}>
      <Button onPress={() => void save()} isPending={state === 'pending'}>
        <Icon name="document" />
        {words('outro.statement')}
      </Button>
      <p role="status" className={styles.said}>
        {state === 'saved' && <span>{words('outro.statementSaved')}</span>}
        {state === 'failed' && <span>{words('outro.statementFailed')}</span>}
      </p>
    </div>
  )
}

export default StatementFile
