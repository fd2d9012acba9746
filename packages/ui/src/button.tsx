import type { ComponentProps, ReactNode } from 'react'
import styles from './button.module.css'
import { classNames } from './class-names.ts'
import { Spinner } from './spinner.tsx'

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger'

export interface ButtonProps extends Omit<ComponentProps<'button'>, 'disabled' | 'onClick' | 'style' | 'className'> {
  readonly children: ReactNode
  readonly variant?: ButtonVariant
  /** Only an icon inside: square, and `aria-label` names it. */
  readonly isIcon?: boolean
  /** As wide as its container. */
  readonly isWide?: boolean
  readonly isDisabled?: boolean | undefined
  /** Something that it started is under way: it keeps its size and its focus, shows a spinner and takes no press. */
  readonly isPending?: boolean
  /** The action can't be undone: a dialog keeps the button away from the position of the last press. */
  readonly isIrreversible?: boolean
  readonly className?: string | undefined
  readonly onPress?: (() => unknown) | undefined
}

/** A button of at least 44 px. The browser's own element: it needs nothing else, and the login page loads nothing for it. */
export const Button = ({
  children,
  variant = 'secondary',
  isIcon = false,
  isWide = false,
  isDisabled = false,
  isPending = false,
  isIrreversible = false,
  className,
  type = 'button',
  onPress,
  ...rest
}: ButtonProps) => (
  <button
    {...rest}
    data-once=""
    data-irreversible={isIrreversible || undefined}
    type={isPending ? 'button' : type}
    disabled={isDisabled && !isPending}
    onClick={() => {
      if (!isPending) onPress?.()
    }}
    className={classNames(
      styles.button,
      styles[variant],
      isIcon && styles.icon,
      isWide && styles.wide,
      isPending && styles.waits,
      className,
    )}
  >
    <span className={classNames(styles.label, isPending && styles.hidden)}>{children}</span>
    {isPending && (
      <span className={styles.pending} data-testid="pending">
        <Spinner size="small" />
      </span>
    )}
  </button>
)
