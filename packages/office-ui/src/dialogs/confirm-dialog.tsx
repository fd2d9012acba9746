import { Button } from '@sitwell/ui/button.tsx'
import { classNames } from '@sitwell/ui/class-names.ts'
import { Dialog } from '@sitwell/ui/dialog.tsx'
import { type ReactNode, useRef, useState } from 'react'
import density from '../density.module.css'
import { Problem } from '../form/form.tsx'
import { TextArea } from '../form/text-input.tsx'
import { useOfficeTexts } from '../office-texts.tsx'
import styles from './confirm-dialog.module.css'

/**
 * Before an act: what it will do, and why it is done, if that is written down. A failure is shown in the dialog, which stays, and keeps the reason.
 */
export const ConfirmDialog = ({
  title,
  consequences,
  confirm,
  isDangerous = false,
  asksReason = false,
  isReady = true,
  isPending = false,
  problem,
  onConfirm,
  onClose,
  children,
}: {
  readonly title: string
  /** The consequences, one sentence each. */
  readonly consequences: readonly string[]
  /** The words on the button that does it. */
  readonly confirm: string
  /** It takes something from somebody. */
  readonly isDangerous?: boolean
  readonly asksReason?: boolean
  /** The other fields of the dialog are complete. */
  readonly isReady?: boolean
  readonly isPending?: boolean
  readonly problem?: string | undefined
  /** `reason`: without blanks around it; empty unless the dialog asks for one. */
  onConfirm(reason: string): void
  onClose(): void
  /** Fields that belong to the act. */
  readonly children?: ReactNode
}) => {
  const { text } = useOfficeTexts()
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)
  const body = useRef<HTMLDivElement>(null)
  const act = () => {
    if (asksReason && reason.trim() === '') {
      setMissing(true)
      body.current?.querySelector('textarea')?.focus()
      return
    }
    if (isReady) onConfirm(reason.trim())
  }
  return (
    <Dialog
      title={title}
      role="alertdialog"
      onClose={isPending ? undefined : onClose}
      actions={
        <>
          <Button isDisabled={isPending} onPress={onClose}>
            {text('form.cancel')}
          </Button>
          <Button
            variant={isDangerous ? 'danger' : 'primary'}
            isIrreversible={isDangerous}
            isDisabled={!isReady}
            isPending={isPending}
            onPress={act}
          >
            {confirm}
          </Button>
        </>
      }
    >
      <div ref={body} className={classNames(density.compact, styles.body)}>
        {consequences.length > 0 && (
          <ul className={styles.list}>
            {consequences.map((one) => (
              <li key={one}>{one}</li>
            ))}
          </ul>
        )}
        {children}
        {asksReason && (
          <TextArea
            label={text('confirm.reason')}
            help={text('confirm.reasonHelp')}
            error={isMissing && reason.trim() === '' ? text('confirm.reasonMissing') : undefined}
            isRequired
            maxLength={1000}
            value={reason}
            onChange={setReason}
          />
        )}
        {problem !== undefined && <Problem>{problem}</Problem>}
      </div>
    </Dialog>
  )
}
