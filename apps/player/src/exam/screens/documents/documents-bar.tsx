import { Button } from '@sitwell/ui/button.tsx'
import { Icon } from '@sitwell/ui/icon.tsx'
import { usePlayer } from '../../../context/player-context.tsx'
import styles from './documents.module.css'
import type { ExamDocument } from './exam-document.ts'

/** Opens and closes the documents of a question. */
export const DocumentsBar = ({
  documents,
  shown,
  onShow,
}: {
  readonly documents: readonly ExamDocument[]
  readonly shown: ExamDocument | undefined
  onShow(document: ExamDocument | undefined): void
}) => {
  const { text } = usePlayer()
  if (documents.length === 0) return null
  return (
    <section aria-label={text('pdf.documents')} className={styles.bar}>
      {documents.map((document) => {
        const isShown = document.address === shown?.address
        return (
          <Button
            key={document.address}
            className={styles.opener}
            aria-expanded={isShown}
            data-document={document.address}
            onPress={() => onShow(isShown ? undefined : document)}
          >
            <Icon name="document" />
            <span className={styles.openerName}>
              <bdi>{document.name}</bdi>
            </span>
          </Button>
        )
      })}
    </section>
  )
}
