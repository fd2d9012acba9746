import { Layer } from '@sitwell/layer/layer.tsx'
import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react'
import styles from './dialog.module.css'
import { keepClear } from './keep-clear.ts'
import { watchPresses } from './watch-presses.ts'

/** A dialog's buttons; one that comes when the dialog is there already, as an answer does, keeps clear of the last press too. */
const Actions = ({ children }: { readonly children: ReactNode }) => {
  const place = useRef<HTMLDivElement>(null)
  const [looked] = useState(() => new WeakSet<object>())
  // After each drawing: any of them may have brought a button.
  useLayoutEffect(() => {
    if (place.current) keepClear(place.current, watchPresses().lastPoint(), looked)
  })
  return (
    <div ref={place} className={styles.actions}>
      {children}
    </div>
  )
}

/**
 * A dialog over the page; the focus stays in it. Escape closes it if it has an `onClose`; with `isDismissable`, a press outside
 * of it does too. `actions` are its buttons; the main one comes last, and on a phone they are stacked. An action that can't be
 * undone is never placed under the press that opened the dialog. Another title makes it another dialog: it is announced, and a
 * press meant for the previous one doesn't count.
 */
export const Dialog = ({
  title,
  children,
  actions,
  isOpen = true,
  isDismissable = false,
  onClose,
  role = 'dialog',
}: {
  readonly title: string
  readonly children?: ReactNode
  readonly actions?: ReactNode
  readonly isOpen?: boolean
  readonly isDismissable?: boolean
  onClose?: (() => void) | undefined
  readonly role?: 'dialog' | 'alertdialog'
}) => {
  const titleId = useId()
  const bodyId = useId()
  if (!isOpen) return null
  return (
    <Layer
      key={title}
      look={{ veil: styles.veil, dialog: styles.dialog }}
      role={role}
      titleId={titleId}
      // The text of a question is announced with it. The content of a form is not, before the focus is in it.
      describedBy={role === 'alertdialog' && children !== undefined ? bodyId : undefined}
      isDismissable={isDismissable}
      onClose={onClose}
    >
      <h2 id={titleId} className={styles.title}>
        {title}
      </h2>
      {children !== undefined && (
        <div id={bodyId} className={styles.body}>
          {children}
        </div>
      )}
      {actions !== undefined && <Actions>{actions}</Actions>}
    </Layer>
  )
}
