import { Button } from '@sitwell/ui/button.tsx'
import { Dialog } from '@sitwell/ui/dialog.tsx'
import { TextField } from '@sitwell/ui/text-field.tsx'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { usePlayer } from '../context/player-context.tsx'
import type { PasswordRefusal, SignIn } from './sign-ins.machine.ts'
import { useDeviceName } from './use-device-name.ts'
import { useMoment } from './use-moment.ts'

const refusalTexts = { wrong: 'password.change.wrong', 'too-often': 'signIn.tooManyAttempts' } as const

/**
 * Asks before a sign-in is ended, or all others if none is given: somebody may be sitting an exam there. It takes the password, so that
 * nobody who finds this page open can do it.
 */
export const EndSignInDialog = ({
  signIn,
  isEnding,
  refusal,
  onConfirmed,
  onCancelled,
}: {
  readonly signIn: SignIn | undefined
  readonly isEnding: boolean
  readonly refusal: PasswordRefusal | undefined
  onConfirmed(password: string): void
  onCancelled(): void
}) => {
  const { text } = usePlayer()
  const moment = useMoment()
  const deviceName = useDeviceName()
  const [password, setPassword] = useState('')
  const fieldRef = useRef<HTMLInputElement>(null)
  const isRefused = refusal !== undefined && !isEnding
  useEffect(() => {
    if (!isRefused) return
    setPassword('')
    fieldRef.current?.focus()
  }, [isRefused])
  const confirm = () => {
    if (password !== '' && !isEnding) onConfirmed(password)
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    confirm()
  }
  return (
    <Dialog
      role="alertdialog"
      title={text(signIn ? 'signIns.endTitle' : 'signIns.endOthersTitle')}
      onClose={isEnding ? undefined : onCancelled}
      actions={
        <>
          <Button isDisabled={isEnding} onPress={onCancelled}>
            {text('signIns.keep')}
          </Button>
          <Button variant="danger" isIrreversible isPending={isEnding} isDisabled={password === ''} onPress={confirm}>
            {text(signIn ? 'signIns.end' : 'signIns.endOthers')}
          </Button>
        </>
      }
    >
      {signIn && <p dir="auto">{text('signIns.deviceUsed', { device: deviceName(signIn), used: moment(signIn.usedAt) })}</p>}
      <p>{text('signIns.endLoses')}</p>
      <form onSubmit={onSubmit} noValidate>
        <TextField
          label={text('signIn.password')}
          description={text('signIns.endPassword')}
          name="current-password"
          type="password"
          value={password}
          onChange={setPassword}
          error={isRefused && password === '' ? text(refusalTexts[refusal]) : undefined}
          isReadOnly={isEnding}
          autoComplete="current-password"
          autoFocus
          isLiteral
          inputRef={fieldRef}
        />
      </form>
    </Dialog>
  )
}
