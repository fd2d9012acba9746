import type { ReactNode, Ref } from 'react'
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components/Button'
import styles from './button.module.css'
import { classNames } from './class-names.ts'
import { Spinner } from './spinner.tsx'

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger'

export interface ButtonProps extends Omit<AriaButtonProps, 'children' | 'className' | 'style'> {
  readonly children: ReactNode
  readonly variant?: ButtonVariant
  /** Only an icon inside: square, and `aria-label` names it. */
  readonly isIcon?: boolean
  /** As wide as what it stands in. */
  readonly isWide?: boolean
  readonly className?: string | undefined
  readonly ref?: Ref<HTMLButtonElement>
}

/** A button of at least 44 px. While `isPending` it keeps its size and its focus, shows a spinner and takes no press. */
export const Button = ({
  children,
  variant = 'secondary',
  isIcon = false,
  isWide = false,
  className,
  ...rest
}: ButtonProps) => (
  <AriaButton
    {...rest}
    className={classNames(styles.button, styles[variant], isIcon && styles.icon, isWide && styles.wide, className)}
  >
    <span className={classNames(styles.label, rest.isPending === true && styles.hidden)}>{children}</span>
    {rest.isPending === true && (
      <span className={styles.pending}>
        <Spinner size="small" />
      </span>
    )}
  </AriaButton>
)
