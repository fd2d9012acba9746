import type { ReactNode, Ref } from 'react'
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components/Button'
import styles from './button.module.css'
import { classNames } from './class-names.ts'
import { Spinner } from './spinner.tsx'

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger'

export interface ButtonProps extends Omit<AriaButtonProps, 'children' | 'className' | 'style' | 'isPending'> {
  readonly children: ReactNode
  readonly variant?: ButtonVariant
  /** Only an icon inside: square, and `aria-label` names it. */
  readonly isIcon?: boolean
  /** As wide as what it stands in. */
  readonly isWide?: boolean
  /** Something that it started is under way: it keeps its size and its focus, shows a spinner and takes no press. */
  readonly isPending?: boolean
  readonly className?: string | undefined
  readonly ref?: Ref<HTMLButtonElement>
}

/**
 * A button of at least 44 px. Pending is our own: React Aria's announces it by an element that outlives the button and then has
 * no name.
 */
export const Button = ({
  children,
  variant = 'secondary',
  isIcon = false,
  isWide = false,
  isPending = false,
  className,
  type,
  onPress,
  ...rest
}: ButtonProps) => (
  <AriaButton
    {...rest}
    type={isPending ? 'button' : (type ?? 'button')}
    onPress={(event) => {
      if (!isPending) onPress?.(event)
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
  </AriaButton>
)
