import { useAppVisitor } from '@sitwell/app-core/visitor-context.tsx'
import { newUuid } from '@sitwell/client/new-uuid'
import { type PasswordFinding, passwordReset } from '@sitwell/contract'
import { Button } from '@sitwell/ui/button.tsx'
import { TextField } from '@sitwell/ui/text-field.tsx'
import { useEffect, useRef, useState } from 'react'
import { failureOf } from './failure-of.ts'
import { InfoPanel, panelStateOf } from './info-panel.tsx'
import type { PasswordOwner } from './login-flow.machine.ts'
import { PasswordFindings } from './password-findings.tsx'
import { isPasswordSet, isTokenValid } from './password-results.ts'
import { PasswordRules } from './password-rules.tsx'
import styles from './sign-in.module.css'
import { SignInCard, SignInNetworkError } from './sign-in-card.tsx'
import { useForm } from './use-form.ts'

/** The set-password and the reset-password page (spec 1 §2): the same except for the words. */
const SetPasswordPage = ({
  owner,
  token,
  isReset,
  onSet,
  onReturn,
}: {
  readonly owner: PasswordOwner
  readonly token: string
  readonly isReset: boolean
  onSet(password: string): void
  onReturn(): void
}) => {
  const { api, text } = useAppVisitor()
  const [isShown, setShown] = useState(false)
  const [refusedFor, setRefusedFor] = useState<readonly PasswordFinding[]>([])
  // Sent again with every try, so that one whose answer got lost doesn't find the link used up.
  const [requestId] = useState(() => newUuid())
  const passwordRef = useRef<HTMLInputElement>(null)
  const form = useForm({
    fields: ['password', 'retype'],
    steps: {
      validate: ({ password, retype }) =>
        password === retype ? undefined : { reason: 'password.noMatch', clear: ['password', 'retype'] },
      submit: async ({ password = '' }) => {
        const outcome = await api.call(passwordReset, { body: { password, token, requestId } })
        if (!outcome.ok) return failureOf(outcome, 'password.resetError', ['password', 'retype'])
        const { resultCode, reasons = [] } = outcome.value
        setRefusedFor(reasons)
        if (!isTokenValid(resultCode)) return { kind: 'failed', reason: 'password.linkOver', clear: [] }
        if (!isPasswordSet(resultCode)) {
          const reason = reasons.length > 0 ? 'password.refused' : 'password.invalid'
          return { kind: 'failed', reason, clear: ['password', 'retype'] }
        }
        onSet(password)
        return { kind: 'submitted' }
      },
    },
  })
  useEffect(() => {
    if (form.failures > 0) passwordRef.current?.focus()
  }, [form.failures])

  if (form.isError) return <SignInNetworkError details={form.details} />
  const title = text(isReset ? 'password.resetTitle' : 'password.setTitle')
  const state = panelStateOf(form)
  const isBusy = form.isBeingSubmitted || form.isSubmitted
  const type = isShown ? 'text' : 'password'
  return (
    <SignInCard title={title}>
      <InfoPanel state={state}>
        <p>
          {state === 'info'
            ? text('password.info', { firstName: owner.firstName, lastName: owner.lastName })
            : text(state === 'failed' ? (form.reason ?? 'password.resetError') : `password.${state}`)}
        </p>
        {state === 'failed' && form.reason === 'password.refused' && (
          <PasswordFindings findings={refusedFor} least={owner.policy?.minCharacters} />
        )}
      </InfoPanel>
      {owner.policy && <PasswordRules policy={owner.policy} />}
      <form className={styles.form} onSubmit={form.onSubmit} noValidate>
        <TextField
          label={text('signIn.username')}
          name="username"
          value={owner.logonId}
          onChange={() => {}}
          isReadOnly
          autoComplete="username"
          isLiteral
          hasNoError
        />
        <TextField
          label={text('password.password')}
          name="new-password"
          type={type}
          value={form.value('password')}
          onChange={form.change('password')}
          isDisabled={isBusy}
          isInvalid={state === 'failed'}
          isRequired
          autoComplete="new-password"
          autoFocus
          isLiteral
          hasNoError
          inputRef={passwordRef}
        />
        <TextField
          label={text('password.retype')}
          name="retype-password"
          type={type}
          value={form.value('retype')}
          onChange={form.change('retype')}
          isDisabled={isBusy}
          isRequired
          autoComplete="new-password"
          isLiteral
          hasNoError
        />
        <Button variant="quiet" className={styles.toggle} isDisabled={isBusy} onPress={() => setShown(!isShown)}>
          {text(isShown ? 'password.hide' : 'password.show')}
        </Button>
        <div className={styles.actions}>
          <Button onPress={onReturn} isDisabled={isBusy}>
            {text('password.return')}
          </Button>
          <Button type="submit" variant="primary" isPending={isBusy} isDisabled={!form.canBeSubmitted && !isBusy}>
            {title}
          </Button>
        </div>
      </form>
    </SignInCard>
  )
}

export default SetPasswordPage
