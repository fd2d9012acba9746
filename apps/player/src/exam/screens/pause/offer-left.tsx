import { useRef } from 'react'
import { usePlayer } from '../../../context/player-context.tsx'
import type { FormRun } from '../../../sync/form-run/form-run.ts'
import { useTime } from '../../session/time/use-time.ts'
import { durationText } from '../time/duration-text.ts'
import styles from './paused-screen.module.css'

/** Seconds left at which a screen reader is told again; it hears the first with the screen. */
const announcedSeconds = [60, 30, 10] as const

/** For how long the time stands still after a pause, before the exam continues by itself. */
export const OfferLeft = ({ formRun }: { readonly formRun: FormRun }) => {
  const { text } = usePlayer()
  const seconds = useTime(formRun, ({ offerLeftMs }) => (offerLeftMs === undefined ? undefined : Math.ceil(offerLeftMs / 1000)))
  const first = useRef(seconds)
  if (seconds === undefined) return null
  const words = (left: number) => text('exam.pauseOfferLeft', { duration: durationText(text, left) })
  const moment = announcedSeconds.findLast((each) => seconds <= each && each < (first.current ?? 0)) ?? first.current
  return (
    <>
      <p className={styles.offer}>{words(seconds)}</p>
      <p role="status" className={styles.spoken}>
        {moment !== undefined && words(moment)}
      </p>
    </>
  )
}
