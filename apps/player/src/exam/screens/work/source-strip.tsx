import { Button } from '@sitwell/ui/button.tsx'
import { Icon } from '@sitwell/ui/icon.tsx'
import { usePlayer } from '../../../context/player-context.tsx'
import { DocumentsBar } from '../documents/documents-bar.tsx'
import type { useDocuments } from '../documents/use-documents.ts'
import { LazySourceTabs } from './lazy-source.tsx'
import type { Source } from './use-source.ts'
import styles from './work-surface.module.css'

/** Opens and folds away what is read for a question; if there is room for one thing alone, leads from one to the other. */
export const SourceStrip = ({
  source,
  documents,
}: {
  readonly source: Source
  readonly documents: ReturnType<typeof useDocuments>
}) => {
  const { text } = usePlayer()
  if (source.scenarioHtml === '' && documents.documents.length === 0) return null
  if (source.isInPlace) return <LazySourceTabs source={source} documents={documents} />
  return (
    <div className={styles.strip}>
      {source.scenarioHtml !== '' && (
        <Button
          className={styles.opener}
          aria-expanded={source.isScenarioShown}
          onPress={() => source.showScenario(!source.isScenarioShown)}
        >
          <Icon name="document" />
          {text('exam.scenario')}
        </Button>
      )}
      <DocumentsBar documents={documents.documents} shown={documents.shown} onShow={documents.show} />
    </div>
  )
}
