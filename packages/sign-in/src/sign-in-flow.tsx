import { useAppVisitor } from '@sitwell/app-core/visitor-context.tsx'
import { Page } from '@sitwell/ui/page.tsx'
import { Spinner } from '@sitwell/ui/spinner.tsx'
import { useMachine } from '@xstate/react'
import { lazy, Suspense, useEffect } from 'react'
import { loginFlowMachine } from './login-flow.machine.ts'
import { LoginPage } from './login-page.tsx'
import styles from './sign-in.module.css'
import type { SignInActions } from './sign-in-actions.ts'
import { SignInNetworkError } from './sign-in-card.tsx'

const loadMfaStep = () => import('./mfa/mfa-step.tsx')
const MfaStep = lazy(loadMfaStep)
const SetPasswordPage = lazy(() => import('./set-password-page.tsx'))

const Waiting = ({ says }: { readonly says: string }) => (
  <Page align="centre" width="card">
    <div className={styles.waiting} role="status">
      <Spinner />
      <h1>{says}</h1>
    </div>
  </Page>
)

/** The screens of the login flow (spec 1 §4): each stands until the flow shows another. */
export const SignInFlow = ({ actions }: { readonly actions: SignInActions }) => {
  const { text } = useAppVisitor()
  const [snapshot, send] = useMachine(loginFlowMachine, { input: { steps: actions } })
  const { owner, secondStep, notice, problem } = snapshot.context
  // While the learner types: the step after the credentials must not wait for a network that may be slow.
  useEffect(() => void loadMfaStep().catch(() => {}), [])

  if (snapshot.matches('network_error')) return <SignInNetworkError details={problem} />
  if (snapshot.matches('checking_set_password_token')) return <Waiting says={text('password.checking')} />
  if (snapshot.matches('redirected')) return <Waiting says={text('admin.redirecting')} />
  const fallback = <Waiting says={text('app.loading')} />
  if (secondStep !== undefined) {
    return (
      <Suspense fallback={fallback}>
        <MfaStep step={secondStep} onRemembered={actions.rememberDevice} onVerified={() => send({ type: 'mfa_verified' })} />
      </Suspense>
    )
  }
  if (owner !== undefined && notice === undefined) {
    return (
      <Suspense fallback={fallback}>
        <SetPasswordPage
          owner={owner}
          token={actions.setPasswordToken}
          isReset={actions.isReset}
          onSet={(password) => send({ type: 'password_set', password })}
          onReturn={actions.toLogin}
        />
      </Suspense>
    )
  }
  return (
    <LoginPage actions={actions} notice={notice} onLoggedIn={(credentialed) => send({ type: 'logged_in', credentialed })} />
  )
}
