import type { LibraryUpload } from '@sitwell/contract'
import { Problem } from '@sitwell/office-ui/form.tsx'
import { useOffice } from '../office-context.tsx'
import { Section } from '../people/section.tsx'
import { FileDrop } from './file-drop.tsx'
import { FileProblems } from './file-problems.tsx'
import styles from './upload.module.css'
import { useChooseFiles } from './use-choose-files.ts'

/** A file that can't be taken: what is wrong with it, and the way to a corrected one. */
export const RefusedUpload = ({ upload }: { readonly upload: LibraryUpload }) => {
  const { text } = useOffice()
  const { problems, isBusy, choose } = useChooseFiles()
  return (
    <>
      <Problem>{text('library.refused.title', { name: upload.fileName })}</Problem>
      <Section title={text('library.refused.problems')}>
        <ul className={styles.list}>
          {upload.problems.map(({ place, message }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: one place may have the same problem twice
            <li key={at} className={styles.row}>
              <div className={styles.what}>
                <p className={styles.name}>
                  <bdi>{place}</bdi>
                </p>
                <p lang="en" dir="auto">
                  {message}
                </p>
              </div>
            </li>
          ))}
        </ul>
      </Section>
      <FileDrop label={text('library.refused.choose')} isSingle isBusy={isBusy} onFiles={choose} />
      <FileProblems problems={problems} />
    </>
  )
}
