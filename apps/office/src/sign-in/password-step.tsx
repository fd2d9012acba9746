import { forgotAddress } from '@sitwell/app-core/login-address'
import { useAppVisitor } from '@sitwell/app-core/visitor-context.tsx'
import { InfoPanel } from '@sitwell/sign-in/info-panel.tsx'
import { LoginForm } from '@sitwell/sign-in/login-form.tsx'
import styles from '@sitwell/sign-in/sign-in.module.css'
import { useAutofill } from '@sitwell/sign-in/use-autofill.ts'
import { ButtonLink } from '@sitwell/ui/button-link.tsx'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useOfficeText } from '../office-context.tsx'
import type { SecondStep, SignInCalls } from './sign-in-calls.ts'
import { StepCard, useIsOverPage } from './step-card.tsx'

type Reason = Exclude<Awaited<ReturnType<SignInCalls['signIn']>>, { ok: true }>['reason'] | 'office.unreachable'

/** What is said before somebody types: of what has just happened here. */
export type SignInNotice = 'signed-out' | 'ended' | undefined

const noticeTexts = { 'signed-out': 'office.signedOut', ended: 'office.sessionEnded' } as const

/** Name and password. */
export const PasswordStep = ({
  calls,
  notice,
  username: known = '',
  onPassed,
}: {
  readonly calls: SignInCalls
  readonly notice: SignInNotice
  /** Of whom the page under it is. */
  readonly username?: string | undefined
  onPassed(secondStep: SecondStep): void
}) => {
  const { client, settings } = useAppVisitor()
  const text = useOfficeText()
  const isOverPage = useIsOverPage()
  const [values, setValues] = useState({ username: known, password: '' })
  const [reason, setReason] = useState<Reason>()
  const [isBusy, setBusy] = useState(false)
  const latest = useRef(values)
  const username = useRef<HTMLInputElement>(null)
  const password = useRef<HTMLInputElement>(null)
  const change = (field: 'username' | 'password') => (value: string) => {
    // What stands there already is no typing: the look for what the browser has filled in may find it only after a refusal.
    if (value !== '' && value !== latest.current[field]) setReason(undefined)
    latest.current = { ...latest.current, [field]: value }
    setValues(latest.current)
  }
  useAutofill(
    [
      { ref: username, name: 'username' },
      { ref: password, name: 'password' },
    ],
    (field, value) => change(field)(value),
  )
  useEffect(() => {
    if (known !== '') password.current?.focus()
  }, [known])
  useEffect(() => {
    if (reason !== undefined && !isBusy) password.current?.focus()
  }, [reason, isBusy])

  const submit = async () => {
    setBusy(true)
    setReason(undefined)
    const outcome = await calls.signIn({ orgId: client.id, ...values })
    if (outcome.ok) return onPassed(outcome.secondStep)
    setBusy(false)
    setReason(outcome.reason ?? 'office.unreachable')
    // What was typed is right as long as nobody has looked at it.
    if (outcome.reason !== undefined) change('password')('')
  }
  const isFilled = values.username !== '' && values.password !== ''
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (isFilled && !isBusy) void submit()
  }
  const help = isOverPage ? text('office.goOnHelp') : text('office.signInHelp')
  return (
    <StepCard title={text(isOverPage ? 'office.goOnTitle' : 'office.signInTitle')}>
      {notice === undefined || isOverPage ? (
        <p className={styles.info}>{help}</p>
      ) : (
        <div className={styles.notice}>
          <InfoPanel state="info">
            <p>{text(noticeTexts[notice])}</p>
          </InfoPanel>
        </div>
      )}
      <LoginForm
        text={text}
        values={values}
        onChange={change}
        onSubmit={onSubmit}
        reason={reason === undefined ? undefined : text(reason)}
        isBusy={isBusy}
        canBeSubmitted={isFilled}
        forgotten={
          settings.enableForgottenPassword && (
            // The player's page: passwords are the same in both.
            <ButtonLink href={forgotAddress(client.urlToken)} variant="quiet" className={styles.under}>
              {text('signIn.forgotten')}
            </ButtonLink>
          )
        }
        usernameRef={username}
        passwordRef={password}
      />
      <p role="status" className={styles.status}>
        {isBusy ? text('signIn.submitting') : ''}
      </p>
    </StepCard>
  )
}
