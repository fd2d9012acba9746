import { useMachine } from '@xstate/react'
import { type FormEvent, useEffect, useRef } from 'react'
import { networkErrorTexts } from '../api/network-error-texts.ts'
import { useVisitor } from '../api/player-context.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Icon } from '../ui/icon.tsx'
import { NetworkErrorCard } from '../ui/network-error-card.tsx'
import { Page } from '../ui/page.tsx'
import { TextField } from '../ui/text-field.tsx'
import { type SignIn, type SignInRefusal, signInMachine } from './sign-in.machine.ts'
import styles from './sign-in-page.module.css'
import { useAutofill } from './use-autofill.ts'

const refusalText: Record<SignInRefusal, string> = {
  'wrong password': 'signIn.wrongPassword',
  suspended: 'signIn.suspended',
  'too many attempts': 'signIn.tooManyAttempts',
}

/** The login page (spec 1 §2). */
export const SignInPage = ({ signIn, onSignedIn }: { readonly signIn: SignIn; onSignedIn(): void }) => {
  const visitor = useVisitor()
  const { text, settings } = visitor
  const [snapshot, send] = useMachine(signInMachine, { input: { signIn } })
  const { username, password, refusal, details } = snapshot.context
  const usernameRef = useRef<HTMLInputElement>(null)
  const passwordRef = useRef<HTMLInputElement>(null)

  useAutofill(
    [
      { ref: usernameRef, name: 'username' },
      { ref: passwordRef, name: 'password' },
    ],
    (field, value) => send({ type: 'changed', field, value }),
  )
  const title = text('signIn.title')
  useEffect(() => {
    document.title = settings.name === undefined ? title : `${title} · ${settings.name}`
  }, [title, settings.name])
  useEffect(() => {
    if (refusal !== undefined) passwordRef.current?.focus()
  }, [refusal])
  const isSignedIn = snapshot.matches('submitted')
  // Once, when the sign-in is done; a new callback is no reason to go on twice.
  useEffect(() => {
    if (isSignedIn) onSignedIn()
  }, [isSignedIn])

  if (snapshot.matches('error')) {
    return (
      <Page align="centre" width="card">
        <NetworkErrorCard texts={networkErrorTexts(visitor)} details={details} />
      </Page>
    )
  }

  const isBusy = snapshot.matches('being_submitted') || isSignedIn
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send({ type: 'submitted' })
  }
  return (
    <Page align="centre" width="card">
      <Card width="card" className={styles.card} data-testid="sign-in">
        <div className={styles.head}>
          {settings.logoUrl !== undefined && settings.logoUrl !== '' && (
            <img
              className={styles.logo}
              src={settings.logoUrl}
              alt={settings.name === undefined ? text('bar.logoUnnamed') : text('bar.logo', { name: settings.name })}
            />
          )}
          <h1 className={styles.title}>{title}</h1>
          <p className={styles.info}>
            <Icon name="info" />
            {text('signIn.info')}
          </p>
        </div>
        <form className={styles.form} onSubmit={submit} noValidate>
          <TextField
            label={text('signIn.username')}
            name="username"
            value={username}
            onChange={(value) => send({ type: 'changed', field: 'username', value })}
            isDisabled={isBusy}
            autoComplete="username"
            autoFocus
            isLiteral
            hasNoError
            inputRef={usernameRef}
          />
          <TextField
            label={text('signIn.password')}
            name="password"
            type="password"
            value={password}
            onChange={(value) => send({ type: 'changed', field: 'password', value })}
            error={refusal === undefined ? undefined : text(refusalText[refusal])}
            isDisabled={isBusy}
            autoComplete="current-password"
            isLiteral
            inputRef={passwordRef}
          />
          <Button
            type="submit"
            variant="primary"
            isWide
            isPending={isBusy}
            isDisabled={!snapshot.can({ type: 'submitted' }) && !isBusy}
            {...(isBusy ? { 'aria-label': text('signIn.submitting') } : {})}
          >
            {text('signIn.submit')}
          </Button>
        </form>
        <p role="status" className={styles.status}>
          {isBusy ? text('signIn.submitting') : ''}
        </p>
      </Card>
    </Page>
  )
}
