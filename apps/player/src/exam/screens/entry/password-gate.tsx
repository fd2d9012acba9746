import { checkPassword, type Schedule } from '@sitwell/contract'
import { Button } from '@sitwell/ui/button.tsx'
import { Card } from '@sitwell/ui/card.tsx'
import { Icon } from '@sitwell/ui/icon.tsx'
import { Page } from '@sitwell/ui/page.tsx'
import { TextField } from '@sitwell/ui/text-field.tsx'
import { useMachine } from '@xstate/react'
import { type FormEvent, useEffect, useRef } from 'react'
import { usePlayer } from '../../../context/player-context.tsx'
import { ExamFailure } from '../../content/exam-failure.ts'
import { NetworkErrorScreen } from '../cards/network-error-screen.tsx'
import { type Checked, passwordGateMachine } from './password-gate.machine.ts'
import styles from './password-gate.module.css'

/** Milliseconds after a reply at which the field has the focus again (spec 2 §9). */
const refocusDelayMs = 100

/** Asks for the exam's password. The app bar, which says so too, is told by the screen around this one. */
const PasswordGate = ({
  schedule,
  onAccepted,
  onCancel,
}: {
  readonly schedule: Schedule
  onAccepted(): void
  onCancel(): void
}) => {
  const player = usePlayer()
  const { api, session, settings, text } = player
  const check = async (password: string): Promise<Checked> => {
    const body = { scheduleGuid: schedule.guid, password, userGuid: session.user.guid }
    const outcome = await api.call(checkPassword, { body })
    if (!outcome.ok && outcome.kind === 'refused' && outcome.code === 'TOO_MANY_REQUESTS') return 'too-many'
    if (!outcome.ok) throw new ExamFailure(outcome.message)
    return outcome.value.result
  }
  const [state, send] = useMachine(passwordGateMachine, { input: { check } })
  const field = useRef<HTMLInputElement>(null)
  const isSubmitting = state.matches('SUBMITTING')
  const isSubmitted = state.matches('SUBMITTED')
  const hasFailed = state.matches('SUBMISSION_FAILED')

  useEffect(() => {
    if (isSubmitted) onAccepted()
  }, [isSubmitted, onAccepted])
  useEffect(() => {
    if (!hasFailed) return
    const timer = setTimeout(() => field.current?.focus(), refocusDelayMs)
    return () => clearTimeout(timer)
  }, [hasFailed])

  if (state.matches('SUBMISSION_ERROR')) {
    return <NetworkErrorScreen details={state.context.details} />
  }
  const { passwordError } = state.context
  const errorTexts = { invalid: 'exam.passwordInvalid', 'too-many': 'signIn.tooManyAttempts' } as const
  const errorText = passwordError && text(errorTexts[passwordError])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send({ type: 'SUBMIT' })
  }
  return (
    <Page align="centre" width="card" keepsFocus>
      <div className={styles.gate} data-testid="password-gate">
        <Card width="card">
          <form onSubmit={submit} noValidate>
            <div className={styles.head}>
              <span className={styles.lock}>
                <Icon name="lock" />
              </span>
              <div>
                <h1 className={styles.title}>{text('exam.passwordHeading')}</h1>
                <p className={styles.exam}>
                  <bdi>{schedule.examName}</bdi>
                </p>
              </div>
            </div>
            <p className={styles.prompt}>{text('exam.passwordPrompt')}</p>
            <TextField
              type="password"
              name="exam-password"
              label={text('exam.password')}
              value={state.context.password}
              onChange={(password) => send({ type: 'TYPED', password })}
              error={errorText}
              isDisabled={isSubmitting}
              isRequired
              autoFocus
              autoComplete="off"
              isLiteral
              inputRef={field}
            />
            <div className={styles.actions}>
              {settings.proctoringMode !== 1 && (
                <Button onPress={onCancel} isDisabled={isSubmitting}>
                  {text('exam.cancel')}
                </Button>
              )}
              <Button
                type="submit"
                variant="primary"
                isDisabled={!state.matches('SUBMITTABLE') && !isSubmitting}
                isPending={isSubmitting}
              >
                {text('exam.passwordSubmit')}
              </Button>
            </div>
          </form>
        </Card>
      </div>
    </Page>
  )
}

export default PasswordGate
