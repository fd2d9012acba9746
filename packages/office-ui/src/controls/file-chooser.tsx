import { Button } from '@sitwell/ui/button.tsx'
import { useRef } from 'react'
import density from '../density.module.css'

/** Leads to the browser's choice of one file. The same file can be chosen again once it was corrected. */
export const FileChooser = ({
  label,
  accept,
  testId,
  variant = 'secondary',
  isDisabled = false,
  describedBy,
  onFile,
}: {
  readonly label: string
  /** Kinds of files that the browser offers first, as the attribute `accept` names them. */
  readonly accept: string
  /** By which tests find the field. */
  readonly testId: string
  readonly variant?: 'primary' | 'secondary'
  readonly isDisabled?: boolean
  /** Id of the element that shows what was chosen. */
  readonly describedBy?: string
  onFile(file: File): void
}) => {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        data-testid={testId}
        onChange={({ target }) => {
          const file = target.files?.[0]
          target.value = ''
          if (file) onFile(file)
        }}
      />
      <Button
        className={density.press}
        variant={variant}
        isDisabled={isDisabled}
        {...(describedBy !== undefined && { 'aria-describedby': describedBy })}
        onPress={() => input.current?.click()}
      >
        {label}
      </Button>
    </>
  )
}
