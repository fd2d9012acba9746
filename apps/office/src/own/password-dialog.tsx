import type { Failure } from '@sitwell/client/api'
import { Button } from '@sitwell/ui/button.tsx'
import { Dialog } from '@sitwell/ui/dialog.tsx'
import { TextField } from '@sitwell/ui/text-field.tsx'
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useOffice } from '../office-context.tsx'

type Reason = 'office.wrongPassword' | 'signIn.tooManyAttempts' | 'office.unreachable'

/** What the password came to: it counts, it is wrong, or the call failed. */
export type Proof = { readonly is: 'done' } | { readonly is: 'wrong' } | { readonly is: 'failed'; readonly failure: Failure }

const reasonOf = (proof: Exclude<Proof, { is: 'done' }>): Reason => {
  if (proof.is === 'wrong') return 'office.wrongPassword'
  const { failure } = proof
  return failure.kind === 'refused' && failure.code === 'TOO_MANY_REQUESTS' ? 'signIn.tooManyAttempts' : 'office.unreachable'
}

/** Asks for the person's password before something that whoever finds a page open must not do. */
export const PasswordDialog = ({
  title,
  confirm,
  isDangerous = false,
  act,
  onClose,
  children,
}: {
  readonly title: string
  /** What the button does, in words. */
  readonly confirm: string
  readonly isDangerous?: boolean
  act(password: string): Promise<Proof>
  onClose(): void
  /** What will happen. */
  readonly children: ReactNode
}) => {
  const { text } = useOffice()
  const form = useId()
  const field = useRef<HTMLInputElement>(null)
  const [password, setPassword] = useState('')
  const [isPending, setPending] = useState(false)
  const [reason, setReason] = useState<Reason>()
  useEffect(() => {
    if (reason !== undefined && !isPending) field.current?.focus()
  }, [reason, isPending])
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (password === '' || isPending) return
    setPending(true)
    setReason(undefined)
    const proof = await act(password)
    if (proof.is === 'done') return
    setPending(false)
    setReason(reasonOf(proof))
    if (proof.is === 'wrong') setPassword('')
  }
  return (
    <Dialog
      title={title}
      onClose={isPending ? undefined : onClose}
      actions={
        <>
          <Button isDisabled={isPending} onPress={onClose}>
            {text('office.cancel')}
          </Button>
          <Button
            type="submit"
            form={form}
            variant={isDangerous ? 'danger' : 'primary'}
            isIrreversible={isDangerous}
            isPending={isPending}
            isDisabled={password === ''}
          >
            {confirm}
          </Button>
        </>
      }
    >
      {children}
      <form id={form} onSubmit={submit} noValidate>
        <TextField
          label={text('signIn.password')}
          name="password"
          type="password"
          value={password}
          onChange={(value) => {
            setPassword(value)
            setReason(undefined)
          }}
          error={reason === undefined ? undefined : text(reason)}
          isDisabled={isPending}
          isRequired
          autoFocus
          autoComplete="current-password"
          isLiteral
          inputRef={field}
        />
      </form>
    </Dialog>
  )
}
