import density from '@sitwell/office-ui/density.module.css'
import { Button } from '@sitwell/ui/button.tsx'
import { useRef } from 'react'
import { useOffice } from '../office-context.tsx'

/** Leads to the browser's choice of a file. The same file can be chosen again once it was corrected. */
export const FileChooser = ({
  isFirst,
  isDisabled,
  onFile,
}: {
  readonly isFirst: boolean
  readonly isDisabled: boolean
  onFile(file: File): void
}) => {
  const { text } = useOffice()
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
        data-testid="people-file"
        onChange={({ target }) => {
          const file = target.files?.[0]
          target.value = ''
          if (file) onFile(file)
        }}
      />
      <Button
        className={density.press}
        variant={isFirst ? 'primary' : 'secondary'}
        isDisabled={isDisabled}
        onPress={() => input.current?.click()}
      >
        {text(isFirst ? 'import.choose' : 'import.chooseOther')}
      </Button>
    </>
  )
}
