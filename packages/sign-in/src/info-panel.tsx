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
  /** Undefined if there is nothing to tell yet: the places for it stand on the page, unseen. */
  readonly state: PanelState | undefined
  readonly children: ReactNode
  /** Where it can be given the focus. */
  readonly ref?: Ref<HTMLDivElement>
}

/**
 * Says how things stand, above a form; what it says is read out when it changes. Words of a failure come into a place that stood
 * there before as an alert: one that comes together with its words is not read out by every screen reader, and one that is polite
 * is lost as the focus moves to the field.
 */
export const InfoPanel = ({ state, children, ref }: InfoPanelProps) => (
  <div
    ref={ref}
    tabIndex={ref === undefined ? undefined : -1}
    className={state && classNames(styles.panel, styles[state])}
    data-state={state}
    data-testid="info-panel"
  >
    {state && (
      <span className={styles.icon}>{state === 'submitting' ? <Spinner size="small" /> : <Icon name={icons[state]} />}</span>
    )}
    <div className={styles.text}>
      <div role="status">{state !== 'failed' && children}</div>
      <div role="alert">{state === 'failed' && children}</div>
    </div>
  </div>
)
