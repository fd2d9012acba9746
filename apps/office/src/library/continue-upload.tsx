import type { LibraryUpload } from '@sitwell/contract'
import { Progress } from '@sitwell/office-ui/progress.tsx'
import { useOffice } from '../office-context.tsx'
import { FileDrop } from './file-drop.tsx'
import { FileProblems } from './file-problems.tsx'
import { sizeText } from './size-text.ts'
import styles from './upload.module.css'
import { useChooseFiles } from './use-choose-files.ts'

/** An upload that broke off with a page that is gone: it continues once the same file is chosen again. */
export const ContinueUpload = ({ upload }: { readonly upload: LibraryUpload }) => {
  const { text, language } = useOffice()
  const { problems, isBusy, choose } = useChooseFiles()
  const { uploadId, fileName, fileSize, received } = upload
  const sizes = { done: sizeText(received, language.code), total: sizeText(fileSize, language.code) }
  return (
    <>
      <Progress
        label={text('library.state.receiving')}
        done={received}
        total={fileSize}
        words={text('library.upload.partOf', sizes)}
      />
      <p className={styles.explain}>{text('library.continue.explain', { name: fileName })}</p>
      <FileDrop
        label={text('library.continue.choose')}
        isSingle
        isBusy={isBusy}
        onFiles={(files) => choose(files.slice(0, 1), uploadId)}
      />
      <FileProblems problems={problems} />
    </>
  )
}
