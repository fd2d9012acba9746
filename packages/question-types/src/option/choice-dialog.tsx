import { Layer } from '@sitwell/layer/layer.tsx'
import { type ReactNode, useCallback, useId } from 'react'
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
  const titleId = useId()
  const bodyId = useId()
  return (
    <Layer
      look={{ veil: styles.veil, dialog: styles.dialog }}
      role="alertdialog"
      titleId={titleId}
      describedBy={bodyId}
      onClose={actions[0].onPress}
    >
      <h2 id={titleId} className={styles.title}>
        {title}
      </h2>
      <div id={bodyId} className={styles.body}>
        {children}
      </div>
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
    </Layer>
  )
}
