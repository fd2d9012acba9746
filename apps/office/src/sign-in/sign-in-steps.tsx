import { useAppVisitor } from '@sitwell/app-core/visitor-context.tsx'
import { lazy, Suspense, useEffect, useMemo, useState } from 'react'
import { useOfficeParts, useOfficeText } from '../office-context.tsx'
import { PasswordStep, type SignInNotice } from './password-step.tsx'
import { type SecondStep as OpenStep, signInCalls } from './sign-in-calls.ts'
import { StepCard } from './step-card.tsx'

const loadSecondStep = () => import('./second-step.tsx')
const SecondStep = lazy(loadSecondStep)
const RecoveryCodes = lazy(async () => ({ default: (await import('./recovery-codes.tsx')).RecoveryCodes }))

type Step =
  | { readonly is: 'password'; readonly notice: SignInNotice }
  | { readonly is: 'second'; readonly step: OpenStep }
  | { readonly is: 'codes'; readonly codes: readonly string[] }
  /** The office is about to open. */
  | { readonly is: 'entering' }

/** From the name and password to the open office. */
export const SignInSteps = ({ notice, username }: { readonly notice: SignInNotice; readonly username?: string }) => {
  const { reportError } = useAppVisitor()
  const { app, session } = useOfficeParts()
  const text = useOfficeText()
  const [step, setStep] = useState<Step>({ is: 'password', notice })
  const calls = useMemo(() => {
    const { api } = app.store.get()
    if (api === undefined) throw new Error('The start-up is not over')
    return signInCalls({ api, name: session.name, gone: () => setStep({ is: 'password', notice: 'ended' }) })
  }, [app, session])
  // While somebody types: the second step must not wait for a network that may be slow.
  useEffect(() => void loadSecondStep().catch(() => {}), [])
  const enter = async () => {
    setStep({ is: 'entering' })
    try {
      await session.signedIn()
    } catch (error) {
      reportError(error, 'sign-in')
      setStep({ is: 'password', notice: 'ended' })
    }
  }
  const passed = (codes: readonly string[]) => {
    if (codes.length === 0) void enter()
    else setStep({ is: 'codes', codes })
  }
  const fallback = <StepCard title={text('app.loading')}>{null}</StepCard>
  if (step.is === 'password')
    return (
      <PasswordStep
        calls={calls}
        notice={step.notice}
        username={username}
        onPassed={(secondStep) => (secondStep.is === 'none' ? void enter() : setStep({ is: 'second', step: secondStep }))}
      />
    )
  return (
    <Suspense fallback={fallback}>
      {step.is === 'second' && (
        <SecondStep
          step={step.step}
          calls={calls}
          onPassed={passed}
          onBack={() => setStep({ is: 'password', notice: undefined })}
        />
      )}
      {step.is === 'codes' && (
        <StepCard title={text('office.codesTitle')} takesFocus>
          <RecoveryCodes codes={step.codes} onStored={enter} />
        </StepCard>
      )}
      {step.is === 'entering' && (
        <StepCard title={text('app.loading')} takesFocus>
          {null}
        </StepCard>
      )}
    </Suspense>
  )
}
