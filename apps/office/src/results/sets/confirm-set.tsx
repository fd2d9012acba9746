import { type DeliveryResults, officeConfirmResults, type ResultSet } from '@sitwell/contract'
import { ConfirmDialog } from '@sitwell/office-ui/confirm-dialog.tsx'
import { useState } from 'react'
import { useOffice } from '../../office-context.tsx'
import { useResultAct } from '../use-result-act.ts'
import { missingSignature } from './checks.ts'
import styles from './sets.module.css'

/** Signs a set: as the first of two people, as the second, or alone, if one is enough or with a reason. */
export const ConfirmSet = ({
  set,
  results,
  onDone,
  onClose,
}: {
  readonly set: ResultSet
  readonly results: DeliveryResults
  onDone(notice: string): void
  onClose(): void
}) => {
  const { api, text } = useOffice()
  const { run, isPending, problem } = useResultAct()
  const [waives, setWaives] = useState(false)
  const { deliveryID, needsTwoPeople } = results
  const isSecond = missingSignature(set, results) === 'second'
  const [first] = set.signed
  const differs = set.differsFromNow ?? 0
  const { unknown, open } = set.outcomes
  const who = () => {
    if (!needsTwoPeople) return text('results.confirm.one')
    return isSecond && first ? text('results.confirm.second', { name: first.by }) : text('results.confirm.first')
  }
  const confirm = async (waiver: string) => {
    const body = { deliveryID, set: set.set, hash: set.hash, ...(waives && { waiver }) }
    const done = await run(() => api.call(officeConfirmResults, { body }))
    if (!done) return
    const isDone = done.set.state !== 'computed'
    onDone(text(isDone ? 'results.confirm.done' : 'results.confirm.half', { number: set.set }))
  }
  return (
    <ConfirmDialog
      title={text('results.confirm.title', { number: set.set })}
      consequences={[
        who(),
        text('results.confirm.does'),
        ...(differs > 0 ? [text('results.confirm.differs', { count: differs })] : []),
        ...(unknown + open > 0 ? [text('results.confirm.open', { count: unknown + open })] : []),
      ]}
      confirm={text('results.confirm.do')}
      asksReason={waives}
      isPending={isPending}
      problem={problem}
      onConfirm={(reason) => void confirm(reason)}
      onClose={onClose}
    >
      {needsTwoPeople && !isSecond && (
        <div>
          <label className={styles.waive}>
            <input type="checkbox" checked={waives} onChange={(event) => setWaives(event.target.checked)} />
            <span>{text('results.confirm.waive')}</span>
          </label>
          <p className={styles.quiet}>{text('results.confirm.waiveHelp')}</p>
        </div>
      )}
    </ConfirmDialog>
  )
}
