import { InfoPanel } from '@sitwell/sign-in/info-panel.tsx'
import { CodeForm } from '@sitwell/sign-in/mfa/code-form.tsx'
import { mfaMachine } from '@sitwell/sign-in/mfa/mfa.machine.ts'
import mfa from '@sitwell/sign-in/mfa/mfa.module.css'
import { mfaOptions } from '@sitwell/sign-in/mfa/mfa-providers.ts'
import MfaSetup from '@sitwell/sign-in/mfa/mfa-setup.tsx'
import { SendCode } from '@sitwell/sign-in/mfa/send-code.tsx'
import styles from '@sitwell/sign-in/sign-in.module.css'
import { Button } from '@sitwell/ui/button.tsx'
import { useMachine } from '@xstate/react'
import { useState } from 'react'
import { useOfficeText } from '../office-context.tsx'
import { RecoveryStep } from './recovery-step.tsx'
import { providersOf, type SignInCalls, type SecondStep as Step } from './sign-in-calls.ts'
import { StepCard } from './step-card.tsx'

/** The second step: a code of what was set up, or what is set up now, or a recovery code in its place. */
const SecondStep = ({
  step,
  calls,
  onPassed,
  onBack,
}: {
  readonly step: Step
  readonly calls: SignInCalls
  /** With the recovery codes that were made; they are shown once. */
  onPassed(recoveryCodes: readonly string[]): void
  onBack(): void
}) => {
  const text = useOfficeText()
  const providers = providersOf(step)
  const [snapshot, send] = useMachine(mfaMachine, {
    input: {
      // Whoever has lost it has recovery codes, or asks an administrator: nothing is reset here.
      steps: { ...calls, reset: () => Promise.resolve('administrator' as const) },
      option: step.is === 'set-up' ? 0 : mfaOptions[providers[0]],
      providers,
    },
  })
  const [isRecovering, setRecovering] = useState(false)
  const { provider, problem } = snapshot.context
  const isSetup = step.is === 'set-up'
  const verify = async (code: string) => {
    const passed = await calls.pass(code, provider)
    if (passed === false) return false
    onPassed(passed)
    return true
  }
  const back = (
    <Button variant="quiet" className={styles.under} onPress={onBack}>
      {text('office.otherAccount')}
    </Button>
  )
  if (isRecovering) return <RecoveryStep calls={calls} onPassed={onPassed} onBack={() => setRecovering(false)} />
  const codeForm = <CodeForm key={provider} hasFocus={!isSetup} verify={verify} />
  const view = { snapshot, send, email: step.email ?? '', codeForm }
  return (
    <StepCard title={text(isSetup ? 'mfa.setupTitle' : 'mfa.verificationTitle')} takesFocus={isSetup}>
      {problem !== undefined && (
        <InfoPanel state="failed">
          <p>{text(`mfa.problem.${problem}`)}</p>
        </InfoPanel>
      )}
      {isSetup && <MfaSetup {...view} />}
      {!isSetup && provider === 'app' && (
        <>
          <p className={mfa.intro}>{text('mfa.appVerify')}</p>
          {codeForm}
        </>
      )}
      {!isSetup && provider !== 'app' && <SendCode {...view} />}
      <div className={mfa.lost}>
        {isSetup ? (
          back
        ) : (
          <>
            <Button variant="quiet" onPress={() => setRecovering(true)}>
              {text('office.useRecoveryCode')}
            </Button>
            {back}
          </>
        )}
      </div>
    </StepCard>
  )
}

export default SecondStep
