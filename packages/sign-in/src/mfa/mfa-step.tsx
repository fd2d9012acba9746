import { useAppVisitor } from '@sitwell/app-core/visitor-context.tsx'
import { Button } from '@sitwell/ui/button.tsx'
import { Checkbox } from '@sitwell/ui/checkbox.tsx'
import { Dialog } from '@sitwell/ui/dialog.tsx'
import { Spinner } from '@sitwell/ui/spinner.tsx'
import { watchPresses } from '@sitwell/ui/watch-presses.ts'
import { useMachine } from '@xstate/react'
import { lazy, Suspense, useEffect, useMemo, useState } from 'react'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { InfoPanel } from '../info-panel.tsx'
import type { SecondStep } from '../login-flow.machine.ts'
import styles from '../sign-in.module.css'
import { SignInCard } from '../sign-in-card.tsx'
import { CodeForm } from './code-form.tsx'
import { mfaMachine } from './mfa.machine.ts'
import { mfaCallsOf } from './mfa-calls.ts'
import { type MfaProvider, mfaProvidersOf } from './mfa-providers.ts'
import { MfaVerification } from './mfa-verification.tsx'

/** Done once by those who have a second step at all. */
const MfaSetup = lazy(() => import('./mfa-setup.tsx'))

/** The second step of a sign-in (spec 1 §2): set up once, asked for afterwards. */
const MfaStep = ({
  step,
  onRemembered,
  onVerified,
}: {
  readonly step: SecondStep
  /** A token that lets this device pass next time, and for how many days. */
  onRemembered(deviceToken: string, days: number): void
  onVerified(): void
}) => {
  const { api, language, text } = useAppVisitor()
  // Before its dialog opens.
  useEffect(() => void watchPresses(), [])
  const calls = useMemo(() => mfaCallsOf(api, step.userId), [api, step.userId])
  const [providers] = useState(() => mfaProvidersOf(step.providers, step.email !== '', step.hasPhone))
  const [snapshot, send] = useMachine(mfaMachine, { input: { steps: calls, option: step.option, providers } })
  const [isRemembered, setRemembered] = useState(false)
  const { provider, problem } = snapshot.context
  const isSetup = snapshot.matches('setup')

  const verify = async (code: string, by: MfaProvider) => {
    if (!(await calls.verify(code, by))) return false
    // Not being remembered is no reason to be kept out.
    const deviceToken = isRemembered ? await calls.remember().catch(() => undefined) : undefined
    if (deviceToken !== undefined) onRemembered(deviceToken, step.rememberDays)
    send({ type: 'verified' })
    onVerified()
    return true
  }
  const codeForm = (
    <CodeForm key={provider} hasFocus={!isSetup} verify={(code) => verify(code, provider)}>
      {step.rememberDays >= 1 && (
        <Checkbox isSelected={isRemembered} onChange={setRemembered}>
          {text('mfa.remember', { days: step.rememberDays })}
        </Checkbox>
      )}
    </CodeForm>
  )

  if (snapshot.matches({ verification: 'proving_reset' })) {
    const prove = async (code: string) => {
      if (!(await calls.proveReset(code))) return false
      send({ type: 'reset_proven' })
      return true
    }
    return (
      <SignInCard title={text('mfa.resetTitle')}>
        <InfoPanel state="info">
          <p>{text('mfa.resetProof')}</p>
        </InfoPanel>
        <CodeForm key="reset" hasFocus verify={prove} />
        <Button variant="quiet" className={styles.under} onPress={() => send({ type: 'cancelled' })}>
          {text('mfa.cancel')}
        </Button>
      </SignInCard>
    )
  }
  return (
    <I18nProvider locale={language.code}>
      <SignInCard title={text(isSetup ? 'mfa.setupTitle' : 'mfa.verificationTitle')} takesFocus={isSetup}>
        <InfoPanel state={problem && 'failed'}>{problem && <p>{text(`mfa.problem.${problem}`)}</p>}</InfoPanel>
        {isSetup ? (
          <Suspense fallback={<Spinner label={text('app.loading')} />}>
            <MfaSetup snapshot={snapshot} send={send} email={step.email} codeForm={codeForm} />
          </Suspense>
        ) : (
          <MfaVerification snapshot={snapshot} send={send} email={step.email} codeForm={codeForm} />
        )}
      </SignInCard>
      {snapshot.matches({ verification: 'confirming_reset' }) && (
        <Dialog
          role="alertdialog"
          title={text('mfa.resetTitle')}
          onClose={() => send({ type: 'cancelled' })}
          actions={
            <>
              <Button autoFocus onPress={() => send({ type: 'cancelled' })}>
                {text('mfa.cancel')}
              </Button>
              <Button variant="danger" isIrreversible onPress={() => send({ type: 'confirmed' })}>
                {text('mfa.resetConfirm')}
              </Button>
            </>
          }
        >
          <p>{text('mfa.resetText')}</p>
        </Dialog>
      )}
    </I18nProvider>
  )
}

export default MfaStep
