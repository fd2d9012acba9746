import { officeAddDelivery } from '@sitwell/contract'
import { useNavigate } from '@sitwell/navigation/navigation.tsx'
import { useRef, useState } from 'react'
import { ownZone } from '../centres/zones.ts'
import { useOffice } from '../office-context.tsx'
import { OfficeLink } from '../shell/office-link.tsx'
import { OfficePage } from '../shell/office-page.tsx'
import { DeliveryForm } from './delivery-form.tsx'
import { deliveryPath } from './delivery-text.ts'
import { newValues } from './delivery-values.ts'
import { useReadDeliveriesAgain } from './use-deliveries.ts'

/** Makes a delivery, which schedules nobody before it is applied. */
const NewDeliveryPage = () => {
  const { api, text } = useOffice()
  const navigate = useNavigate()
  const readAgain = useReadDeliveriesAgain()
  const [start] = useState(() => newValues(ownZone()))
  // The same for the same content: sent twice because no reply came, it adds one delivery.
  const last = useRef<{ readonly content: string; readonly id: string }>(undefined)
  const requestIdOf = (content: string) => {
    if (last.current?.content !== content) last.current = { content, id: crypto.randomUUID() }
    return last.current.id
  }
  return (
    <OfficePage title={text('deliveries.new')} above={<OfficeLink to="/deliveries">{text('deliveries.back')}</OfficeLink>}>
      <DeliveryForm
        label={text('deliveries.new')}
        submit={text('deliveries.add')}
        start={start}
        isNew
        store={(body) => api.call(officeAddDelivery, { body: { ...body, requestId: requestIdOf(JSON.stringify(body)) } })}
        onStored={({ deliveryID }) => {
          readAgain()
          void navigate({ to: deliveryPath(deliveryID) })
        }}
      />
    </OfficePage>
  )
}

export default NewDeliveryPage
