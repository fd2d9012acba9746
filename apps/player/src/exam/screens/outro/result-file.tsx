import { Button } from '@sitwell/ui/button.tsx'
import { useState } from 'react'
import { usePlayer } from '../../../context/player-context.tsx'
import type { OutroFacts } from '../../session/run/outro-facts.ts'
import styles from './assessment-complete.module.css'
import { downloadSteps } from './download-steps.ts'
import type { DownloadableResults } from './outro-steps.ts'
import { ResultsView } from './results-view.tsx'

/** The PDF of a practice's results, made when it is asked for: a link of before opens nothing any more. */
export const ResultFile = ({ facts }: { readonly facts: OutroFacts }) => {
  const player = usePlayer()
  const [progress, setProgress] = useState<number>()
  const [download, setDownload] = useState<DownloadableResults>()
  const prepare = async () => {
    setDownload(undefined)
    setProgress(0)
    const { downloadResults } = downloadSteps(player, facts, () => Promise.reject(new Error('The result is there already')))
    const made = await downloadResults(setProgress).catch((error: unknown) => {
      player.reportError(error, 'results to be downloaded')
      return { error: '' }
    })
    setDownload(made)
  }
  const isMade = download !== undefined && 'link' in download
  return (
    <>
      {progress !== undefined && <ResultsView download={download} progress={progress} />}
      {(progress === undefined || (download !== undefined && !isMade)) && (
        <div className={styles.prepare}>
          <Button onPress={prepare}>{player.text('outro.prepareFile')}</Button>
        </div>
      )}
    </>
  )
}
