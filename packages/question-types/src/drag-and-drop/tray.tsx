import type { ReactNode } from 'react'
import type { PanelProps } from '../panel-props.ts'
import { DropPlace } from './drop-place.tsx'
import { useKeptInSight } from './panel-kept.ts'
import styles from './tray.module.css'

/** The id of the place that cards come from, and are taken back to. */
export const trayId = 'tray'

/** The cards, above the places that they belong in. */
export const Tray = ({ text, children }: Pick<PanelProps, 'text'> & { readonly children: ReactNode }) => (
  <div ref={useKeptInSight()} className={styles.tray}>
    <p className={styles.help}>{text('question.dragHelp')}</p>
    <DropPlace id={trayId} className={styles.cards}>
      {children}
    </DropPlace>
  </div>
)
