import { type ReactNode, useCallback } from 'react'
import { Dialog } from 'react-aria-components/Dialog'
import { Heading } from 'react-aria-components/Heading'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import type { PanelProps } from '../panel-props.ts'
import styles from './choice-dialog.module.css'

interface Action {
  readonly label: string
  onPress(): void
}

/**
 * Asks about a choice that was just made. Escape does what the first of the actions does; the last is the one that goes on, and where
 * it is not the only one it can't be undone: it never comes to lie where the press was that opened the dialog. Their
 * buttons are the browser's own, and a double click on one is one: the player's watch over presses knows these.
 */
export const ChoiceDialog = ({
  title,
  children,
  actions,
  keepClear,
}: Pick<PanelProps, 'keepClear'> & {
  readonly title: string
  readonly children: ReactNode
  readonly actions: readonly [Action, ...Action[]]
}) => {
  const placeActions = useCallback(
    (place: HTMLDivElement | null) => {
      if (place) keepClear(place)
    },
    [keepClear],
  )
  return (
    <ModalOverlay isOpen className={styles.veil ?? ''} onOpenChange={actions[0].onPress}>
      <Modal className={styles.modal ?? ''}>
        <Dialog role="alertdialog" className={styles.dialog ?? ''}>
          <Heading slot="title" level={2} className={styles.title ?? ''}>
            {title}
          </Heading>
          <div className={styles.body}>{children}</div>
          <div ref={placeActions} className={styles.actions}>
            {actions.map(({ label, onPress }, index) => (
              <button
                type="button"
                key={label}
                // biome-ignore lint/a11y/noAutofocus: a dialog has the focus once it is open
                autoFocus={index === 0}
                data-once=""
                data-irreversible={index > 0 && index === actions.length - 1 ? '' : undefined}
                className={`${styles.action} ${index === actions.length - 1 ? styles.main : ''}`}
                onClick={onPress}
              >
                {label}
              </button>
            ))}
          </div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}
