import type { LexicalEditor } from 'lexical'
import { type FormEvent, useId, useState } from 'react'
import { Button } from 'react-aria-components'
import { newTable } from '../table-grid.ts'
import { $insertTable } from './insert-document.ts'
import styles from './rich-text-editor.module.css'

/** Most rows that a table begins with; more are added one by one, as they are needed. */
const mostRows = 20
const mostColumns = 10

const countIn = (typed: string, most: number): number | undefined => {
  const count = Number(typed)
  return Number.isInteger(count) && count >= 1 && count <= most ? count : undefined
}

interface TableFormProps {
  readonly editor: LexicalEditor
  onClose(): void
  text(id: string, values?: Record<string, string | number>): string
}

/** Puts a table of so many rows and columns into the text. */
export const TableForm = ({ editor, onClose, text }: TableFormProps) => {
  const id = useId()
  const [typedRows, setRows] = useState('3')
  const [typedColumns, setColumns] = useState('3')
  const [isWrong, setWrong] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const rows = countIn(typedRows, mostRows)
    const columns = countIn(typedColumns, mostColumns)
    if (rows === undefined || columns === undefined) return setWrong(true)
    editor.update(() => $insertTable(newTable(rows, columns)))
    onClose()
  }
  const field = (name: string, label: string, value: string, most: number, onChange: (value: string) => void) => (
    <>
      <label htmlFor={`${id}-${name}`}>{text(label)}</label>
      <input
        id={`${id}-${name}`}
        // biome-ignore lint/a11y/noAutofocus: the learner has just asked for this field
        autoFocus={name === 'rows'}
        className={styles.countField}
        type="number"
        min={1}
        max={most}
        value={value}
        aria-invalid={isWrong && countIn(value, most) === undefined}
        aria-describedby={isWrong ? `${id}-wrong` : undefined}
        onChange={(event) => {
          onChange(event.target.value)
          setWrong(false)
        }}
      />
    </>
  )
  return (
    <form className={styles.toolForm} noValidate onSubmit={submit} onKeyDown={(event) => event.key === 'Escape' && onClose()}>
      {field('rows', 'question.tableRows', typedRows, mostRows, setRows)}
      {field('columns', 'question.tableColumns', typedColumns, mostColumns, setColumns)}
      <Button type="submit" className={styles.toolButton ?? ''}>
        {text('question.tableInsert')}
      </Button>
      <Button className={styles.toolButton ?? ''} onPress={onClose}>
        {text('question.toolCancel')}
      </Button>
      <p id={`${id}-wrong`} role="status" className={styles.toolNote}>
        {isWrong && text('question.tableWrong', { rows: mostRows, columns: mostColumns })}
      </p>
    </form>
  )
}
