import { deliveryState, officeChangeDelivery } from '@sitwell/contract'
import { useNavigate } from '@sitwell/navigation/navigation.tsx'
import { useRef, useState } from 'react'
import * as z from 'zod/mini'
import { useOffice } from '../office-context.tsx'
import { failureText } from '../people/failure-text.ts'
import { OfficeLink } from '../shell/office-link.tsx'
import { DeliveryForm } from './delivery-form.tsx'
import { DeliveryFrame } from './delivery-frame.tsx'
import { deliveryPath } from './delivery-text.ts'
import { valuesOf } from './delivery-values.ts'
import { InvigilatorsPart } from './invigilators-part.tsx'
import { useDelivery, useReadDeliveriesAgain } from './use-deliveries.ts'

type Shown = NonNullable<ReturnType<typeof useDelivery>['data']>['delivery']

const Edit = ({ delivery }: { readonly delivery: Shown }) => {
  const { api, text } = useOffice()
  const navigate = useNavigate()
  const readAgain = useReadDeliveriesAgain()
  // As it was when the form opened: what is read again meanwhile must not replace what is typed.
  const [start] = useState(() => valuesOf(delivery))
  const version = useRef(delivery.version)
  const { deliveryID } = delivery
  return (
    <DeliveryForm
      label={text('deliveries.editOf', { name: delivery.name })}
      submit={text('deliveries.save')}
      start={start}
      isNew={delivery.rules.passwords !== 'shared'}
      store={(body) => api.call(officeChangeDelivery, { body: { ...body, deliveryID, version: version.current } })}
      onStored={() => {
        readAgain()
        void navigate({ to: deliveryPath(deliveryID) })
      }}
      onStale={(failure) => {
        const current = failure.kind === 'refused' ? z.safeParse(deliveryState, failure.current).data : undefined
        if (!current) return failureText(failure, text)
        version.current = current.version
        return text('deliveries.changedMeanwhile')
      }}
    />
  )
}

/** Changes what is planned; schedules change once it is applied. */
const EditDeliveryPage = ({ deliveryID }: { readonly deliveryID: string }) => {
  const { text } = useOffice()
  const { data, error, isError, refetch } = useDelivery(deliveryID)
  const delivery = data?.delivery
  return (
    <DeliveryFrame
      title={delivery && text('deliveries.editOf', { name: delivery.name })}
      above={<OfficeLink to={deliveryPath(deliveryID)}>{delivery?.name ?? text('deliveries.heading')}</OfficeLink>}
      reading={{ isError, error, isLoaded: data !== undefined, onAgain: () => void refetch() }}
    >
      {delivery && <Edit key={delivery.deliveryID} delivery={delivery} />}
      {delivery && <InvigilatorsPart delivery={delivery} />}
    </DeliveryFrame>
  )
}

export default EditDeliveryPage
