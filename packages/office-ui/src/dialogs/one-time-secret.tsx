import { Button } from '@sitwell/ui/button.tsx'
import { classNames } from '@sitwell/ui/class-names.ts'
import { Icon } from '@sitwell/ui/icon.tsx'
import { useRef, useState } from 'react'
import density from '../density.module.css'
import { TextInput } from '../form/text-input.tsx'
import { useOfficeTexts } from '../office-texts.tsx'
import styles from './one-time-secret.module.css'

/** A link or code that the server returns once and doesn't keep: it is here until the page is left, with a way to copy it. */
export const OneTimeSecret = ({
  label,
  value,
  note,
}: {
  readonly label: string
  readonly value: string
  /** Until when it works, and for whom it is. */
  readonly note?: string
}) => {
  const { text } = useOfficeTexts()
  const row = useRef<HTMLDivElement>(null)
  const [result, setResult] = useState('')
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value)
      setResult(text('secret.copied'))
    } catch {
      // Without permission, and over plain http, the browser copies only what the person copies.
      const input = row.current?.querySelector('input')
      input?.focus()
      input?.select()
      setResult(text('secret.notCopied'))
    }
  }
  return (
    <div className={classNames(density.compact, styles.secret)}>
      <div className={styles.note}>
        <Icon name="alert" className={styles.icon} />
        <span>{text('secret.once')}</span>
      </div>
      <div ref={row} className={styles.row}>
        <div className={styles.value}>
          <TextInput label={label} value={value} help={note} isReadOnly isLiteral onChange={() => {}} />
        </div>
        <Button className={density.press} onPress={copy}>
          {text('secret.copy')}
        </Button>
      </div>
      <div role="status" className={styles.result}>
        {result}
      </div>
    </div>
  )
}
