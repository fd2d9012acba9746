import { useRef } from 'react'
import { usePlayer } from '../../api/player-context.tsx'
import styles from './documents.module.css'
import { leastShare, mostShare, shareStep, shareWithin } from './pane-share.ts'

const isRightToLeft = () => document.documentElement.dir === 'rtl'

/** Moves the line between the question and the document: dragged, or by arrow keys. */
export const PaneDivider = ({ share, onChange }: { readonly share: number; onChange(share: number): void }) => {
  const { text } = usePlayer()
  const divider = useRef<HTMLDivElement>(null)
  const moveTo = (x: number) => {
    // The question and the document; the list of questions isn't divided.
    const pane = divider.current?.parentElement
    const question = pane?.previousElementSibling
    if (!pane || !question) return
    const boxes = [pane.getBoundingClientRect(), question.getBoundingClientRect()]
    const [start, end] = [Math.min(...boxes.map(({ left }) => left)), Math.max(...boxes.map(({ right }) => right))]
    if (end > start) onChange(shareWithin((isRightToLeft() ? x - start : end - x) / (end - start)))
  }
  return (
    <div
      ref={divider}
      role="separator"
      aria-orientation="vertical"
      aria-label={text('pdf.width')}
      aria-valuenow={Math.round(share * 100)}
      aria-valuemin={leastShare * 100}
      aria-valuemax={mostShare * 100}
      tabIndex={0}
      className={styles.divider}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) moveTo(event.clientX)
      }}
      onKeyDown={(event) => {
        const towards = isRightToLeft() ? -1 : 1
        const changed = {
          ArrowLeft: share + shareStep * towards,
          ArrowRight: share - shareStep * towards,
          Home: leastShare,
          End: mostShare,
        }[event.key]
        if (changed === undefined) return
        // The exam's own arrow keys turn its questions.
        event.preventDefault()
        onChange(shareWithin(changed))
      }}
    />
  )
}
