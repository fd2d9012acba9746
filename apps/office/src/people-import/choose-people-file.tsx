import { FileChooser } from '@sitwell/office-ui/file-chooser.tsx'
import { useOffice } from '../office-context.tsx'

/** Leads to the choice of a file of people. */
export const ChoosePeopleFile = ({
  isFirst,
  isDisabled,
  onFile,
}: {
  readonly isFirst: boolean
  readonly isDisabled: boolean
  onFile(file: File): void
}) => {
  const { text } = useOffice()
  return (
    <FileChooser
      label={text(isFirst ? 'import.choose' : 'import.chooseOther')}
      accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
      testId="people-file"
      variant={isFirst ? 'primary' : 'secondary'}
      isDisabled={isDisabled}
      onFile={onFile}
    />
  )
}
