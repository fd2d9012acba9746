import type { AccommodationDocument } from '@sitwell/contract'
import density from '@sitwell/office-ui/density.module.css'
import { Button } from '@sitwell/ui/button.tsx'
import { useOffice } from '../../office-context.tsx'
import styles from '../../people/section.module.css'
import { useDayText, useMomentText } from '../../people/use-moment-text.ts'
import own from '../accommodations.module.css'
import { documentTexts } from './document-text.ts'

/** One document: what it is, how long it is kept, and who opened it on request. */
export const DocumentRow = ({
  document,
  behind,
  keptDays,
  isOpening,
  onOpen,
  onRemove,
}: {
  readonly document: AccommodationDocument
  /** The adjustments of the accommodation that the document supports. */
  readonly behind: string
  readonly keptDays: number | undefined
  readonly isOpening: boolean
  onOpen(): void
  /** Undefined if the caller may not. */
  readonly onRemove: (() => void) | undefined
}) => {
  const { text, language } = useOffice()
  const [day, moment] = [useDayText(), useMomentText()]
  const { name, opened, openedCount } = document
  const shown = name ?? text('document.isRemoved')
  return (
    <li className={styles.row} data-over={name === undefined ? '' : undefined}>
      <div className={styles.body}>
        <div className={styles.name}>
          <bdi>{shown}</bdi>
          <span className={styles.small}>{behind}</span>
        </div>
        {documentTexts(document, keptDays, { text, language: language.code, day, moment }).map((one) => (
          <div key={one} dir="auto" className={styles.small}>
            {one}
          </div>
        ))}
        {openedCount === 0 ? (
          <div className={styles.small}>{text('document.neverOpened')}</div>
        ) : (
          <details className={own.earlier}>
            <summary>{text('document.opened', { count: openedCount })}</summary>
            <ol className={styles.list}>
              {opened.map(({ by, at }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: openings are only ever added in front, and have no name
                <li key={`${at} ${openedCount - index}`} className={styles.small}>
                  {text('document.openedBy', { name: by, time: moment(at) })}
                </li>
              ))}
            </ol>
          </details>
        )}
      </div>
      {name !== undefined && (
        <div className={styles.rowActs}>
          <Button
            className={density.press}
            isPending={isOpening}
            aria-label={text('document.openOf', { name })}
            onPress={onOpen}
          >
            {text('document.open')}
          </Button>
          {onRemove !== undefined && (
            <Button className={density.press} aria-label={text('document.removeOf', { name })} onPress={onRemove}>
              {text('document.remove')}
            </Button>
          )}
        </div>
      )}
    </li>
  )
}
