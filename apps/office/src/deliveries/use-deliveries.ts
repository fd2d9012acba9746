import {
  type DeliveryPerson,
  type DeliveryRow,
  officeDeliveries,
  officeDelivery,
  officeDeliveryPeople,
  officeDeliveryReadiness,
  officeToday,
} from '@sitwell/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { officeQuery } from '../calls/office-query.ts'
import { usePages } from '../calls/use-pages.ts'
import { useOffice } from '../office-context.tsx'

const pageSize = 100
const rowsOf = ({ deliveries }: { readonly deliveries: readonly DeliveryRow[] }) => deliveries
export const deliveryKey = ({ deliveryID }: DeliveryRow) => deliveryID
const peopleOf = ({ people }: { readonly people: readonly DeliveryPerson[] }) => people
export const deliveryPersonKey = ({ scheduleGuid }: DeliveryPerson) => scheduleGuid

interface Wishes {
  readonly search: string
  readonly state: string
}

const wished = ({ search, state }: Wishes) => ({
  ...(search.trim() !== '' && { search }),
  ...(state !== 'all' && { state }),
  limit: pageSize,
})

/** The deliveries that an address asks for, page after page. */
export const useDeliveries = ({ exam, ...wishes }: Wishes & { readonly exam: string }) => {
  const { api } = useOffice()
  const query = { ...wished(wishes), ...(exam !== '' && { examGuid: exam }) }
  return usePages(api, { call: officeDeliveries, query, rowsOf, keyOf: deliveryKey })
}

/** A delivery by its id. */
export const useDelivery = (deliveryID: string) => {
  const { api } = useOffice()
  return useQuery(officeQuery(api, officeDelivery, { query: { deliveryID } }))
}

/** The people whom a delivery has scheduled, page after page. */
export const useDeliveryPeople = (deliveryID: string, wishes: Wishes) => {
  const { api } = useOffice()
  const query = { deliveryID, ...wished(wishes) }
  return usePages(api, { call: officeDeliveryPeople, query, rowsOf: peopleOf, keyOf: deliveryPersonKey })
}

export const useReadiness = (deliveryID: string, { isEnabled }: { readonly isEnabled: boolean }) => {
  const { api } = useOffice()
  return useQuery({ ...officeQuery(api, officeDeliveryReadiness, { query: { deliveryID } }), enabled: isEnabled })
}

/** Has every page that shows deliveries read them anew. */
export const useReadDeliveriesAgain = () => {
  const queries = useQueryClient()
  return () => {
    for (const { name } of [officeDeliveries, officeDelivery, officeDeliveryPeople, officeDeliveryReadiness, officeToday])
      void queries.invalidateQueries({ queryKey: [name] })
  }
}
