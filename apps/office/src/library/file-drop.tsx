import density from '@sitwell/office-ui/density.module.css'
import { Button } from '@sitwell/ui/button.tsx'
import { classNames } from '@sitwell/ui/class-names.ts'
import { type DragEvent, useRef, useState } from 'react'
import { useOffice } from '../office-context.tsx'
import styles from './upload.module.css'

const holdsFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files')

/** A place to choose files, or to drop them on. The same file can be chosen again. */
export const FileDrop = ({
  label,
  isSingle = false,
  isBusy = false,
  onFiles,
}: {
  /** The words on its button. */
  readonly label: string
  readonly isSingle?: boolean
  readonly isBusy?: boolean
  onFiles(files: readonly File[]): void
}) => {
  const { text } = useOffice()
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const over = (event: DragEvent) => {
    if (!holdsFiles(event)) return
    event.preventDefault()
    setOver(true)
  }
  const drop = (event: DragEvent) => {
    if (!holdsFiles(event)) return
    event.preventDefault()
    setOver(false)
    onFiles([...event.dataTransfer.files])
  }
  return (
    <div
      role="group"
      aria-label={text('library.drop.label')}
      className={classNames(density.compact, styles.drop)}
      data-over={isOver || undefined}
      onDragOver={over}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <input
        ref={input}
        type="file"
        hidden
        multiple={!isSingle}
        data-testid="library-file"
        onChange={({ target }) => {
          const files = [...(target.files ?? [])]
          target.value = ''
          if (files.length > 0) onFiles(files)
        }}
      />
      <Button variant="primary" isPending={isBusy} onPress={() => input.current?.click()}>
        {label}
      </Button>
      <p className={styles.quiet}>{text(isSingle ? 'library.drop.one' : 'library.drop.several')}</p>
    </div>
  )
}
