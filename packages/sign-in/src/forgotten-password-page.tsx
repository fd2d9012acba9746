import { useAppVisitor } from '@sitwell/app-core/visitor-context.tsx'
import { forgotPassword } from '@sitwell/contract'
import { Button } from '@sitwell/ui/button.tsx'
import { TextField } from '@sitwell/ui/text-field.tsx'
import { useEffect, useRef } from 'react'
import { failureOf } from './failure-of.ts'
import { InfoPanel, panelStateOf } from './info-panel.tsx'
import { forgottenPasswordReason } from './password-results.ts'
import styles from './sign-in.module.css'
import { SignInCard, SignInNetworkError } from './sign-in-card.tsx'
import { useForm } from './use-form.ts'

/** The forgotten-password page (spec 1 §2): asks for a link by e-mail. */
const ForgottenPasswordPage = ({ onReturn }: { onReturn(): void }) => {
  const { api, client, settings, text } = useAppVisitor()
  const fieldRef = useRef<HTMLInputElement>(null)
  const returnRef = useRef<HTMLButtonElement>(null)
  const form = useForm({
    fields: ['logonId'],
    steps: {
      submit: async ({ logonId = '' }) => {
        const outcome = await api.call(forgotPassword, { body: { logonID: logonId, orgID: client.id } })
        // Where this was switched off after the page had been opened.
        if (!outcome.ok && outcome.kind === 'refused' && outcome.code === 'NOT_ALLOWED')
          return { kind: 'failed', reason: 'forgotten.off', clear: [] }
        if (!outcome.ok) return failureOf(outcome, 'forgotten.failed')
        const reason = forgottenPasswordReason(outcome.value.resultCode)
        return reason === undefined ? { kind: 'submitted' } : { kind: 'failed', reason, clear: [] }
      },
    },
  })
  useEffect(() => {
    if (form.failures > 0) fieldRef.current?.focus()
  }, [form.failures])
  // There is nothing left to do here but to go back.
  useEffect(() => {
    if (form.isSubmitted) returnRef.current?.focus()
  }, [form.isSubmitted])

  if (form.isError) return <SignInNetworkError details={form.details} />
  const state = panelStateOf(form)
  if (!settings.enableForgottenPassword)
    return (
      <SignInCard title={text('forgotten.title')}>
        <InfoPanel state="failed">
          <p>{text('forgotten.off')}</p>
        </InfoPanel>
        <div className={styles.actions}>
          <Button onPress={onReturn} autoFocus>
            {text('password.return')}
          </Button>
        </div>
      </SignInCard>
    )
  return (
    <SignInCard title={text('forgotten.title')}>
      <InfoPanel state={state}>
        <p>{text(state === 'failed' ? (form.reason ?? 'forgotten.failed') : `forgotten.${state}`)}</p>
      </InfoPanel>
      <form className={styles.form} onSubmit={form.onSubmit} noValidate>
        {!form.isSubmitted && (
          <TextField
            label={text('forgotten.logonId')}
            name="username"
            value={form.value('logonId')}
            onChange={form.change('logonId')}
            isDisabled={form.isBeingSubmitted}
            isRequired
            autoComplete="username"
            autoFocus
            isLiteral
            hasNoError
            inputRef={fieldRef}
          />
        )}
        <div className={styles.actions}>
          <Button ref={returnRef} onPress={onReturn} isDisabled={form.isBeingSubmitted}>
            {text('password.return')}
          </Button>
          {!form.isSubmitted && (
            <Button
              type="submit"
              variant="primary"
              isPending={form.isBeingSubmitted}
              isDisabled={!form.canBeSubmitted && !form.isBeingSubmitted}
            >
              {text('forgotten.submit')}
            </Button>
          )}
        </div>
      </form>
    </SignInCard>
  )
}

export default ForgottenPasswordPage
