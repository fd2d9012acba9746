import { useOffice } from '../office-context.tsx'
import { OfficeLink } from '../shell/office-link.tsx'
import { OfficePage } from '../shell/office-page.tsx'
import { FileDrop } from './file-drop.tsx'
import { FileProblems } from './file-problems.tsx'
import { OwnUploads } from './own-uploads.tsx'
import { useSendings } from './sending/use-sendings.ts'
import styles from './upload.module.css'
import { useChooseFiles } from './use-choose-files.ts'

/** Brings exams, banks of questions and courses into the library: choose files, and see what became of earlier ones. */
const UploadsPage = () => {
  const { text } = useOffice()
  const { sendings, list } = useSendings()
  const { problems, isBusy, choose } = useChooseFiles()
  return (
    <OfficePage title={text('library.upload.heading')} above={<OfficeLink to="/library">{text('library.back')}</OfficeLink>}>
      <div className={styles.page}>
        <p className={styles.explain}>{text('library.upload.explain')}</p>
        <FileDrop label={text('library.upload.choose')} isBusy={isBusy} onFiles={choose} />
        <p className={styles.explain}>{text('library.upload.formats')}</p>
        <FileProblems problems={problems} />
        <OwnUploads list={list} sendings={sendings} />
      </div>
    </OfficePage>
  )
}

export default UploadsPage
