import { useAppVisitor } from '@sitwell/app-core/visitor-context.tsx'
import { Button } from '@sitwell/ui/button.tsx'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { InfoPanel } from './info-panel.tsx'
import type { Credentialed, LoginNotice } from './login-flow.machine.ts'
import { LoginForm } from './login-form.tsx'
import styles from './sign-in.module.css'
import type { SignInActions } from './sign-in-actions.ts'
import { SignInCard, SignInNetworkError } from './sign-in-card.tsx'
import { useAutofill } from './use-autofill.ts'
import { useForm } from './use-form.ts'

const noticeTexts = {
  'link invalid': 'signIn.linkInvalid',
  'password set': 'signIn.passwordSet',
  'session ended': 'signIn.sessionEnded',
} as const
const noticeStates = { 'link invalid': 'failed', 'password set': 'success', 'session ended': 'info' } as const

/** The login page (spec 1 §2). */
export const LoginPage = ({
  actions,
  notice,
  onLoggedIn,
}: {
  readonly actions: SignInActions
  readonly notice: LoginNotice
  onLoggedIn(credentialed: Credentialed): void
}) => {
  const { text, settings } = useAppVisitor()
  const usernameRef = useRef<HTMLInputElement>(null)
  const passwordRef = useRef<HTMLInputElement>(null)
  const forgottenRef = useRef<HTMLButtonElement>(null)
  const [typedAhead] = useState(actions.servedForm.values)
  const form = useForm({
    fields: ['username', 'password'],
    values: typedAhead,
    steps: {
      submit: async ({ username = '', password = '' }) => {
        const outcome = await actions.login(username, password)
        if (outcome.kind !== 'logged in') return outcome
        onLoggedIn(outcome.credentialed)
        return { kind: 'submitted' }
      },
    },
  })
  useAutofill(
    [
      { ref: usernameRef, name: 'username' },
      { ref: passwordRef, name: 'password' },
    ],
    (field, value) => form.change(field)(value),
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when this page takes the other's place
  useLayoutEffect(() => {
    const typed = actions.servedForm.take()
    if (typed === undefined) return
    for (const [name, value] of Object.entries(typed.values)) if (value !== typedAhead[name]) form.change(name)(value)
    const { name, start, end } = typed.focused ?? {}
    const field = [usernameRef.current, passwordRef.current].find((one) => one?.name === name)
    field?.focus()
    field?.setSelectionRange(start ?? 0, end ?? 0)
    if (typed.isOnForgotten) forgottenRef.current?.focus()
    if (typed.isSent) form.submit()
  }, [])
  // A link that an administrator gave and that holds no more is told before anybody types for nothing.
  const [isTokenRefused, setTokenRefused] = useState(false)
  useEffect(() => {
    void actions.checkLoginToken().then((holds) => setTokenRefused(!holds))
  }, [actions])
  useEffect(() => {
    if (form.failures > 0) passwordRef.current?.focus()
  }, [form.failures])

  if (form.isError) return <SignInNetworkError details={form.details} />
  const isBusy = form.isBeingSubmitted || form.isSubmitted
  const reason = form.reason ?? (isTokenRefused ? 'signIn.invalidLoginToken' : undefined)
  return (
    <SignInCard title={text('signIn.title')}>
      {notice === undefined ? (
        <p className={styles.info}>{text('signIn.info')}</p>
      ) : (
        <div className={styles.notice}>
          <InfoPanel state={noticeStates[notice]}>
            <p>{text(noticeTexts[notice])}</p>
            {notice === 'link invalid' && (
              <p>{text(settings.enableForgottenPassword ? 'signIn.newLink' : 'signIn.newLinkFromCentre')}</p>
            )}
          </InfoPanel>
        </div>
      )}
      <LoginForm
        text={text}
        values={{ username: form.value('username'), password: form.value('password') }}
        onChange={form.change}
        onSubmit={form.onSubmit}
        reason={reason === undefined ? undefined : text(reason)}
        isBusy={isBusy}
        canBeSubmitted={form.canBeSubmitted}
        forgotten={
          settings.enableForgottenPassword && (
            <Button
              variant="quiet"
              className={styles.under}
              isDisabled={isBusy}
              onPress={actions.toForgottenPassword}
              ref={forgottenRef}
            >
              {text('signIn.forgotten')}
            </Button>
          )
        }
        usernameRef={usernameRef}
        passwordRef={passwordRef}
      />
      <p role="status" className={styles.status}>
        {isBusy ? text('signIn.submitting') : ''}
      </p>
    </SignInCard>
  )
}
