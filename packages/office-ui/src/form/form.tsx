import { Button } from '@sitwell/ui/button.tsx'
import { classNames } from '@sitwell/ui/class-names.ts'
import { Icon } from '@sitwell/ui/icon.tsx'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import density from '../density.module.css'
import { useOfficeTexts } from '../office-texts.tsx'
import styles from './form.module.css'

/** The error of an action or of a form as a whole. Screen readers announce it when it appears. */
export const Problem = ({ children }: { readonly children: string }) => (
  <div role="alert" className={styles.problem}>
    <Icon name="alert" className={styles.icon} />
    <span>{children}</span>
  </div>
)

/**
 * Fields below each other, with buttons below them. `errors` are those of single fields: when new ones appear, the focus moves
 * to the first of them, so that a screen reader announces it with its field. The typed values stay.
 */
export const Form = ({
  label,
  errors,
  problem,
  submit,
  isPending = false,
  onSubmit,
  onCancel,
  children,
}: {
  /** Names the form. */
  readonly label: string
  /** By the names of the fields; a new object after each attempt. */
  readonly errors: Readonly<Record<string, string | undefined>>
  /** The error that does not belong to a single field. */
  readonly problem?: string | undefined
  /** The words on the button that sends it. */
  readonly submit: string
  readonly isPending?: boolean
  onSubmit(): void
  onCancel?: (() => void) | undefined
  readonly children: ReactNode
}) => {
  const { text } = useOfficeTexts()
  const form = useRef<HTMLFormElement>(null)
  useLayoutEffect(() => {
    if (Object.values(errors).every((error) => error === undefined)) return
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [errors])
  return (
    <form
      ref={form}
      noValidate
      aria-label={label}
      className={classNames(density.compact, styles.form)}
      onSubmit={(event) => {
        event.preventDefault()
        if (!isPending) onSubmit()
      }}
    >
      {children}
      {problem !== undefined && <Problem>{problem}</Problem>}
      <div className={styles.actions}>
        <Button variant="primary" type="submit" className={density.press} isPending={isPending}>
          {submit}
        </Button>
        {onCancel !== undefined && (
          <Button className={density.press} onPress={onCancel}>
            {text('form.cancel')}
          </Button>
        )}
      </div>
    </form>
  )
}
