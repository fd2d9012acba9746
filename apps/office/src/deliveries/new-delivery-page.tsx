import { officeAddDelivery, officeGrantRole } from '@sitwell/contract'
import { useNavigate } from '@sitwell/navigation/navigation.tsx'
import { Problem } from '@sitwell/office-ui/form.tsx'
import { useEffect, useRef, useState } from 'react'
import { ownZone } from '../centres/zones.ts'
import { useOffice } from '../office-context.tsx'
import { ActionLink } from '../people/action-link.tsx'
import { failureText } from '../people/failure-text.ts'
import { OfficeLink } from '../shell/office-link.tsx'
import { OfficePage } from '../shell/office-page.tsx'
import { DeliveryForm } from './delivery-form.tsx'
import { deliveryPath } from './delivery-text.ts'
import { type DeliveryValues, namedIn, newValues } from './delivery-values.ts'
import { useReadDeliveriesAgain } from './use-deliveries.ts'

/** Makes a delivery, which schedules nobody before it is applied. */
const NewDeliveryPage = () => {
  const { api, text, language } = useOffice()
  const navigate = useNavigate()
  const readAgain = useReadDeliveriesAgain()
  const [start] = useState(() => newValues(ownZone()))
  // The same for the same content: sent twice because no reply came, it adds one delivery.
  const last = useRef<{ readonly content: string; readonly id: string }>(undefined)
  const requestIdOf = (content: string) => {
    if (last.current?.content !== content) last.current = { content, id: crypto.randomUUID() }
    return last.current.id
  }
  const [left, setLeft] = useState<{ readonly words: string; readonly path: string }>()
  const isShown = useRef(true)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  /** Names the invigilators of each room, one after the other; returns what to say of those for whom that failed. */
  const nameThem = async (delivery: string, values: DeliveryValues): Promise<string | undefined> => {
    const failed: string[] = []
    let reason = ''
    for (const { id, title, roomID } of namedIn(values)) {
      const scope = { kind: 'delivery-room' as const, delivery, room: roomID }
      const outcome = await api.call(officeGrantRole, { body: { userID: Number(id), role: 'invigilator', scope } })
      if (outcome.ok) continue
      failed.push(title)
      reason = failureText(outcome, text)
    }
    if (failed.length === 0) return undefined
    const names = new Intl.ListFormat(language.code).format([...new Set(failed)])
    return text('deliveries.invigilators.notNamed', { names, reason })
  }
  const stored = async (deliveryID: string, values: DeliveryValues) => {
    const words = await nameThem(deliveryID, values)
    readAgain()
    // A user who has left the page in the meantime stays on the other one.
    if (!isShown.current) return
    const path = deliveryPath(deliveryID)
    if (words === undefined) void navigate({ to: path })
    else setLeft({ words, path })
  }
  if (left)
    return (
      <OfficePage title={text('deliveries.new')} above={<OfficeLink to="/deliveries">{text('deliveries.back')}</OfficeLink>}>
        <Problem>{left.words}</Problem>
        <p>
          <ActionLink to={left.path} isPrimary>
            {text('deliveries.invigilators.goOn')}
          </ActionLink>
        </p>
      </OfficePage>
    )
  return (
    <OfficePage title={text('deliveries.new')} above={<OfficeLink to="/deliveries">{text('deliveries.back')}</OfficeLink>}>
      <DeliveryForm
        label={text('deliveries.new')}
        submit={text('deliveries.add')}
        start={start}
        isNew
        namesInvigilators
        store={(body) => api.call(officeAddDelivery, { body: { ...body, requestId: requestIdOf(JSON.stringify(body)) } })}
        onStored={({ deliveryID }, values) => void stored(deliveryID, values)}
      />
    </OfficePage>
  )
}

export default NewDeliveryPage
