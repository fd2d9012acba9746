import type { ExamVersion } from '@sitwell/contract'
import { useOffice } from '../office-context.tsx'
import { Section } from '../people/section.tsx'
import { useMomentText } from '../people/use-moment-text.ts'
import { OfficeLink } from '../shell/office-link.tsx'
import styles from './library.module.css'
import { examPath } from './library-list.ts'
import { storedByText } from './stored-by.ts'
import { usageText } from './usage.ts'

/** All versions of an exam, each a link that shows it. */
export const VersionList = ({
  examGuid,
  versions,
  shown,
}: {
  readonly examGuid: string
  readonly versions: readonly ExamVersion[]
  /** The number of the version that shows. */
  readonly shown: number
}) => {
  const { text } = useOffice()
  const moment = useMomentText()
  return (
    <Section title={text('library.versions')} className={styles.versions}>
      <ol className={styles.list} reversed>
        {versions.map((one, at) => (
          <li key={one.version} className={styles.listed} data-shown={one.version === shown || undefined}>
            <OfficeLink
              to={at === 0 ? examPath(examGuid) : `${examPath(examGuid)}?version=${one.version}`}
              isCurrent={one.version === shown}
              className={styles.versionLink}
            >
              {text('library.version', { version: one.version })}
            </OfficeLink>
            <p className={styles.small}>
              {[text('library.questionsOf', { count: one.questions }), text('library.marksOf', { count: one.marks })].join(
                ' · ',
              )}
            </p>
            <p className={styles.small}>{[moment(one.storedAt), storedByText(one, text)].join(' · ')}</p>
            <p className={styles.small}>{usageText(one.usage, text)}</p>
          </li>
        ))}
      </ol>
    </Section>
  )
}
