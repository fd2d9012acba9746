import type { ExamStatisticsReply } from '@sitwell/contract'
import { useOffice } from '../office-context.tsx'
import styles from './statistics.module.css'

/** By which decisions about questions the figures go, or that they leave those of deliveries aside. */
export const DecidedNote = ({ of }: { readonly of: ExamStatisticsReply }) => {
  const { text } = useOffice()
  const decided = of.questions.filter((question) => question.decided !== undefined).length
  const elsewhere = of.decidedElsewhere ?? 0
  if (decided === 0 && elsewhere === 0) return null
  return (
    <p className={styles.warning}>
      {decided > 0
        ? text('statistics.decided.note', { count: decided, version: of.rulesVersion ?? 0 })
        : text('statistics.decidedElsewhere', { count: elsewhere })}
    </p>
  )
}
