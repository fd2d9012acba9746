import { Button } from '@sitwell/ui/button.tsx'
import { Checkbox } from '@sitwell/ui/checkbox.tsx'
import { saveFile } from '@sitwell/ui/save-file.ts'
import { useEffect, useRef, useState } from 'react'
import { useOfficeText } from '../office-context.tsx'
import styles from './recovery-codes.module.css'

/** A code a line, as somebody keeps them. */
const linesOf = (codes: readonly string[]): string => `${codes.join('\n')}\n`

/** Recovery codes that are shown once: to be copied, printed or downloaded, until somebody says that they are stored. */
export const RecoveryCodes = ({
  codes,
  takesFocus = false,
  onStored,
}: {
  readonly codes: readonly string[]
  /** Nothing else has the focus as they come: what is said of them takes it, so that a screen reader starts there. */
  readonly takesFocus?: boolean
  onStored(): void
}) => {
  const text = useOfficeText()
  const help = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (takesFocus) help.current?.focus()
  }, [takesFocus])
  const [isStored, setStored] = useState(false)
  const [copied, setCopied] = useState<'office.codesCopied' | 'office.codesNotCopied'>()
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(linesOf(codes))
      setCopied('office.codesCopied')
    } catch {
      // Not over plain http, and not where it is forbidden.
      setCopied('office.codesNotCopied')
    }
  }
  return (
    <div className={styles.codes}>
      <p ref={help} tabIndex={-1} className={styles.help}>
        {text('office.codesHelp')}
      </p>
      <ol className={styles.list} aria-label={text('office.codesTitle')} dir="ltr">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className={styles.buttons}>
        <Button onPress={copy}>{text('office.codesCopy')}</Button>
        <Button onPress={() => print()}>{text('office.codesPrint')}</Button>
        <Button onPress={() => saveFile('recovery-codes.txt', new Blob([linesOf(codes)], { type: 'text/plain' }))}>
          {text('office.codesDownload')}
        </Button>
      </div>
      <p role="status" className={styles.copied}>
        {copied === undefined ? '' : text(copied)}
      </p>
      <div className={styles.stored}>
        <Checkbox isSelected={isStored} onChange={setStored}>
          {text('office.codesStored')}
        </Checkbox>
        <Button variant="primary" isDisabled={!isStored} onPress={onStored}>
          {text('mfa.verify')}
        </Button>
      </div>
    </div>
  )
}
