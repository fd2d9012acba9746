import { classNames } from '@sitwell/ui/class-names.ts'
import { Icon, type IconName } from '@sitwell/ui/icon.tsx'
import { Spinner } from '@sitwell/ui/spinner.tsx'
import type { ReactNode, Ref } from 'react'
import styles from './info-panel.module.css'
import type { Form } from './use-form.ts'

/** The states of the two password pages (spec 1 §4). */
export type PanelState = 'info' | 'submitting' | 'success' | 'failed'

/** What a form's machine comes to on a password page. */
export const panelStateOf = ({
  isBeingSubmitted,
  isSubmitted,
  reason,
}: Pick<Form, 'isBeingSubmitted' | 'isSubmitted' | 'reason'>): PanelState => {
  if (isBeingSubmitted) return 'submitting'
  if (isSubmitted) return 'success'
  return reason === undefined ? 'info' : 'failed'
}

const icons: Record<Exclude<PanelState, 'submitting'>, IconName> = { info: 'info', success: 'check', failed: 'alert' }

interface InfoPanelProps {
  readonly state: PanelState
  readonly children: ReactNode
  /** Where it can be given the focus. */
  readonly ref?: Ref<HTMLDivElement>
}

/** Says how things stand, above a form; what it says is read out when it changes. */
export const InfoPanel = ({ state, children, ref }: InfoPanelProps) => (
  <div
    ref={ref}
    role="status"
    tabIndex={ref === undefined ? undefined : -1}
    className={classNames(styles.panel, styles[state])}
    data-state={state}
    data-testid="info-panel"
  >
    <span className={styles.icon}>{state === 'submitting' ? <Spinner size="small" /> : <Icon name={icons[state]} />}</span>
    <div className={styles.text}>{children}</div>
  </div>
)
