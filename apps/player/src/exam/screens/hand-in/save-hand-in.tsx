import { Button } from '@sitwell/ui/button.tsx'
import { saveFile } from '@sitwell/ui/save-file.ts'
import { useState } from 'react'
import { useVisitor } from '../../../context/player-context.tsx'
import { handInAsFile } from '../../../sync/only-here/hand-in-as-file.ts'
import { runningSync } from '../../../sync/sync-of-player.ts'
import styles from './save-hand-in.module.css'

/**
 * Lets a learner save answers that can't be sent as a file, and says whom to give it to: those of one form run, or of all of which the
 * server lacks some.
 */
export const SaveHandIn = ({ formRunGuid }: { readonly formRunGuid?: string }) => {
  const { text } = useVisitor()
  const [state, setState] = useState<'idle' | 'saving' | 'saved' | 'failed'>('idle')
  const save = async () => {
    setState('saving')
    try {
      const files = (await (await runningSync())?.handIns(text('handIn.about'), formRunGuid)) ?? []
      for (const file of files) saveFile(...handInAsFile(file))
      setState(files.length > 0 ? 'saved' : 'failed')
    } catch {
      setState('failed')
    }
  }
  return (
    <div className={styles.handIn}>
      <p>{text('handIn.help')}</p>
      <Button onPress={save} isPending={state === 'saving'}>
        {text('handIn.save')}
      </Button>
      <p role="status">{state === 'saved' || state === 'failed' ? text(`handIn.${state}`) : ''}</p>
    </div>
  )
}
