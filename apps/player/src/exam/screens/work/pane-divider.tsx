import type { KeyboardEvent } from 'react'
import { usePlayer } from '../../../context/player-context.tsx'
import { leastShare, mostShare, shareStep, shareWithin } from '../documents/pane-share.ts'
import styles from './work-surface.module.css'

const isRightToLeft = () => document.documentElement.dir === 'rtl'

/** The share that an arrow key comes to; undefined for other keys. */
const shareAfter = (key: string, share: number, isBeside: boolean): number | undefined => {
  const forward = isBeside ? (isRightToLeft() ? 'ArrowLeft' : 'ArrowRight') : 'ArrowDown'
  const back = isBeside ? (isRightToLeft() ? 'ArrowRight' : 'ArrowLeft') : 'ArrowUp'
  return { [forward]: share + shareStep, [back]: share - shareStep, Home: leastShare, End: mostShare }[key]
}

/**
 * Moves the line between a source and its question: dragged, by arrow keys, Home and End. A double click puts it back. `share` is
 * the source's part of the room, from 0 to 1.
 */
export const PaneDivider = ({
  isBeside,
  controls,
  share,
  usual,
  onChange,
}: {
  /** The two stand beside each other, otherwise one above the other. */
  readonly isBeside: boolean
  /** Id of the source's pane. */
  readonly controls: string
  readonly share: number
  readonly usual: number
  onChange(share: number): void
}) => {
  const { text } = usePlayer()
  const moveTo = (divider: HTMLElement, { clientX, clientY }: { clientX: number; clientY: number }) => {
    const [source, question] = [document.getElementById(controls), divider.nextElementSibling]
    if (!source || !question) return
    const [from, to] = [source.getBoundingClientRect(), question.getBoundingClientRect()]
    if (isBeside) {
      // The tools beside a question aren't divided.
      const toolsPx = Number.parseFloat(getComputedStyle(divider).getPropertyValue('--tools-px')) || 0
      const start = Math.min(from.left, to.left)
      const end = Math.max(from.right, to.right)
      const roomPx = end - start - toolsPx
      if (roomPx > 0) onChange(shareWithin((isRightToLeft() ? end - clientX : clientX - start) / roomPx, usual))
    } else if (to.bottom > from.top) {
      onChange(shareWithin((clientY - from.top) / (to.bottom - from.top), usual))
    }
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const changed = shareAfter(event.key, share, isBeside)
    if (changed === undefined) return
    // The exam's own arrow keys turn its questions.
    event.preventDefault()
    onChange(shareWithin(changed, usual))
  }
  return (
    <div
      role="separator"
      aria-orientation={isBeside ? 'vertical' : 'horizontal'}
      aria-label={text('exam.sourceShare')}
      aria-controls={controls}
      aria-valuenow={Math.round(share * 100)}
      aria-valuemin={leastShare * 100}
      aria-valuemax={mostShare * 100}
      tabIndex={0}
      className={styles.divider}
      onDoubleClick={() => onChange(usual)}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) moveTo(event.currentTarget, event)
      }}
      onKeyDown={onKeyDown}
    />
  )
}
