import { useAppVisitor } from '@sitwell/app-core/visitor-context.tsx'
import { Button } from '@sitwell/ui/button.tsx'
import { TextField } from '@sitwell/ui/text-field.tsx'
import { type ReactNode, useEffect, useRef } from 'react'
import styles from '../sign-in.module.css'
import { useForm } from '../use-form.ts'
import { cleanCode } from './code.ts'
import { TooManyCodes } from './mfa-calls.ts'

/** Asks for a code until it is right. */
export const CodeForm = ({
  verify,
  hasFocus,
  children,
}: {
  /** True if the code was right; throws an error if the call failed. */
  verify(code: string): Promise<boolean>
  readonly hasFocus: boolean
  readonly children?: ReactNode
}) => {
  const { text } = useAppVisitor()
  const fieldRef = useRef<HTMLInputElement>(null)
  const form = useForm({
    fields: ['code'],
    steps: {
      submit: async ({ code = '' }) => {
        try {
          const isRight = await verify(code)
          return isRight ? { kind: 'submitted' } : { kind: 'failed', reason: 'mfa.incorrectCode', clear: ['code'] }
        } catch (error) {
          if (error instanceof TooManyCodes) return { kind: 'failed', reason: 'mfa.tooManyCodes', clear: ['code'] }
          return { kind: 'failed', reason: 'mfa.verificationError', clear: [] }
        }
      },
    },
  })
  useEffect(() => {
    if (form.failures > 0) fieldRef.current?.focus()
  }, [form.failures])
  const isBusy = form.isBeingSubmitted || form.isSubmitted
  const change = form.change('code')
  return (
    <form className={styles.form} onSubmit={form.onSubmit} noValidate>
      <TextField
        label={text('mfa.code')}
        name="code"
        value={form.value('code')}
        onChange={(typed) => change(cleanCode(typed))}
        error={form.reason === undefined ? undefined : text(form.reason)}
        isDisabled={isBusy}
        isRequired
        autoFocus={hasFocus}
        autoComplete="one-time-code"
        inputMode="numeric"
        isLiteral
        inputRef={fieldRef}
      />
      {children}
      <Button type="submit" variant="primary" isWide isPending={isBusy} isDisabled={!form.canBeSubmitted && !isBusy}>
        {text('mfa.verify')}
      </Button>
    </form>
  )
}
