import { mostOfNote } from '@sitwell/contract'
import density from '@sitwell/office-ui/density.module.css'
import { Problem } from '@sitwell/office-ui/form.tsx'
import { TextArea } from '@sitwell/office-ui/text-input.tsx'
import { Button } from '@sitwell/ui/button.tsx'
import { useRef, useState } from 'react'
import { useOffice } from '../office-context.tsx'
import { useMomentText } from '../people/use-moment-text.ts'
import styles from './evidence.module.css'
import type { Sitting } from './evidence-text.ts'
import { type SittingName, useNote } from './use-evidence.ts'

/** The notes for the file, and a new one, which stays for good. */
export const NotesPart = ({
  sitting,
  notes,
  mayWrite,
}: {
  readonly sitting: SittingName
  readonly notes: Sitting['notes']
  readonly mayWrite: boolean
}) => {
  const { text } = useOffice()
  const moment = useMomentText()
  const [typed, setTyped] = useState('')
  const [said, setSaid] = useState('')
  const [isMissing, setMissing] = useState(false)
  const field = useRef<HTMLDivElement>(null)
  const { isPending, problem, write } = useNote(sitting, () => {
    setTyped('')
    setSaid(text('evidence.note.done'))
  })
  const press = () => {
    const note = typed.trim()
    setMissing(note === '')
    setSaid('')
    if (note !== '') return write(note)
    // It is read out with what is wrong.
    field.current?.querySelector('textarea')?.focus()
  }
  return (
    <>
      {notes.length === 0 && <p className={styles.words}>{text('evidence.note.none')}</p>}
      <ol className={styles.lines}>
        {notes.map(({ note, at, by, text: words }) => (
          <li key={note} className={styles.line}>
            <p className={styles.words}>{[...(by === undefined ? [] : [by]), moment(at)].join(' · ')}</p>
            <p dir="auto">{words ?? text('evidence.note.erased')}</p>
          </li>
        ))}
      </ol>
      {mayWrite && (
        <div className={styles.form}>
          <div ref={field}>
            <TextArea
              label={text('evidence.note.label')}
              value={typed}
              onChange={(value) => {
                setTyped(value)
                setSaid('')
                setMissing(false)
              }}
              maxLength={mostOfNote}
              error={isMissing ? text('words.needed') : undefined}
            />
          </div>
          <p className={styles.words}>{text('evidence.note.stays')}</p>
          {/* It keeps the focus while it waits and after the note is written. */}
          <Button className={density.press} isPending={isPending} onPress={press}>
            {text('evidence.note.write')}
          </Button>
          <p role="status">{said}</p>
          {problem !== undefined && <Problem>{problem}</Problem>}
        </div>
      )}
    </>
  )
}
