import { Button } from '@sitwell/ui/button.tsx'
import { stroke } from '@sitwell/ui/icon.tsx'
import { usePlayer } from '../../../context/player-context.tsx'
import styles from './print-button.module.css'

/** Has a question printed; on a phone its icon alone shows. */
export const PrintButton = ({ number, onPrint }: { readonly number: number; onPrint(): void }) => {
  const { text } = usePlayer()
  return (
    <Button variant="quiet" aria-label={text('print.question', { number })} onPress={onPrint}>
      <svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true" focusable="false">
        <path {...stroke} d="M7 9V3.5h10V9M7 17H4V9h16v8h-3M7 14h10v6.5H7z" />
      </svg>
      <span className={styles.label}>{text('print.button')}</span>
    </Button>
  )
}
