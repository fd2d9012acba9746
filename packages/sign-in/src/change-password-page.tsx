import { useAppVisitor } from '@sitwell/app-core/visitor-context.tsx'
import type { Api } from '@sitwell/client/api'
import type { ReplyOf } from '@sitwell/contract'
import { changePassword, ownPassword, type PasswordFinding } from '@sitwell/contract'
import { useNavigate } from '@sitwell/navigation/navigation.tsx'
import { useAppBar } from '@sitwell/ui/app-bar-state.tsx'
import { Button } from '@sitwell/ui/button.tsx'
import { Icon } from '@sitwell/ui/icon.tsx'
import { Page } from '@sitwell/ui/page.tsx'
import { Spinner } from '@sitwell/ui/spinner.tsx'
import { TextField } from '@sitwell/ui/text-field.tsx'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import styles from './change-password.module.css'
import type { FormOutcome } from './form.machine.ts'
import { InfoPanel, panelStateOf } from './info-panel.tsx'
import { PasswordFindings } from './password-findings.tsx'
import { PasswordRules } from './password-rules.tsx'
import { useForm } from './use-form.ts'

type Owner = ReplyOf<typeof ownPassword>
/** Undefined until it is known. `unknown`: it couldn't be asked for, and the form does without. */
type Known = Owner | 'unknown' | 'not-theirs' | undefined

const useOwner = (api: Api): Known => {
  const [known, setKnown] = useState<Known>()
  useEffect(() => {
    let isGone = false
    const ask = async () => {
      const outcome = await api.call(ownPassword, {})
      if (isGone) return
      if (outcome.ok) setKnown(outcome.value)
      else setKnown(outcome.kind === 'refused' && outcome.code === 'NOT_ALLOWED' ? 'not-theirs' : 'unknown')
    }
    void ask()
    return () => {
      isGone = true
    }
  }, [api])
  return known
}

const typed = ['current', 'password', 'retype'] as const

const ChangeForm = ({ owner }: { readonly owner: Owner | undefined }) => {
  const { api, text } = useAppVisitor()
  const [isShown, setShown] = useState(false)
  const [refusedFor, setRefusedFor] = useState<readonly PasswordFinding[]>([])
  const currentRef = useRef<HTMLInputElement>(null)
  const passwordRef = useRef<HTMLInputElement>(null)
  const submit = async ({ current = '', password = '' }): Promise<FormOutcome> => {
    const outcome = await api.call(changePassword, { body: { current, password } })
    const failed = (reason: Extract<FormOutcome, { kind: 'failed' }>['reason'], clear: readonly string[]) =>
      ({ kind: 'failed', reason, clear }) as const
    if (!outcome.ok) {
      const isTooOften = outcome.kind === 'refused' && outcome.code === 'TOO_MANY_REQUESTS'
      return failed(isTooOften ? 'signIn.tooManyAttempts' : 'password.change.failed', [])
    }
    const { changed, isWrong, reasons = [] } = outcome.value
    setRefusedFor(reasons)
    if (isWrong) return failed('password.change.wrong', ['current'])
    return changed ? { kind: 'submitted' } : failed('password.refused', ['password', 'retype'])
  }
  const form = useForm({
    fields: typed,
    steps: {
      validate: ({ password, retype }) =>
        password === retype ? undefined : { reason: 'password.noMatch', clear: ['password', 'retype'] },
      submit,
    },
  })
  const isWrong = form.reason === 'password.change.wrong'
  const wasWrong = useRef(false)
  useLayoutEffect(() => {
    wasWrong.current = isWrong
  })
  // With each failure, and not as its word goes because somebody types again.
  useEffect(() => {
    if (form.failures > 0) (wasWrong.current ? currentRef : passwordRef).current?.focus()
  }, [form.failures])
  const state = panelStateOf(form)
  const doneRef = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (state === 'success') doneRef.current?.focus()
  }, [state])

  const says = () => {
    if (state === 'failed') return text(form.reason ?? 'password.change.failed')
    if (state === 'submitting') return text('password.submitting')
    return text(state === 'success' ? 'password.change.done' : 'password.change.info')
  }
  const field = (name: (typeof typed)[number]) => ({
    type: isShown ? ('text' as const) : ('password' as const),
    value: form.value(name),
    onChange: form.change(name),
    isDisabled: form.isBeingSubmitted,
    isRequired: true,
    isLiteral: true,
    hasNoError: true,
  })
  const newOne = { ...field('password'), isInvalid: state === 'failed' && !isWrong, autoComplete: 'new-password' as const }
  return (
    <>
      <InfoPanel ref={doneRef} state={state}>
        <p>{says()}</p>
        {form.reason === 'password.refused' && (
          <PasswordFindings findings={refusedFor} least={owner?.passwordPolicy.minCharacters} />
        )}
      </InfoPanel>
      {!form.isSubmitted && (
        <form className={styles.form} onSubmit={form.onSubmit} noValidate>
          {/* By it a browser knows whose password it stores. */}
          <input type="text" name="username" autoComplete="username" value={owner?.username ?? ''} readOnly hidden />
          <TextField
            {...field('current')}
            label={text('password.change.current')}
            name="current-password"
            isInvalid={isWrong}
            autoComplete="current-password"
            autoFocus
            inputRef={currentRef}
          />
          {owner && <PasswordRules policy={owner.passwordPolicy} />}
          <TextField {...newOne} label={text('password.password')} name="new-password" inputRef={passwordRef} />
          <TextField {...field('retype')} label={text('password.retype')} name="retype-password" autoComplete="new-password" />
          <Button
            variant="quiet"
            className={styles.toggle}
            isDisabled={form.isBeingSubmitted}
            onPress={() => setShown(!isShown)}
          >
            {text(isShown ? 'password.hide' : 'password.show')}
          </Button>
          <Button
            type="submit"
            variant="primary"
            className={styles.submit}
            isPending={form.isBeingSubmitted}
            isDisabled={!form.canBeSubmitted && !form.isBeingSubmitted}
          >
            {text('password.change.title')}
          </Button>
        </form>
      )}
    </>
  )
}

/** Where somebody who is signed in changes their own password, by the present one. */
const ChangePasswordPage = () => {
  const { api, text } = useAppVisitor()
  const navigate = useNavigate()
  const known = useOwner(api)
  const title = text('password.change.title')
  useAppBar({ title, isLoading: known === undefined })
  return (
    <Page heading={title}>
      <div className={styles.content}>
        <Button className={styles.back} onPress={() => navigate({ to: '/sign-ins' })}>
          <Icon name="previous" />
          {text('signIns.title')}
        </Button>
        {known === undefined && <Spinner label={text('password.change.waiting')} />}
        {known === 'not-theirs' && <p role="status">{text('password.change.notYours')}</p>}
        {known !== undefined && known !== 'not-theirs' && <ChangeForm owner={known === 'unknown' ? undefined : known} />}
      </div>
    </Page>
  )
}

export default ChangePasswordPage
