import { classNames } from '@sitwell/ui/class-names.ts'
import { Icon } from '@sitwell/ui/icon.tsx'
import { type DragEvent, type Ref, useEffect, useRef, useState } from 'react'
import { UploadIcon } from './upload-icons.tsx'
import styles from './upload-panel.module.css'

/** The files in what was dropped, and the names of folders, which are none. */
const dropped = ({ items, files }: DataTransfer): { readonly files: readonly File[]; readonly folders: readonly string[] } => {
  if (items.length === 0) return { files: [...files], folders: [] }
  const all = [...items].filter(({ kind }) => kind === 'file').map((item) => [item, item.webkitGetAsEntry()] as const)
  return {
    files: all.flatMap(([item, entry]) => (entry?.isDirectory ? [] : (item.getAsFile() ?? []))),
    folders: all.flatMap(([, entry]) => (entry?.isDirectory ? [entry.name] : [])),
  }
}

/** A browser opens what is dropped beside the zone, instead of the exam. */
const useDropsHeldOff = () =>
  useEffect(() => {
    const holdOff = (event: globalThis.DragEvent) => {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault()
    }
    addEventListener('dragover', holdOff)
    addEventListener('drop', holdOff)
    return () => {
      removeEventListener('dragover', holdOff)
      removeEventListener('drop', holdOff)
    }
  }, [])

/** Where files are dropped, and a button that opens the chooser: the same for a mouse, a finger and the keyboard. */
export const DropZone = ({
  label,
  hints,
  accept,
  multiple,
  isDisabled,
  buttonRef,
  onChoose,
  onRefuse,
}: {
  readonly label: string
  /** What a file has to be like: a line for each. */
  readonly hints: readonly string[]
  /** As a file input takes it. */
  readonly accept: string
  readonly multiple: boolean
  readonly isDisabled: boolean
  readonly buttonRef: Ref<HTMLButtonElement>
  onChoose(files: readonly File[]): void
  /** Names of what was dropped and can't be taken: folders, or files while nothing may be chosen. */
  onRefuse(names: readonly string[], isFolder: boolean): void
}) => {
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  useDropsHeldOff()
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const { files, folders } = dropped(event.dataTransfer)
    if (isDisabled)
      return onRefuse(
        files.map(({ name }) => name),
        false,
      )
    if (folders.length > 0) onRefuse(folders, true)
    if (files.length > 0) onChoose(files)
  }
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        multiple={multiple}
        onChange={({ target }) => {
          const chosen = [...(target.files ?? [])]
          // The same file may be chosen again, and is a change then.
          target.value = ''
          onChoose(chosen)
        }}
      />
      <button
        ref={buttonRef}
        type="button"
        className={classNames(styles.zone, isOver && styles.over)}
        // It closes with the choice that was made here: a control that is disabled altogether loses the focus.
        aria-disabled={isDisabled}
        onClick={() => {
          if (!isDisabled) input.current?.click()
        }}
        onDragEnter={() => setOver(!isDisabled)}
        onDragLeave={() => setOver(false)}
        onDragOver={(event) => event.preventDefault()}
        onDrop={drop}
      >
        {isDisabled ? <Icon name="lock" /> : <UploadIcon name="upload" />}
        <span className={styles.zoneLabel}>{label}</span>
        {hints.map((hint) => (
          <span key={hint} className={styles.hint}>
            {hint}
          </span>
        ))}
      </button>
    </>
  )
}
