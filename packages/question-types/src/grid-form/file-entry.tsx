import { matchesType } from '@sitwell/exam/answers/file-checks'
import { useRef, useState, useSyncExternalStore } from 'react'
import { FieldGroup } from './field-frame.tsx'
import styles from './fields.module.css'
import type { ComponentOf } from './form.ts'
import type { FormHands } from './form-hands.ts'

/** A file is chosen, and its name is what the form holds; the file itself goes with the learner's others, which stand beside the form. */
export const FileEntry = ({ field, hands }: { readonly field: ComponentOf<'fileButton'>; readonly hands: FormHands }) => {
  const { answer, isLocked, text, fill, elementId, uploads } = hands
  const picker = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const id = elementId(field.id)
  const [refused, setRefused] = useState<string>()
  const name = answer.values.get(field.id)
  const names = useSyncExternalStore(uploads.subscribe, uploads.names)
  const isMissing = name !== undefined && names !== undefined && !names.has(name)
  const choose = (file: File) => {
    const fits = field.accept.length === 0 || matchesType(file, field.accept)
    setRefused(fits ? undefined : file.name)
    if (!fits) return
    uploads.choose(file, (taken) => {
      if (name !== undefined && name !== taken) uploads.takeBack(name)
      fill(field, taken)
    })
  }
  return (
    <FieldGroup field={field} elementId={id} hint={text('question.gridFileHelp')}>
      <div className={styles.file}>
        <button
          ref={button}
          type="button"
          className={styles.button}
          disabled={isLocked}
          aria-describedby={`${id}-label`}
          onClick={() => picker.current?.click()}
        >
          {text('question.gridChooseFile')}
        </button>
        <input
          ref={picker}
          type="file"
          hidden
          accept={field.accept.join(',')}
          onChange={(event) => {
            const [file] = event.target.files ?? []
            if (file) choose(file)
            // So that the same file can be chosen again.
            event.target.value = ''
          }}
        />
        <span role="status" dir="auto" className={styles.fileName}>
          {name}
        </span>
        {name !== undefined && !isLocked && (
          <button
            type="button"
            className={styles.quiet}
            onClick={() => {
              uploads.takeBack(name)
              fill(field, '')
              button.current?.focus()
            }}
          >
            {text('question.gridRemoveFile')}
          </button>
        )}
      </div>
      <p role="status" dir="auto" className={styles.refused}>
        {refused !== undefined
          ? text('question.gridFileType', { name: refused, types: field.accept.join(', ') })
          : isMissing && text('question.gridFileMissing', { name })}
      </p>
    </FieldGroup>
  )
}
