import {
  type DeliveryResults,
  officeCancelRelease,
  officeCloseMarking,
  officeWithdrawResults,
  type ResultSet,
} from '@sitwell/contract'
import { ConfirmDialog } from '@sitwell/office-ui/confirm-dialog.tsx'
import { clockText } from '../../deliveries/clock-text.ts'
import { useOffice } from '../../office-context.tsx'
import { useResultAct } from '../use-result-act.ts'

interface Done {
  onDone(notice: string): void
  onClose(): void
}

/** Withdraws a set with a reason: nobody is shown a result of it any more. */
export const WithdrawSet = ({
  set,
  results,
  onDone,
  onClose,
}: Done & { readonly set: ResultSet; readonly results: DeliveryResults }) => {
  const { api, text } = useOffice()
  const { run, isPending, problem } = useResultAct()
  const seen = set.released?.seen ?? 0
  const withdraw = async (reason: string) => {
    const body = { deliveryID: results.deliveryID, set: set.set, hash: set.hash, reason }
    const done = await run(() => api.call(officeWithdrawResults, { body }))
    if (done) onDone(text('results.withdraw.done', { number: set.set }))
  }
  return (
    <ConfirmDialog
      title={text('results.withdraw.title', { number: set.set })}
      consequences={
        set.state !== 'confirmed'
          ? [text('results.withdraw.does'), text('results.withdraw.seen', { count: seen })]
          : [text('results.withdraw.before')]
      }
      confirm={text('results.withdraw.do')}
      isDangerous
      asksReason
      isPending={isPending}
      problem={problem}
      onConfirm={(reason) => void withdraw(reason)}
      onClose={onClose}
    />
  )
}

/** Takes back the planned moment of a release. */
export const CancelRelease = ({
  set,
  results,
  onDone,
  onClose,
}: Done & { readonly set: ResultSet; readonly results: DeliveryResults }) => {
  const { api, text, language } = useOffice()
  const { run, isPending, problem } = useResultAct()
  const cancel = async () => {
    const body = { deliveryID: results.deliveryID, set: set.set }
    const done = await run(() => api.call(officeCancelRelease, { body }))
    if (done) onDone(text('results.cancel.done', { number: set.set }))
  }
  const time = set.planned === undefined ? '' : clockText(language.code, results.zone)(set.planned.at)
  return (
    <ConfirmDialog
      title={text('results.cancel.title', { number: set.set })}
      consequences={[text('results.cancel.does', { time })]}
      confirm={text('results.cancel.do')}
      isPending={isPending}
      problem={problem}
      onConfirm={() => void cancel()}
      onClose={onClose}
    />
  )
}

/** Signs that the marking is closed, or opens it again with a reason. */
export const MarkingDialog = ({ results, onDone, onClose }: Done & { readonly results: DeliveryResults }) => {
  const { api, text } = useOffice()
  const { run, isPending, problem } = useResultAct()
  const isClosed = results.markingClosed !== undefined
  const waiting = results.waiting.responses
  const act = isClosed ? 'open' : 'close'
  const apply = async (reason: string) => {
    const body = { deliveryID: results.deliveryID, isClosed: !isClosed, waiting, ...(isClosed && { reason }) }
    const done = await run(() => api.call(officeCloseMarking, { body }))
    if (done) onDone(text(isClosed ? 'results.marking.opened' : 'results.marking.closed'))
  }
  return (
    <ConfirmDialog
      title={text(`results.marking.${act}.title`)}
      consequences={[
        text(`results.marking.${act}.does`),
        ...(!isClosed && waiting > 0 ? [text('results.marking.close.waiting', { count: waiting })] : []),
      ]}
      confirm={text(`results.marking.${act}.do`)}
      asksReason={isClosed}
      isPending={isPending}
      problem={problem}
      onConfirm={(reason) => void apply(reason)}
      onClose={onClose}
    />
  )
}
