import type { AppVisitor } from '@sitwell/app-core/visitor'
import { Button } from '@sitwell/ui/button.tsx'
import { TextField } from '@sitwell/ui/text-field.tsx'
import type { FormEvent, ReactNode, Ref } from 'react'
import styles from './sign-in.module.css'

/** The two fields of the login page: what is typed into them is its owner's. */
export const LoginForm = ({
  text,
  values,
  onChange,
  onSubmit,
  reason,
  isBusy = false,
  canBeSubmitted = false,
  forgotten,
  usernameRef,
  passwordRef,
}: {
  readonly text: AppVisitor['text']
  readonly values: { readonly username: string; readonly password: string }
  onChange?(field: 'username' | 'password'): (value: string) => void
  onSubmit?(event: FormEvent): void
  /** Why the last try failed, in words. */
  readonly reason?: string | undefined
  readonly isBusy?: boolean
  readonly canBeSubmitted?: boolean
  /** The way to a link for who has forgotten their password, if there is one. */
  readonly forgotten: ReactNode
  readonly usernameRef?: Ref<HTMLInputElement>
  readonly passwordRef?: Ref<HTMLInputElement>
}) => (
  <form className={styles.login} method="post" onSubmit={onSubmit} noValidate>
    <TextField
      label={text('signIn.username')}
      name="username"
      value={values.username}
      onChange={(value) => onChange?.('username')(value)}
      isDisabled={isBusy}
      autoComplete="username"
      autoFocus
      isLiteral
      hasNoError
      {...(usernameRef && { inputRef: usernameRef })}
    />
    <TextField
      label={text('signIn.password')}
      name="password"
      type="password"
      value={values.password}
      onChange={(value) => onChange?.('password')(value)}
      error={reason}
      isDisabled={isBusy}
      autoComplete="current-password"
      isLiteral
      {...(passwordRef && { inputRef: passwordRef })}
    />
    <Button
      type="submit"
      variant="primary"
      isWide
      isPending={isBusy}
      isDisabled={!canBeSubmitted && !isBusy}
      {...(isBusy ? { 'aria-label': text('signIn.submitting') } : {})}
    >
      {text('signIn.submit')}
    </Button>
    {forgotten}
  </form>
)
