import type { Failure } from '@sitwell/client/api'
import {
  type DeliveryPreview,
  deliveryPreview,
  officeApplyDelivery,
  officePreviewDelivery,
  officeUndoDelivery,
} from '@sitwell/contract'
import { useState } from 'react'
import * as z from 'zod/mini'
import { useOffice } from '../office-context.tsx'
import { failureText } from '../people/failure-text.ts'
import { useReadDeliveriesAgain } from './use-deliveries.ts'

/** The preview that holds now, of a change that was refused because another had come before it. */
const currentOf = (failure: Failure): DeliveryPreview | undefined => {
  if (failure.kind !== 'refused' || failure.code !== 'CHANGED_MEANWHILE') return undefined
  return z.safeParse(deliveryPreview, failure.current).data
}

/** Scheduling the people of a delivery: what would change, the change, and taking it back. */
export const useApplying = (deliveryID: string) => {
  const { api, text } = useOffice()
  const readAgain = useReadDeliveriesAgain()
  const [shown, setShown] = useState<{ readonly preview: DeliveryPreview; readonly isNewer: boolean }>()
  const [problem, setProblem] = useState<string>()
  const [notice, setNotice] = useState<string>()
  const [isPending, setPending] = useState(false)

  const begin = () => {
    setPending(true)
    setProblem(undefined)
    setNotice(undefined)
  }
  const preview = async () => {
    begin()
    const outcome = await api.call(officePreviewDelivery, { body: { deliveryID } })
    setPending(false)
    if (outcome.ok) setShown({ preview: outcome.value, isNewer: false })
    else setProblem(failureText(outcome, text))
  }
  const apply = async () => {
    if (!shown) return
    begin()
    const outcome = await api.call(officeApplyDelivery, { body: { deliveryID, hash: shown.preview.hash } })
    setPending(false)
    if (outcome.ok || outcome.kind === 'unreachable') readAgain()
    if (outcome.ok) {
      setShown(undefined)
      return setNotice(text('deliveries.applied', { count: outcome.value.totals.changed }))
    }
    const current = currentOf(outcome)
    if (current) setShown({ preview: current, isNewer: true })
    else setProblem(failureText(outcome, text))
  }
  const undo = async (change: number) => {
    begin()
    const outcome = await api.call(officeUndoDelivery, { body: { deliveryID, change } })
    setPending(false)
    readAgain()
    if (outcome.ok) return setNotice(text('deliveries.undone', { count: outcome.value.people }))
    const isBegun = outcome.kind === 'refused' && outcome.code === 'IN_USE'
    setProblem(isBegun ? text('deliveries.undoBegun') : failureText(outcome, text))
  }
  const close = () => {
    setShown(undefined)
    setProblem(undefined)
  }
  return { shown, problem, notice, setNotice, isPending, preview, apply, undo, close }
}

export type Applying = ReturnType<typeof useApplying>
