import mfa from '@sitwell/sign-in/mfa/mfa.module.css'
import { TooManyCodes } from '@sitwell/sign-in/mfa/mfa-calls.ts'
import styles from '@sitwell/sign-in/sign-in.module.css'
import { Button } from '@sitwell/ui/button.tsx'
import { TextField } from '@sitwell/ui/text-field.tsx'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useOfficeText } from '../office-context.tsx'
import type { SignInCalls } from './sign-in-calls.ts'
import { StepCard } from './step-card.tsx'

/** One of the recovery codes, instead of a code of the second step. */
export const RecoveryStep = ({
  calls,
  onPassed,
  onBack,
}: {
  readonly calls: SignInCalls
  onPassed(recoveryCodes: readonly string[]): void
  onBack(): void
}) => {
  const text = useOfficeText()
  const [code, setCode] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [reason, setReason] = useState<'office.wrongRecoveryCode' | 'mfa.tooManyCodes' | 'mfa.verificationError'>()
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (reason !== undefined && !isBusy) field.current?.focus()
  }, [reason, isBusy])
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (code.trim() === '' || isBusy) return
    setBusy(true)
    setReason(undefined)
    try {
      const passed = await calls.pass(code.trim(), 'recovery')
      if (passed !== false) return onPassed(passed)
      setReason('office.wrongRecoveryCode')
    } catch (error) {
      setReason(error instanceof TooManyCodes ? 'mfa.tooManyCodes' : 'mfa.verificationError')
    }
    setBusy(false)
  }
  return (
    <StepCard title={text('office.recoveryTitle')}>
      <p className={mfa.intro}>{text('office.recoveryHelp')}</p>
      <form className={styles.form} onSubmit={submit} noValidate>
        <TextField
          label={text('office.recoveryCode')}
          name="recovery-code"
          value={code}
          onChange={(typed) => {
            setCode(typed)
            setReason(undefined)
          }}
          error={reason === undefined ? undefined : text(reason)}
          isDisabled={isBusy}
          isRequired
          autoFocus
          autoComplete="off"
          isLiteral
          inputRef={field}
        />
        <Button type="submit" variant="primary" isWide isPending={isBusy} isDisabled={code.trim() === '' && !isBusy}>
          {text('mfa.verify')}
        </Button>
        <Button variant="quiet" className={styles.under} onPress={onBack}>
          {text('mfa.cancel')}
        </Button>
      </form>
    </StepCard>
  )
}
